import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { measuredPage, type Found } from '@annals/kit/lists/page-bytes';
import { holding } from '../members/members.sql.ts';
import { mayOpen, type Sight } from './sight.sql.ts';

export type Partition = {
  id: string;
  partitionName: string;
  description: string | null;
  role: MemberRole | null;
  timelineCount: number;
  versionCount: number;
  createdDate: string;
  lastChangeDate: string | null;
  archivedDate: string | null;
  retentionDays: number | null;
  version: number;
};

const columns = sql`p.partition_id as id, p.created_date as "createdDate", m.role,
  told.partition_name as "partitionName", told.description, told.archived_date as "archivedDate",
  told.retention_days as "retentionDays", told.version,
  counted.timelines as "timelineCount", counted.versions as "versionCount", counted.last_change as "lastChangeDate"`;

/** Partitions as p, with what they were called as `told` and what they held as `counted`, now or at the moment. */
function sources(userId: string, asOf: string | undefined): Sql {
  const member = sql`left join data.member_period m
    on m.partition_id = p.partition_id and m.user_id = ${userId} and ${holding(asOf)}`;
  if (asOf === undefined)
    return sql`data.partition p join data.partition told on told.partition_id = p.partition_id
      join lateral (
        select timeline_count as timelines, next_seq - 1 as versions, last_change_date as last_change
        from data.partition_head where partition_id = p.partition_id
      ) counted on true ${member}`;
  // What was imported may be older than the partition; then it had the name that it was created with.
  return sql`data.partition p
    join lateral (
      select * from data.partition_version where partition_id = p.partition_id
        and (changed_date <= ${asOf}::timestamptz or version = 1)
      order by version desc limit 1
    ) told on true
    left join lateral (
      select timeline_number, seq, modification_date from data.version
      where partition_id = p.partition_id and modification_date <= ${asOf}::timestamptz
      order by modification_date desc, seq desc limit 1
    ) newest on true
    join lateral (
      select coalesce(newest.timeline_number, 0) as timelines, coalesce(newest.seq, 0) as versions,
        newest.modification_date as last_change
      where p.created_date <= ${asOf}::timestamptz or newest.seq is not null
    ) counted on true ${member}`;
}

// An empty partition counts as changed when it was created. `shown`: out of the columns of an answer.
const sortKeys = {
  partitionName: {
    key: sql`told.partition_name collate "und-x-icu"`,
    shown: sql`"partitionName" collate "und-x-icu"`,
    type: 'text collate "und-x-icu"',
  },
  lastChangeDate: {
    key: sql`coalesce(counted.last_change, p.created_date)`,
    shown: sql`coalesce("lastChangeDate", "createdDate")`,
    type: 'timestamptz',
  },
};

export interface PartitionFilter {
  sight: Sight;
  /** Contained in the partition's name, in any case of letters. */
  name: string | undefined;
  archived: boolean | undefined;
  asOf: string | undefined;
  sort: keyof typeof sortKeys;
  descending: boolean;
  after: { key: string; id: string } | undefined;
  skip: number;
  pageSize: number;
}

export async function listPartitions(
  database: Queryable,
  filter: PartitionFilter,
): Promise<Found<Partition>[]> {
  const { sight, asOf, pageSize } = filter;
  const { key, shown, type } = sortKeys[filter.sort];
  const direction = raw(filter.descending ? 'desc' : 'asc');
  const past = raw(filter.descending ? '<' : '>');
  const after = filter.after
    ? sql`and (${key}, p.partition_id) ${past} (${filter.after.key}::${raw(type)}, ${filter.after.id}::uuid)`
    : empty;
  const rows = sql`select ${columns} from ${sources(sight.userId, asOf)}
    where ${mayOpen(sight, sql`p.partition_id`)} ${nameContains(filter.name)} ${archivedIs(filter.archived)} ${after}
    order by ${key} ${direction}, p.partition_id ${direction} limit ${pageSize + 1} offset ${filter.skip}`;
  return database.query<Found<Partition>>(
    measuredPage(rows, sql`${shown} ${direction}, id ${direction}`, pageSize),
  );
}

function nameContains(name: string | undefined): Sql {
  return name === undefined
    ? empty
    : sql`and position(lower(${name}::text collate "und-x-icu") in lower(told.partition_name collate "und-x-icu")) > 0`;
}

function archivedIs(archived: boolean | undefined): Sql {
  return archived === undefined ? empty : sql`and (told.archived_date is not null) = ${archived}`;
}

/** Undefined when there is no such partition, or was none at the moment. */
export async function findPartition(
  database: Queryable,
  partitionId: string,
  userId: string,
  asOf?: string,
): Promise<Partition | undefined> {
  const [partition] = await database.query<Partition>(
    sql`select ${columns} from ${sources(userId, asOf)} where p.partition_id = ${partitionId}`,
    asOf === undefined ? 'partition-get' : 'partition-get-as-of',
  );
  return partition;
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
  await transaction.query(
    sql`with created as (
        insert into data.partition (partition_id, partition_name, description, created_date, created_user_id)
        values (${id}, ${partitionName}, ${description}, clock_timestamp(), ${userId})
        returning partition_id, created_date
      ), counted as (
        insert into data.partition_head (partition_id) select partition_id from created
      ), logged as (
        insert into data.log_head (partition_id) select partition_id from created
      ), told as (
        insert into data.partition_version (partition_id, version, partition_name, description, changed_date, changed_user_id)
        select partition_id, 1, ${partitionName}, ${description}, created_date, ${userId} from created
      )
      insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id)
      select partition_id, ${userId}, 'OWNER', created_date, created_date, ${userId} from created`,
    'partition-insert',
  );
}
