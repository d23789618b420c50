import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Partition as ShownPartition } from '@annals/contracts/partitions';
import type { ReadScope } from '@annals/contracts/read-scope';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { withCustomPlan } from '@annals/kit/database/queryable';
import { columnKey, keysetsOf, type Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { databaseNow } from '@annals/kit/database/database-moment';
import {
  arrival,
  axisOf,
  sequenceArrivedBy,
  sequenceAsOf,
  sequenceAt,
  type AsOf,
} from '../versions/as-of.sql.ts';
import { holding, openTo, type Scope } from './scope.sql.ts';

export type Partition = Omit<ShownPartition, 'role'> & { role: MemberRole | null };

const columns = sql`p.partition_id as id, p.created_date as "createdDate", m.role,
  named.partition_name as "partitionName", named.description, named.archived_date as "archivedDate",
  named.retention_days as "retentionDays", named.version,
  counted.timelines as "timelineCount", counted.versions as "versionCount", counted.last_change as "lastChangeDate"`;

/**
 * Partitions as p, with their names as `named` and their contents as `counted`, now or at the moment.
 * @param partitionId if only one is wanted: a cluster then knows which machine to query
 * @param among a condition on the id in a table, of all wanted ones, now
 */
function sources(
  userId: string,
  asOf: AsOf | undefined,
  partitionId = sql`p.partition_id`,
  among: (id: Sql) => Sql = () => empty,
): Sql {
  const member = sql`left join data.member_period m
    on m.partition_id = ${partitionId} and m.user_id = ${userId} and ${holding(asOf?.moment)}`;
  if (asOf === undefined)
    return sql`data.partition p join data.partition named on named.partition_id = ${partitionId}
      join lateral (
        select timeline_count as timelines, next_seq - 1 as versions, last_change_date as last_change, changed_second
        from data.partition_head where partition_id = ${partitionId} ${among(sql`partition_id`)}
      ) counted on true ${member}`;
  // What was imported may be older than the partition; then it had its initial name. The version of that time is the
  // one without a later one: so a list by name reads them in the order of their names, until its page is full.
  return sql`data.partition_version named join data.partition p on p.partition_id = ${partitionId}
      and named.partition_id = ${partitionId} and (named.changed_date <= ${asOf.moment}::timestamptz or named.version = 1)
      and not exists (select from data.partition_version later
        where later.partition_id = ${partitionId} and later.partition_id = named.partition_id
          and later.version > named.version and later.changed_date <= ${asOf.moment}::timestamptz)
    left join lateral (
      select timeline_number, seq, modification_date from data.version
      where partition_id = ${partitionId} and seq = ${sequenceAsOf(partitionId, asOf)}
    ) newest on true
    join lateral (
      select coalesce(newest.timeline_number, 0) as timelines, coalesce(newest.seq, 0) as versions,
        newest.modification_date as last_change,
        date_trunc('second', coalesce(newest.modification_date, p.created_date) at time zone 'UTC') at time zone 'UTC'
          as changed_second
      where p.created_date <= ${asOf.moment}::timestamptz or newest.seq is not null
    ) counted on true ${member}`;
}

export const partitionsSortedBy = keysetsOf<Partition, 'partitionName' | 'lastChangeDate'>(
  'partitions',
  {
    partitionName: columnKey(
      'partitionName',
      sql`named.partition_name collate "und-x-icu"`,
      'text',
      'und-x-icu',
    ),
    // An empty partition counts as changed when it was created.
    lastChangeDate: {
      expression: sql`coalesce(counted.last_change, p.created_date)`,
      selected: sql`coalesce("lastChangeDate", "createdDate")`,
      valueOf: ({ lastChangeDate, createdDate }) => lastChangeDate ?? createdDate,
      type: 'timestamptz',
      coarse: {
        expression: sql`counted.changed_second`,
        of: (moment) => sql`date_trunc('second', ${moment})`,
      },
    },
  },
  columnKey('id', sql`p.partition_id`, 'uuid'),
);

export interface PartitionFilter {
  scope: Scope;
  /** A part of the partition's name, ignoring case. */
  name: string | undefined;
  archived: boolean | undefined;
  asOf: AsOf | undefined;
}

/** With more, a list follows its order until its page is full. */
const fewPartitions = 100;

/**
 * The partitions that existed at a moment, if they were few; otherwise undefined. What was imported may be older than
 * its partition.
 */
export async function findFewAt(
  database: Queryable,
  { moment }: AsOf,
): Promise<string[] | undefined> {
  // A literal, because a generic plan takes a parameter for a tenth of the table.
  const most = raw(`limit ${fewPartitions + 1}`);
  const rows = await database.query<{ id: string }>(
    sql`select partition_id as id from (
        (select partition_id from data.partition where created_date <= ${moment}::timestamptz
          order by created_date ${most})
        union
        (select partition_id from data.version
          where seq = 1 and imported_date is not null and modification_date <= ${moment}::timestamptz
          order by modification_date ${most})
      ) existing ${most}`,
    'partitions-few-at',
  );
  return rows.length > fewPartitions ? undefined : rows.map(({ id }) => id);
}

/** How many times as many versions the next attempt reads, and in how many attempts. */
const further = 8;
const maxAttempts = 3;

/**
 * The list as of a moment, last changed first, from the versions before the moment and the partitions created before it.
 * @returns undefined if the page is not full after some attempts: its partitions changed long before, or others changed
 * often since
 */
export async function listChangedBefore(
  database: Queryable,
  filter: PartitionFilter & { asOf: AsOf },
  sorted: Keyset<Partition>,
  range: PageRange,
): Promise<Found<Partition>[] | undefined> {
  const { moment } = filter.asOf;
  const [after] = range.after ?? [];
  const before =
    after === undefined
      ? sql`${moment}::timestamptz`
      : sql`least(${moment}::timestamptz, ${after}::timestamptz)`;
  let most = 5 * (range.skip + range.pageSize + 1);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1, most *= further) {
    const { ids, rest } = await findChangedBefore(database, before, most);
    const rows = await listPartitions(database, filter, sorted, range, ids);
    const last = rows.at(-1);
    if (rest === undefined || (last?.hasMore === true && isLater(last, rest))) return rows;
  }
  return undefined;
}

