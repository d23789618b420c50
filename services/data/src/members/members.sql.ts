import sql, { empty } from 'sql-template-tag';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';

/** The member role of a user in a partition that is there: null for none. Undefined when there is no such partition. */
export async function findMember(
  database: Queryable,
  partitionId: string,
  userId: string,
): Promise<{ role: MemberRole | null } | undefined> {
  const [found] = await database.query<{ role: MemberRole | null }>(
    sql`select m.role from data.partition p
      left join data.member m on m.partition_id = p.partition_id and m.user_id = ${userId}
      where p.partition_id = ${partitionId}`,
    'member-role',
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

const columns = sql`m.user_id as "userId", m.role, u.username, u.name, m.since_date as "sinceDate"`;

/** In the order they joined. */
export async function listMembers(
  database: Queryable,
  partitionId: string,
  {
    after,
    skip,
    limit,
  }: { after: { sinceDate: string; userId: string } | undefined; skip: number; limit: number },
): Promise<Member[]> {
  return database.query<Member>(
    sql`select ${columns} from data.member m left join data.data_user u using (user_id)
      where m.partition_id = ${partitionId}
        ${after ? sql`and (m.since_date, m.user_id) > (${after.sinceDate}, ${after.userId})` : empty}
      order by m.since_date, m.user_id limit ${limit} offset ${skip}`,
    after ? 'members-after' : 'members',
  );
}

/** Whoever changes owners holds this lock, so that two who leave at once do not leave the partition without one. */
export async function lockMembers(transaction: Queryable, partitionId: string): Promise<void> {
  await transaction.query(
    sql`select from data.partition where partition_id = ${partitionId} for no key update`,
    'members-lock',
  );
}

/** Whether the user is an owner, and nobody else is whom this service has met: an id alone may be nobody's. */
export async function isLastOwner(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<boolean> {
  const [owners] = await transaction.query<{ self: boolean; others: boolean }>(
    sql`select bool_or(m.user_id = ${userId}) as self,
        bool_or(m.user_id <> ${userId} and u.user_id is not null) as others
      from data.member m left join data.data_user u using (user_id)
      where m.partition_id = ${partitionId} and m.role = 'OWNER'`,
    'members-owners',
  );
  return owners?.self === true && !owners.others;
}

export async function putMember(
  transaction: Queryable,
  partitionId: string,
  userId: string,
  role: MemberRole,
): Promise<Member | undefined> {
  await transaction.query(
    sql`insert into data.member (partition_id, user_id, role, since_date)
      values (${partitionId}, ${userId}, ${role}, clock_timestamp())
      on conflict (partition_id, user_id) do update set role = excluded.role`,
    'member-put',
  );
  const [member] = await transaction.query<Member>(
    sql`select ${columns} from data.member m left join data.data_user u using (user_id)
      where m.partition_id = ${partitionId} and m.user_id = ${userId}`,
    'member-get',
  );
  return member;
}

/** False when the user was no member. */
export async function removeMember(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<boolean> {
  const removed = await transaction.query(
    sql`delete from data.member where partition_id = ${partitionId} and user_id = ${userId} returning user_id`,
    'member-remove',
  );
  return removed.length > 0;
}
