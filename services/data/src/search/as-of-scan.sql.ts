import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import { axisOf, sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import { joinUser } from '../versions/version-columns.sql.ts';
import {
  selectPage,
  textColumns,
  wholePage,
  wholeTexts,
  type PageRow,
  type PartialText,
  type VersionPage,
  type VersionText,
} from '../versions/version-texts.sql.ts';
import { all, type SearchQuery } from './conditions.sql.ts';

/** A version that a scan found, without its data. */
export interface ScannedVersion {
  seq: number;
  timelineId: string;
  type: string;
  /** The size of its data and references. */
  bytes: number;
  /** Whether it is still the newest one of its timeline, whose words the index knows. */
  isNewest: boolean;
}

interface TimelineRange {
  asOf: AsOf;
  /** Continue with timelines below this one. */
  below: string;
  timelines: number;
}

/**
 * Scans some timelines, youngest first, and returns their newest version as of the moment where it matches the search;
 * the data is not checked.
 * @returns also the last scanned timeline; undefined at the end
 */
export async function scanAsOf(
  database: Queryable,
  partitionId: string,
  { type, ended, authors, modifiedFrom, modifiedTo }: SearchQuery,
  { asOf, below, timelines }: TimelineRange,
): Promise<{ versions: ScannedVersion[]; last: string | undefined }> {
  const conditions = [
    ...(authors === undefined
      ? []
      : [sql`then_newest.modification_user_id = any(${authors}::uuid[])`]),
    ...(modifiedFrom === undefined
      ? []
      : [sql`then_newest.modification_date >= ${modifiedFrom}::timestamptz`]),
    ...(modifiedTo === undefined
      ? []
      : [sql`then_newest.modification_date <= ${modifiedTo}::timestamptz`]),
  ];
  const form = `search${axisOf(asOf)}${type === undefined ? '' : '-type'}${ended === undefined ? '' : ended ? '-ended' : '-open'}`;
  const state = ended === undefined ? [] : [raw(`ended_date is ${ended ? 'not null' : 'null'}`)];
  const rows = await database.query<{ scanned: string } & (ScannedVersion | { seq: null })>(
    sql`with newest as materialized (select ${sequenceAsOf(partitionId, asOf)} as seq),
      scanned as materialized (
        select timeline_id, seq from data.head
        where partition_id = ${partitionId} ${type === undefined ? empty : sql`and type = ${type}`}
          and timeline_id < ${below}::uuid
        order by timeline_id desc limit ${timelines}
      )
      select scanned.timeline_id as scanned, v.seq, v.timeline_id as "timelineId", v.type, v.bytes,
        v.seq = scanned.seq as "isNewest"
      from scanned left join lateral (
        select seq, timeline_id, type, bytes from (
          select * from data.version
          where partition_id = ${partitionId} and timeline_id = scanned.timeline_id
            and seq <= (select seq from newest)
          order by seq desc limit 1
        ) then_newest where ${all([...state, ...conditions])}
      ) v on true
      order by scanned.timeline_id desc`,
    conditions.length === 0 ? form : undefined,
  );
  return {
    versions: rows.flatMap(({ scanned: _scanned, ...version }) =>
      version.seq === null ? [] : [version],
    ),
    last: rows.length < timelines ? undefined : rows.at(-1)?.scanned,
  };
}

/** Those of the versions that match all conditions. */
export async function filterVersions(
  database: Queryable,
  partitionId: string,
  numbers: number[],
  conditions: Sql[],
): Promise<number[]> {
  const rows = await database.query<{ seq: number }>(
    sql`select version.seq from unnest(${numbers}::bigint[]) as wanted (seq) cross join lateral (
        select * from data.version where partition_id = ${partitionId} and seq = wanted.seq limit 1
      ) version where ${all(conditions)}`,
  );
  return rows.map(({ seq }) => seq);
}

/** The data of versions, by their numbers. */
export async function dataOf(
  database: Queryable,
  partitionId: string,
  numbers: number[],
): Promise<Map<number, Record<string, unknown>>> {
  const rows = await database.query<{ seq: number; objectData: Record<string, unknown> }>(
    sql`select version.seq, version.object_data as "objectData" from unnest(${numbers}::bigint[]) as wanted (seq)
      cross join lateral (
        select seq, object_data from data.version where partition_id = ${partitionId} and seq = wanted.seq limit 1
      ) version`,
    'search-data',
  );
  return new Map(rows.map(({ seq, objectData }) => [seq, objectData]));
}

interface PageLimits {
  pageSize: number;
  bytes: number;
  /** The JSON of a version, if it differs from `versionJson`. */
  json?: Sql;
}

const inOrder = (
  partitionId: string,
  numbers: number[],
) => sql`select version.*, wanted.rank_in_list
  from unnest(${numbers}::bigint[]) with ordinality as wanted (seq, rank_in_list)
  cross join lateral (
    select * from data.version where partition_id = ${partitionId} and version.seq = wanted.seq limit 1
  ) version order by wanted.rank_in_list`;

/**
 * Versions by sequence number, in that order, as far as they fit into a page.
 * @param numbers one more than the page holds if there are more
 */
export async function versionsInOrder(
  database: Queryable,
  partitionId: string,
  numbers: number[],
  { pageSize, bytes }: PageLimits,
): Promise<Found<VersionText>[]> {
  const versions = withinPage(inOrder(partitionId, numbers), sql`rank_in_list`, pageSize, {
    bytes,
  });
  const rows = await database.query<Found<PartialText>>(
    sql`select v."hasMore", ${textColumns} from (${versions}) v ${joinUser} order by v.place`,
    'search-versions',
  );
  return wholeTexts(database, rows);
}

/** The same as a page; its last key is the position among the numbers, starting at 1. */
export async function pageInOrder(
  database: Queryable,
  partitionId: string,
  numbers: number[],
  { pageSize, bytes, json }: PageLimits,
): Promise<VersionPage<number>> {
  const versions = inOrder(partitionId, numbers);
  const rows = await database.query<PageRow<number>>(
    selectPage(versions, sql`rank_in_list`, pageSize, sql`rank_in_list`, {
      bytes,
      ...(json && { json }),
    }),
    json ? undefined : 'search-page',
  );
  return wholePage(database, partitionId, rows, json);
}