/** To the millisecond, so that what is as old as the rest never counts as later. */
const isLater = ({ lastChangeDate, createdDate }: Partition, moment: string) =>
  Date.parse(lastChangeDate ?? createdDate) > Date.parse(moment);

interface ChangedBefore {
  ids: string[];
  /** All other partitions changed last at this moment or before; undefined if there are none. */
  rest: string | undefined;
}

async function findChangedBefore(
  database: Queryable,
  before: Sql,
  most: number,
): Promise<ChangedBefore> {
  const rows = await database.query<{ id: string; rest: string | null }>(
    withCustomPlan(
      sql`with written as materialized (
          select partition_id, modification_date as date from data.version
          where modification_date <= ${before} order by modification_date desc limit ${most}
        ), created as materialized (
          select partition_id, created_date as date from data.partition
          where created_date <= ${before} order by created_date desc limit ${most}
        ), rest as materialized (
          select max(date) as date from (
            select min(date) as date from written having count(*) = ${most}
            union all
            select min(date) from created having count(*) = ${most}
          ) ends
        )
        select partition_id as id, rest.date as rest
        from (select partition_id from written union select partition_id from created) known cross join rest`,
    ),
  );
  return { ids: rows.map(({ id }) => id), rest: rows[0]?.rest ?? undefined };
}

/** @param only lists no others than these */
export async function listPartitions(
  database: Queryable,
  { scope, name, archived, asOf }: PartitionFilter,
  sorted: Keyset<Partition>,
  range: PageRange,
  only?: readonly string[],
): Promise<Found<Partition>[]> {
  const among = (id: Sql) => (only ? sql`and ${id} = any(${only}::uuid[])` : empty);
  const rows = sql`select ${columns} from ${sources(scope.userId, asOf, undefined, among)}
    where ${openTo(scope, sql`p.partition_id`, only)} ${among(sql`p.partition_id`)} ${among(sql`named.partition_id`)} ${nameContains(name)} ${archivedIs(archived)} ${sorted.after(range)}
    ${sorted.orderAndLimit(range)}`;
  return database.query<Found<Partition>>(withCustomPlan(sorted.measured(rows, range)));
}

