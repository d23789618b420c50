import sql, { type Sql } from 'sql-template-tag';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { accessKnownSince, holding } from '../partitions/scope.sql.ts';

export interface MemberKey {
  partitionId: string;
  userId: string;
}

export interface FoundMember {
  /** Null for a non-member. */
  role: MemberRole | null;
}

/**
 * The roles of users in existing partitions, in the order of the arguments. Undefined for a partition that does not
 * exist.
 */
export async function findMembers(
  database: Queryable,
  keys: MemberKey[],
): Promise<(FoundMember | undefined)[]> {
  const distinct = (ids: string[]) => [...new Set(ids)];
  // Partitions as an array, so that only the machines that have one of these are queried.
  const rows = await database.query<MemberKey & { role: MemberRole | null }>(
    sql`select p.partition_id as "partitionId", m.user_id as "userId", m.role
      from data.partition p
      left join data.member m on m.partition_id = p.partition_id
        and m.user_id = any(${distinct(keys.map(({ userId }) => userId))}::uuid[])
      where p.partition_id = any(${distinct(keys.map(({ partitionId }) => partitionId))}::uuid[])`,
    'member-roles',
  );
  const roles = new Map<string, Map<string, MemberRole>>();
  for (const { partitionId, userId, role } of rows) {
    const ofPartition = roles.get(partitionId) ?? new Map<string, MemberRole>();
    roles.set(partitionId, role === null ? ofPartition : ofPartition.set(userId, role));
  }
  return keys.map(({ partitionId, userId }) => {
    const ofPartition = roles.get(partitionId);
    return ofPartition && { role: ofPartition.get(userId) ?? null };
  });
}

/** The role of a user in a partition, null for none; no row if the partition does not exist. */
export const selectMemberRole = ({ partitionId, userId }: MemberKey): Sql =>
  sql`select m.role from data.partition p
    left join data.member m on m.partition_id = p.partition_id and m.user_id = ${userId}
    where p.partition_id = ${partitionId}`;

export const selectPartition = (partitionId: string): Sql =>
  sql`select null::text as role from data.partition where partition_id = ${partitionId}`;

export interface Membership {
  partitionName: string;
  /** As of a moment at which it was not here yet: since when access is recorded. Null where it is known. */
  accessKnownSince: string | null;
  /** Null for a non-member. */
  role: MemberRole | null;
  sinceDate: string | null;
  /** Who granted the role. */
  byId: string | null;
}

export interface PartitionMember extends Member {
  byId: string;
  removedDate: string | null;
}

