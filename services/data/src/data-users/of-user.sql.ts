import sql, { raw, type Sql } from 'sql-template-tag';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { withCustomPlan } from '@annals/kit/database/queryable';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import { axisOf, sequenceAsOf, sequenceAt, type AsOf } from '../versions/as-of.sql.ts';
import { joinUser } from '../versions/version-columns.sql.ts';
import {
  statementName,
  textColumns,
  textColumnsWith,
  versionJsonFor,
  wholeTexts,
  type JsonIn,
  type PartialText,
  type VersionText,
} from '../versions/version-texts.sql.ts';
import {
  accessKnownSince,
  holding,
  mayOpen,
  openTo,
  uuidLiteral,
  type Scope,
} from '../partitions/scope.sql.ts';

export type PartitionOfUser = {
  id: string;
  partitionName: string;
  role: MemberRole | null;
  sinceDate: string | null;
  versionCount: number;
  lastWrittenDate: string | null;
  /** As of a moment at which membership was not recorded yet: since when it is. */
  knownSince: string | null;
};

export interface OfUser {
  userId: string;
  scope: Scope;
  asOf: AsOf | undefined;
}

const endOfTime: AsOf = { moment: 'infinity', held: false };

export const partitionsOfUserByName = new Keyset<PartitionOfUser>('partitionsOfUser', [
  columnKey('partitionName', sql`named.partition_name collate "und-x-icu"`, 'text', 'und-x-icu'),
  columnKey('id', sql`p.partition_id`, 'uuid'),
]);

/** The partitions a user was a member of or had written to, by name. */
export async function listPartitionsOfUser(
  database: Queryable,
  { userId, scope, asOf }: OfUser,
  range: PageRange,
): Promise<Found<PartitionOfUser>[]> {
  const at = asOf ?? endOfTime;
  const ids = asOf ? undefined : await findPartitionsOfUser(database, { userId, scope }, range);
  if (ids?.length === 0) return [];
  const touched = ids
    ? sql`data.partition p`
    : sql`(select partition_id from data.member_period where user_id = ${userId}
          union select partition_id from data.writer where user_id = ${userId}) touched
      join data.partition p on p.partition_id = touched.partition_id`;
  const wanted = ids
    ? sql`and p.partition_id = any(${ids}::uuid[])`
    : sql`${partitionsOfUserByName.after(range)} ${partitionsOfUserByName.orderAndLimit(range)}`;
  const rows = sql`select p.partition_id as id, named.partition_name as "partitionName", m.role, m.since_date as "sinceDate",
        coalesce(written.user_versions, 0) as "versionCount", written.modification_date as "lastWrittenDate",
        ${accessKnownSince(asOf?.moment)} as "knownSince"
      from ${touched}
      join lateral (
        select partition_name from data.partition_version
        where partition_id = p.partition_id and (changed_date <= ${at.moment}::timestamptz or version = 1)
        order by version desc limit 1
      ) named on true
      left join data.member_period m
        on m.partition_id = p.partition_id and m.user_id = ${userId} and ${holding(asOf?.moment)}
      left join lateral (
        select user_versions, modification_date from data.version
        where partition_id = p.partition_id and modification_user_id = ${userId}
          and seq <= ${sequenceAsOf(sql`p.partition_id`, at)}
        order by seq desc limit 1
      ) written on true
      where (m.user_id is not null or written.user_versions is not null)
        and ${mayOpen(scope, sql`p.partition_id`)} ${wanted}`;
  return database.query<Found<PartitionOfUser>>(
    partitionsOfUserByName.measured(rows, range),
    `partitions-of-user${range.after === undefined || ids ? '' : '-after'}${axisOf(asOf)}`,
  );
}

/**
 * The ids of a page and one more, now. Each of the two sources starts from the user's partitions if they are few, and
 * otherwise follows the names until the page is full.
 */
async function findPartitionsOfUser(
  database: Queryable,
  { userId, scope }: Omit<OfUser, 'asOf'>,
  range: PageRange,
): Promise<string[]> {
  const { after, skip, pageSize } = range;
  const firstOf = (source: Sql) => sql`(
    select p.partition_id, named.partition_name
    from data.partition p join data.partition named on named.partition_id = p.partition_id
    where exists (select from ${source} mine where mine.partition_id = p.partition_id and mine.user_id = ${uuidLiteral(userId)})
      and ${openTo(scope, sql`p.partition_id`)} ${partitionsOfUserByName.after({ after, skip, pageSize })}
    ${partitionsOfUserByName.orderAndLimit({ after, skip: 0, pageSize: skip + pageSize })})`;
  const rows = await database.query<{ id: string }>(
    withCustomPlan(
      sql`select partition_id as id from (
          ${firstOf(sql`data.member`)} union ${firstOf(sql`data.writer`)}
        ) touched order by partition_name, partition_id limit ${pageSize + 1} offset ${skip}`,
    ),
  );
  return rows.map(({ id }) => id);
}

interface OfPartition {
  modificationDate: string;
  partitionName: string;
}