function nameContains(name: string | undefined): Sql {
  return name === undefined
    ? empty
    : sql`and position(lower(${name}::text collate "und-x-icu") in lower(named.partition_name collate "und-x-icu")) > 0`;
}

function archivedIs(archived: boolean | undefined): Sql {
  return archived === undefined ? empty : sql`and (named.archived_date is not null) = ${archived}`;
}

/** Undefined if the partition does not exist, or did not at the moment. */
export async function findPartition(
  database: Queryable,
  partitionId: string,
  userId: string,
  asOf?: AsOf,
): Promise<Partition | undefined> {
  const [partition] = await database.query<Partition>(
    sql`select ${columns} from ${sources(userId, asOf, sql`${partitionId}::uuid`)}
      where p.partition_id = ${partitionId}`,
    `partition-get${axisOf(asOf)}`,
  );
  return partition;
}

/** Which reads are recorded now. */
export async function findRecordedReads(
  database: Queryable,
  partitionId: string,
): Promise<ReadScope> {
  const [setting] = await database.query<{ scope: ReadScope }>(
    sql`select scope from data.read_recording where partition_id = ${partitionId} order by from_date desc limit 1`,
    'partition-recorded-reads',
  );
  return setting?.scope ?? 'NOTHING';
}

export async function insertPartition(
  transaction: Queryable,
  {
    id,
    partitionName,
    description,
    userId,
  }: {
    id: string;
    partitionName: string;
    description: string | null;
    userId: string;
  },
): Promise<void> {
  const [created] = await transaction.query<{ date: string }>(
    sql`insert into data.partition (partition_id, partition_name, description, created_date, created_user_id)
      values (${id}, ${partitionName}, ${description}, statement_timestamp(), ${userId}) returning created_date as date`,
    'partition-insert',
  );
  const date = created?.date;
  await transaction.query(
    sql`insert into data.partition_head (partition_id, changed_second)
      values (${id}, date_trunc('second', ${date}::timestamptz))`,
    'partition-insert-head',
  );
  await transaction.query(
    sql`insert into data.log_head (partition_id) values (${id})`,
    'partition-insert-log',
  );
  await transaction.query(
    sql`insert into data.partition_version (partition_id, version, partition_name, description, changed_date,
        changed_user_id)
      values (${id}, 1, ${partitionName}, ${description}, ${date}, ${userId})`,
    'partition-insert-version',
  );
  await transaction.query(
    sql`insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id)
      values (${id}, ${userId}, 'OWNER', ${date}, ${date}, ${userId})`,
    'partition-insert-owner',
  );
}

export type TypeCounts = {
  type: string;
  timelineCount: number;
  versionCount: number;
};

/** Types with timelines, timeline_count and version_count, now or at the moment. */
export const typeCounts = (partitionId: string, asOf: AsOf | undefined): Sql =>
  asOf === undefined
    ? sql`select type, timeline_count, version_count from data.object_type where partition_id = ${partitionId}`
    : sql`select t.type, newest.type_timelines as timeline_count, newest.type_versions as version_count
        from (select ${sequenceAsOf(partitionId, asOf)} as seq) at_moment
        cross join data.object_type t
        join lateral (
          select type_timelines, type_versions from data.version
          where partition_id = ${partitionId} and type = t.type and seq <= at_moment.seq
          order by seq desc limit 1
        ) newest on true
        where t.partition_id = ${partitionId}`;

/** A partition may have any number of types: a response has at most this many, the rest are found by the cursor. */
export const maxTypes = 5000;

/** The first `maxTypes` by name. */
export async function listTypeCounts(
  database: Queryable,
  partitionId: string,
  asOf: AsOf | undefined,
): Promise<TypeCounts[]> {
  return database.query<TypeCounts>(
    sql`select type, timeline_count as "timelineCount", version_count as "versionCount"
      from (${typeCounts(partitionId, asOf)}) counted order by type limit ${maxTypes}`,
    `type-counts${axisOf(asOf)}`,
  );
}

type ImportOfVersion = {
  importedDate: string;
  importedUserId: string;
  importedUserName: string | null;
};

