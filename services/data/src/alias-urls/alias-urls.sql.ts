import sql, { empty, type Sql } from 'sql-template-tag';
import type { AliasTarget } from '@annals/contracts/alias-urls';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, keysetsOf, type Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import type { AliasScope } from './alias-access.ts';

export interface AliasRow {
  alias: string;
  targetKind: AliasTarget['kind'];
  targetPartitionId: string | null;
  targetId: string | null;
  targetUrl: string | null;
  deactivatedDate: string | null;
  expiryDate: string | null;
  /** Whether its expiry has passed. */
  expired: boolean;
  visits: number;
  lastVisitDate: string | null;
  createdDate: string;
  createdUserId: string;
  createdUserName: string | null;
  version: number;
}

const expired = sql`coalesce(a.expiry_date <= clock_timestamp(), false)`;
const targetColumns = sql`a.target_kind as "targetKind", a.target_partition_id as "targetPartitionId",
  a.target_id as "targetId", a.target_url as "targetUrl"`;
const columns = sql`a.alias, ${targetColumns}, a.deactivated_date as "deactivatedDate",
  a.expiry_date as "expiryDate", ${expired} as expired, a.visits, a.last_visit_date as "lastVisitDate",
  a.created_date as "createdDate", a.created_user_id as "createdUserId", u.name as "createdUserName", a.version`;
const sources = sql`data.alias_url a left join data.data_user u on u.user_id = a.created_user_id`;

function visibleTo({ userId, everything, everyPartition, only }: AliasScope): Sql {
  const inPartition = everyPartition
    ? sql`a.target_partition_id is not null`
    : sql`a.target_partition_id in (select m.partition_id from data.member m where m.user_id = ${userId})`;
  const seen = everything ? sql`true` : sql`(a.created_user_id = ${userId} or ${inPartition})`;
  return only === undefined
    ? seen
    : sql`${seen} and a.target_partition_id = any(${[...only]}::uuid[])`;
}

const states = {
  ACTIVE: sql`and a.deactivated_date is null and not ${expired}`,
  INACTIVE: sql`and a.deactivated_date is not null`,
  EXPIRED: sql`and a.deactivated_date is null and ${expired}`,
};

const aliasKey = columnKey<AliasRow>('alias', sql`a.alias`, 'text');
export const aliasesSortedBy = keysetsOf<AliasRow, 'alias' | 'createdDate' | 'visits'>(
  'alias-urls',
  {
    alias: aliasKey,
    createdDate: columnKey('createdDate', sql`a.created_date`, 'timestamptz'),
    visits: columnKey('visits', sql`a.visits`, 'bigint'),
  },
  aliasKey,
);

export interface AliasFilter {
  text: string | undefined;
  state: keyof typeof states | undefined;
}

export async function listAliases(
  database: Queryable,
  scope: AliasScope,
  { text, state }: AliasFilter,
  sorted: Keyset<AliasRow>,
  range: PageRange,
): Promise<Found<AliasRow>[]> {
  const containing =
    text === undefined
      ? empty
      : sql`and (position(lower(${text}::text) in a.alias) > 0 or position(lower(${text}::text) in lower(a.target_url)) > 0)`;
  const rows = sql`select ${columns} from ${sources}
    where ${visibleTo(scope)} ${state ? states[state] : empty} ${containing} ${sorted.after(range)}
    ${sorted.orderAndLimit(range)}`;
  return database.query<Found<AliasRow>>(sorted.measured(rows, range));
}

export async function findAlias(
  database: Queryable,
  scope: AliasScope,
  alias: string,
): Promise<AliasRow | undefined> {
  const [found] = await database.query<AliasRow>(
    sql`select ${columns} from ${sources} where a.alias = ${alias} and ${visibleTo(scope)}`,
  );
  return found;
}

