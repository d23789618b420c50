import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import { arrival, axisOf, sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import { findSmallPage, ifSmall } from '../versions/small-page.sql.ts';
import { joinUser } from '../versions/version-columns.sql.ts';
import {
  idIn,
  textColumns,
  wholeTexts,
  versionJson,
  type PartialText,
  type VersionPage,
} from '../versions/version-texts.sql.ts';

interface Pointing {
  /** The name of the reference. */
  name: string;
  timelineId: string;
}

/** By the name of the reference, then by the age of the timeline that contains it. */
export const byReference = new Keyset<Pointing>('referencedBy', [
  columnKey('name', sql`edge.name`, 'text'),
  columnKey('timelineId', sql`edge.source_timeline`, 'uuid'),
]);

interface ReferencingQuery {
  partitionId: string;
  objectId: string;
  name: string | undefined;
  range: PageRange;
  bytes: number;
  asOf: AsOf | undefined;
}

/**
 * The versions that reference the timeline of an object; undefined if the object does not exist, or did not at the
 * moment.
 */
export async function listReferencing(
  database: Queryable,
  query: ReferencingQuery,
): Promise<VersionPage<Pointing> | undefined> {
  const { partitionId, objectId, asOf, range, bytes, name } = query;
  const present = asOf === undefined;
  const form = `${axisOf(asOf)}${name === undefined ? '' : '-name'}${range.after ? '-after' : ''}`;
  const edges = sql`select edge.name, edge.source_timeline from data.edge
    where edge.partition_id = ${partitionId} and edge.target_timeline = target.timeline_id and ${
      present
        ? sql`edge.to_seq is null`
        : sql`edge.from_seq <= target.newest and (edge.to_seq is null or edge.to_seq > target.newest)`
    }
      ${name === undefined ? empty : sql`and edge.name = ${name}`}
      ${byReference.after(range)} ${byReference.orderAndLimit(range)}`;
  // With `limit 1` it is one index lookup: otherwise the planner would read all heads for a popular target.
  const newest = present
    ? sql`select version.* from data.head
        join data.version on version.partition_id = head.partition_id and version.seq = head.seq
        where head.partition_id = ${partitionId} and head.timeline_id = pointing.source_timeline limit 1`
    : sql`select * from data.version
        where partition_id = ${partitionId} and timeline_id = pointing.source_timeline and seq <= target.newest
        order by seq desc limit 1`;
  if (present) {
    const page = await findSmallPage<Pointing>(
      database,
      { partitionId, pageSize: range.pageSize, name: `referenced-by-small${form}` },
      sql`select v.name, v.timeline_id as "timelineId",
          ${ifSmall(sql`concat('{"name":', to_json(v.name), ',"object":', ${versionJson}, '}')`)} as json
        from (
          select pointing.name, version.* from (
            select timeline_id from data.version where partition_id = ${partitionId} and object_id = ${objectId}
          ) target, lateral (${edges}) pointing, lateral (${newest}) version
        ) v ${joinUser} order by v.name, v.timeline_id`,
    );
    if (page) return { ...page, lastKey: page.last };
  }
  const pointing = sql`select pointing.name, source.* from (${edges}) pointing, lateral (${newest}) source
    order by pointing.name, pointing.source_timeline`;
  const rows = await database.query<Found<PartialText & Pointing>>(
    sql`with target as materialized (
      select timeline_id, ${present ? sql`0` : sequenceAsOf(partitionId, asOf)} as newest from data.version
      where partition_id = ${partitionId} and object_id = ${objectId}
        ${present ? empty : sql`and genesis_date <= ${asOf.moment}::timestamptz`}
        ${
          asOf?.held === true
            ? sql`and exists (
          select from data.version first where first.partition_id = ${partitionId}
            and first.timeline_id = version.timeline_id and first.modification_count = 1
            and ${arrival(sql`first`)} <= ${asOf.moment}::timestamptz)`
            : empty
        }
    )
    select v.name, v."hasMore", v.timeline_id as "timelineId", ${textColumns}
    from target
    left join lateral (${withinPage(pointing, sql`name, timeline_id`, range.pageSize, { bytes })}) v on true ${joinUser}
    order by v.name, v.timeline_id`,
    `referenced-by${form}`,
  );
  if (rows.length === 0) return undefined;
  // Without references there is a single row, which only contains the target.
  const found = await wholeTexts(
    database,
    rows.filter((row) => (row.name as string | null) !== null),
  );
  return {
    items: found
      .map(({ name: reference, json }) => `{"name":${JSON.stringify(reference)},"object":${json}}`)
      .join(','),
    ids: () => found.map(({ json }) => idIn(json)),
    shown: found.length,
    hasMore: found.at(-1)?.hasMore === true,
    lastKey: found.at(-1) ?? null,
  };
}