/** Members now or as of a time, by their ids: those after `after`. */
export function findPartitionMembers(
  database: Queryable,
  partitionId: string,
  asOf: string | undefined,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PartitionMember[]> {
  return database.query(
    sql`select ${columns}, m.given_user_id as "byId", m.removed_date as "removedDate"
      from data.member_period m left join data.data_user u using (user_id)
      where m.partition_id = ${partitionId} and ${holding(asOf)}
        and (${after ?? null}::uuid is null or m.user_id > ${after ?? null}::uuid)
      order by m.user_id limit ${limit}`,
    asOf === undefined ? 'members-by-id' : 'members-by-id-as-of',
  );
}

/** The role of a user in a partition, now or as of a time. Undefined if the partition does not exist. */
export async function findMembership(
  database: Queryable,
  userId: string,
  partitionId: string,
  asOf: string | undefined,
): Promise<Membership | undefined> {
  const [found] = await database.query<Membership>(
    sql`select p.partition_name as "partitionName", ${accessKnownSince(asOf)} as "accessKnownSince", m.role, m.since_date as "sinceDate", m.given_user_id as "byId"
      from data.partition p
      left join data.member_period m on m.partition_id = p.partition_id and m.user_id = ${userId} and ${holding(asOf)}
      where p.partition_id = ${partitionId}`,
    asOf === undefined ? 'membership' : 'membership-as-of',
  );
  return found;
}

export interface Member {
  userId: string;
  role: MemberRole;
  /** Null until the user first calls this service. */
  username: string | null;
  name: string | null;
  sinceDate: string;
}

/** A member with the date of the role, which the audit log has too. */
export interface GivenRole extends Member {
  givenDate: string;
}

const columns = sql`m.user_id as "userId", m.role, u.username, u.name, m.since_date as "sinceDate"`;

export const membersAsJoined = new Keyset<Member>('members', [
  columnKey('sinceDate', sql`m.since_date`, 'timestamptz'),
  columnKey('userId', sql`m.user_id`, 'uuid'),
]);

/** The members now or as of a moment. */
export async function listMembers(
  database: Queryable,
  partitionId: string,
  asOf: string | undefined,
  range: PageRange,
): Promise<Found<Member>[]> {
  const rows = sql`select ${columns} from data.member_period m left join data.data_user u using (user_id)
    where m.partition_id = ${partitionId} and ${holding(asOf)} ${membersAsJoined.after(range)}
    ${membersAsJoined.orderAndLimit(range)}`;
  return database.query<Found<Member>>(
    membersAsJoined.measured(rows, range),
    `members${range.after ? '-after' : ''}${asOf === undefined ? '' : '-as-of'}`,
  );
}

/** Since when who has access to a partition is recorded, if that is later than the moment. */
export async function findAccessKnownSince(
  database: Queryable,
  partitionId: string,
  asOf: string | undefined,
): Promise<string | undefined> {
  if (asOf === undefined) return undefined;
  const [found] = await database.query<{ since: string | null }>(
    sql`select ${accessKnownSince(asOf)} as since from data.partition p where p.partition_id = ${partitionId}`,
    'access-known-since',
  );
  return found?.since ?? undefined;
}

/** Whether the user is the only owner among users known to this service: an unknown id may not belong to anyone. */
export async function isLastOwner(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<boolean> {
  const [owners] = await transaction.query<{ self: boolean; others: boolean }>(
    sql`select bool_or(m.user_id = ${userId}) as self,
        bool_or(m.user_id <> ${userId} and u.has_called) as others
      from data.member m left join data.data_user u using (user_id)
      where m.partition_id = ${partitionId} and m.role = 'OWNER'`,
    'members-owners',
  );
  return owners?.self === true && !owners.others;
}

/** Adds a member, or changes the role. An unchanged role has no effect. */
export async function putMember(
  transaction: Queryable,
  partitionId: string,
  userId: string,
  role: MemberRole,
  by: string,
): Promise<GivenRole | undefined> {
  // The same time for both, so that there is no gap without a role.
  const at = await nextMoment(transaction, partitionId, userId);
  const [before] = await transaction.query<{ sinceDate: string }>(
    sql`update data.member_period set removed_date = ${at}, removed_user_id = ${by}
      where partition_id = ${partitionId} and user_id = ${userId} and removed_date is null and role <> ${role}
      returning since_date as "sinceDate"`,
    'member-role-end',
  );
  await transaction.query(
    sql`insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id)
      values (${partitionId}, ${userId}, ${role}, ${before?.sinceDate ?? at}, ${at}, ${by})
      on conflict (partition_id, user_id) where removed_date is null do nothing`,
    'member-put',
  );
  const [member] = await transaction.query<GivenRole>(
    sql`select ${columns}, m.given_date as "givenDate"
      from data.member_period m left join data.data_user u using (user_id)
      where m.removed_date is null and m.partition_id = ${partitionId} and m.user_id = ${userId}`,
    'member-get',
  );
  return member;
}

/** Now, and after all of the user's roles in the partition: clocks can jump. */
async function nextMoment(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<string> {
  const [next] = await transaction.query<{ date: string }>(
    sql`select greatest(clock_timestamp(), max(given_date) + interval '1 microsecond') as date
      from data.member_period where partition_id = ${partitionId} and user_id = ${userId}`,
    'member-next-moment',
  );
  if (!next) throw new Error('The database has no clock.');
  return next.date;
}

/** @returns when the membership ended; undefined if the user was not a member */
export async function removeMember(
  transaction: Queryable,
  partitionId: string,
  userId: string,
  by: string,
): Promise<string | undefined> {
  const at = await nextMoment(transaction, partitionId, userId);
  const removed = await transaction.query(
    sql`update data.member_period set removed_date = ${at}, removed_user_id = ${by}
      where partition_id = ${partitionId} and user_id = ${userId} and removed_date is null returning user_id`,
    'member-remove',
  );
  return removed.length > 0 ? at : undefined;
}