export type RecordedAndHeld = {
  recordedVersionCount: number;
  heldVersionCount: number;
  firstImport: ImportOfVersion | null;
  lastImport: ImportOfVersion | null;
};

/** What is recorded as of a moment, and how much of it was stored here then. */
export async function findRecordedAndHeld(
  database: Queryable,
  partitionId: string,
  moment: string,
): Promise<RecordedAndHeld> {
  const rows = await database.query<{ recorded: number; held: number } & Partial<ImportOfVersion>>(
    sql`with recorded as materialized (select ${sequenceAt(partitionId, moment)} as seq),
      held as materialized (
        select ${sequenceArrivedBy(partitionId, moment, sql`(select seq from recorded)`)} as seq
      )
      select recorded.seq as recorded, held.seq as held, ${arrival(sql`v`)} as "importedDate",
        v.imported_user_id as "importedUserId", coalesce(nullif(u.name, ''), u.username) as "importedUserName"
      from recorded cross join held
      left join data.version v on v.partition_id = ${partitionId} and recorded.seq > held.seq
        and v.seq in (held.seq + 1, recorded.seq)
      left join data.data_user u on u.user_id = v.imported_user_id
      order by v.seq`,
    'partition-recorded-and-held',
  );
  const importOf = (row: Partial<ImportOfVersion> | undefined): ImportOfVersion | null => {
    const { importedDate, importedUserId, importedUserName } = row ?? {};
    return importedDate && importedUserId
      ? { importedDate, importedUserId, importedUserName: importedUserName ?? null }
      : null;
  };
  return {
    recordedVersionCount: rows[0]?.recorded ?? 0,
    heldVersionCount: rows[0]?.held ?? 0,
    firstImport: importOf(rows[0]),
    lastImport: importOf(rows.at(-1)),
  };
}

export interface PartitionSettings {
  partitionName: string;
  description: string | null;
  retentionDays: number | null;
  archivedDate: string | null;
}

export interface LockedPartition extends PartitionSettings {
  version: number;
}

/**
 * Held by anyone who changes settings, members or types of a partition until the end of the transaction. It is taken
 * before the lock on data.partition_head.
 */
export async function lockPartition(
  transaction: Queryable,
  partitionId: string,
): Promise<LockedPartition | undefined> {
  const [partition] = await transaction.query<LockedPartition>(
    sql`select partition_name as "partitionName", description, retention_days as "retentionDays",
        archived_date as "archivedDate", version
      from data.partition where partition_id = ${partitionId} for no key update`,
    'partition-lock',
  );
  return partition;
}

/** The moment for `archivedDate`; no append in progress can be later. */
export async function setArchived(
  transaction: Queryable,
  partitionId: string,
  archived: boolean,
): Promise<string | null> {
  await transaction.query(
    sql`update data.partition_head set archived = ${archived} where partition_id = ${partitionId}`,
    'partition-set-archived',
  );
  return archived ? databaseNow(transaction) : null;
}

/** Writes the settings as the partition's next version. */
export async function updatePartition(
  transaction: Queryable,
  partitionId: string,
  { partitionName, description, retentionDays, archivedDate }: PartitionSettings,
  by: string,
): Promise<void> {
  await transaction.query(
    sql`update data.partition set partition_name = ${partitionName}, description = ${description},
        retention_days = ${retentionDays}, archived_date = ${archivedDate}, version = version + 1
      where partition_id = ${partitionId}`,
    'partition-update',
  );
  // Clocks can jump; the versions stay in order.
  const [next] = await transaction.query<{ version: number; date: string }>(
    sql`select max(version) + 1 as version,
        greatest(clock_timestamp(), max(changed_date) + interval '1 microsecond') as date
      from data.partition_version where partition_id = ${partitionId}`,
    'partition-next-version',
  );
  await transaction.query(
    sql`insert into data.partition_version (partition_id, version, partition_name, description, retention_days,
        archived_date, changed_date, changed_user_id)
      values (${partitionId}, ${next?.version}, ${partitionName}, ${description}, ${retentionDays}, ${archivedDate},
        ${next?.date}, ${by})`,
    'partition-insert-changed',
  );
}