/** Every change of an alias takes this lock, so that concurrent changes do not overwrite each other. */
export async function lockAlias(transaction: Queryable, alias: string): Promise<void> {
  await transaction.query(
    sql`select from data.alias_url where alias = ${alias} for no key update`,
    'alias-lock',
  );
}

/** False if the name is taken. */
export async function insertAlias(
  transaction: Queryable,
  {
    alias,
    target,
    expiryDate,
    userId,
  }: { alias: string; target: AliasTarget; expiryDate: string | null; userId: string },
): Promise<boolean> {
  const { kind, partitionId, id, url } = columnsOf(target);
  const inserted = await transaction.query(
    sql`insert into data.alias_url (alias, target_kind, target_partition_id, target_id, target_url, expiry_date,
        created_date, created_user_id, changed_date, changed_user_id)
      select ${alias}, ${kind}, ${partitionId}, ${id}, ${url}, ${expiryDate}::timestamptz, at, ${userId}, at, ${userId}
      from (select clock_timestamp() as at) written on conflict (alias) do nothing returning alias`,
    'alias-insert',
  );
  return inserted.length > 0;
}

export async function updateAlias(
  transaction: Queryable,
  {
    alias,
    active,
    target,
    expiryDate,
    userId,
  }: {
    alias: string;
    active: boolean;
    target: AliasTarget;
    expiryDate: string | null;
    userId: string;
  },
): Promise<void> {
  const { kind, partitionId, id, url } = columnsOf(target);
  await transaction.query(
    sql`update data.alias_url set target_kind = ${kind}, target_partition_id = ${partitionId}, target_id = ${id},
        target_url = ${url}, expiry_date = ${expiryDate}::timestamptz,
        deactivated_date = case when ${active} then null else coalesce(deactivated_date, clock_timestamp()) end,
        deactivated_user_id = case when ${active} then null else coalesce(deactivated_user_id, ${userId}::uuid) end,
        changed_date = clock_timestamp(), changed_user_id = ${userId}, version = version + 1
      where alias = ${alias}`,
    'alias-update',
  );
}

export type TargetRow = Pick<
  AliasRow,
  'targetKind' | 'targetPartitionId' | 'targetId' | 'targetUrl'
>;

const leading = sql`a.deactivated_date is null and not ${expired}`;

/** The target of an active alias. */
export async function findTarget(
  database: Queryable,
  alias: string,
): Promise<TargetRow | undefined> {
  const [found] = await database.query<TargetRow>(
    sql`select ${targetColumns} from data.alias_url a where a.alias = ${alias} and ${leading}`,
    'alias-target',
  );
  return found;
}

/** Counts a visit of an active alias, and returns its target. */
export async function countVisit(
  database: Queryable,
  alias: string,
): Promise<TargetRow | undefined> {
  const [found] = await database.query<TargetRow>(
    sql`update data.alias_url a set visits = a.visits + 1, last_visit_date = clock_timestamp()
      where a.alias = ${alias} and ${leading} returning ${targetColumns}`,
    'alias-visit',
  );
  return found;
}

export async function objectExists(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<boolean> {
  const found = await database.query(
    sql`select from data.version where partition_id = ${partitionId} and object_id = ${objectId}`,
    'alias-object-exists',
  );
  return found.length > 0;
}

export async function timelineExists(
  database: Queryable,
  partitionId: string,
  timelineId: string,
): Promise<boolean> {
  const found = await database.query(
    sql`select from data.head where partition_id = ${partitionId} and timeline_id = ${timelineId}`,
    'alias-timeline-exists',
  );
  return found.length > 0;
}

function columnsOf(target: AliasTarget) {
  const { kind } = target;
  switch (kind) {
    case 'OBJECT':
      return { kind, partitionId: target.partitionId, id: target.objectId, url: null };
    case 'TIMELINE':
      return { kind, partitionId: target.partitionId, id: target.timelineId, url: null };
    case 'URL':
      return { kind, partitionId: null, id: null, url: target.url };
  }
}