export type VersionOfUser = VersionText & OfPartition;

const newestFirst = sql`modification_date desc, partition_id desc, seq desc`;

/** The position of a version among those of all partitions. */
export interface VersionPosition {
  modificationDate: string;
  partitionId: string;
  seq: number;
}

/** How many times as many partitions the next attempt reads, so that all attempts cost little more than the last one. */
const further = 8;

type UserPage = Omit<PageRange, 'after'> & {
  after: VersionPosition | undefined;
  bytes: number;
  withPredecessor?: boolean | undefined;
};

/**
 * The versions a user wrote in any partition, newest first. Partitions are read in the order of their last change, until
 * none of the others can contain a version of the page.
 */
export async function listVersionsOfUser(
  database: Queryable,
  ofUser: OfUser,
  page: UserPage,
): Promise<Found<VersionOfUser>[]> {
  const { withPredecessor, pageSize, skip } = page;
  const jsonIn: JsonIn = (partitionId) =>
    versionJsonFor({ withPredecessor, pageSize, partitionId });
  for (let most = 2 * (skip + pageSize + 1); ; most *= further) {
    const { ids, rest } = await findWrittenPartitions(database, ofUser, most);
    if (ids.length === 0) return [];
    const rows = await readVersionsOfUser(database, ofUser, page, ids);
    if (rest === undefined || isBefore(rest, rows)) return wholeTexts(database, rows, jsonIn);
  }
}

/** Whether a partition that changed last in this second contains no version of a full page. */
function isBefore(second: string, rows: readonly Found<OfPartition>[]): boolean {
  const last = rows.at(-1);
  return last?.hasMore === true && Date.parse(last.modificationDate) >= Date.parse(second) + 1000;
}

interface WrittenPartitions {
  ids: string[];
  /** The second of the last change of the first partition after these; undefined if there is none. */
  rest: string | undefined;
}

/** The partitions that the user has written to, most recently changed first. */
async function findWrittenPartitions(
  database: Queryable,
  { userId, scope }: OfUser,
  most: number,
): Promise<WrittenPartitions> {
  const rows = await database.query<{ id: string; changed: string }>(
    withCustomPlan(
      sql`select h.partition_id as id, h.changed_second as changed from data.partition_head h
        where exists (select from data.writer w
            where w.partition_id = h.partition_id and w.user_id = ${uuidLiteral(userId)})
          and ${openTo(scope, sql`h.partition_id`)}
        order by h.changed_second desc limit ${most + 1}`,
    ),
  );
  return { ids: rows.slice(0, most).map(({ id }) => id), rest: rows[most]?.changed };
}

/** Each of the partitions contributes at most a page; the newest of these are read in full, as far as they fit into a page. */
async function readVersionsOfUser(
  database: Queryable,
  { userId, scope, asOf }: OfUser,
  { after, skip, pageSize, bytes, withPredecessor }: UserPage,
  partitionIds: readonly string[],
): Promise<Found<PartialText & OfPartition>[]> {
  // The predecessors are read with the rest, partition by partition.
  const columns = withPredecessor === true ? textColumnsWith(raw('null::text')) : textColumns;
  const at = asOf ?? endOfTime;
  // Below the position in the order (date, partition, number); versions with the same date in later partitions count
  // too.
  const highest = after
    ? sql`least(${sequenceAsOf(sql`w.partition_id`, at)}, case
        when w.partition_id = ${after.partitionId}::uuid then ${after.seq}::bigint - 1
        when w.partition_id < ${after.partitionId}::uuid
          then ${sequenceAt(sql`w.partition_id`, after.modificationDate)}
        else ${sequenceAt(sql`w.partition_id`, sql`(${after.modificationDate}::timestamptz - interval '1 microsecond')`)}
        end)`
    : sequenceAsOf(sql`w.partition_id`, at);
  const versions = sql`select version.* from newest
    join data.version on version.partition_id = newest.partition_id and version.seq = newest.seq`;
  return database.query<Found<PartialText & OfPartition>>(
    sql`with newest as (
        select w.partition_id, mine.seq, mine.modification_date from data.writer w
        cross join lateral (
          select seq, modification_date from data.version
          where partition_id = w.partition_id and modification_user_id = ${userId} and seq <= ${highest}
          order by seq desc limit ${skip + pageSize + 1}
        ) mine
        where w.user_id = ${userId} and w.partition_id = any(${partitionIds}::uuid[])
          and ${mayOpen(scope, sql`w.partition_id`)}
        order by mine.modification_date desc, w.partition_id desc, mine.seq desc limit ${pageSize + 1} offset ${skip}
      )
      select v."hasMore", v.modification_date as "modificationDate", p.partition_name as "partitionName", ${columns}
      from (${withinPage(versions, newestFirst, pageSize, { bytes })}) v
      join data.partition p on p.partition_id = v.partition_id ${joinUser}
      order by v.place`,
    statementName(
      `versions-of-user${after === undefined ? '' : '-after'}${at.held ? axisOf(at) : ''}`,
      { withPredecessor },
    ),
  );
}
