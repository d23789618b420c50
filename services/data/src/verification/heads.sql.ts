import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import type { StoredReference } from '../versions/version.ts';
import { lastTimeline, type HeadRange } from './ranges.sql.ts';

/** With more, the rows live longer than a collection of young garbage, and are copied by it. */
const batchSize = 150;

export interface ScannedHead {
  timelineId: string;
  /** Of the newest version; null if the timeline has none. */
  objectId: string | null;
  objectData: Record<string, unknown> | null;
  references: StoredReference[] | null;
  ended: boolean;
  isNewest: boolean;
  isSearchable: boolean;
}

/** Rows of data.head in the order of their timelines, as many as fit in memory, compared with the newest versions. */
export async function scanHeads(
  database: Queryable,
  { partitionId, after, upTo = lastTimeline }: HeadRange,
): Promise<ScannedHead[]> {
  return database.query<ScannedHead>(
    sql`select h.timeline_id as "timelineId", v.object_id as "objectId", v.object_data as "objectData",
        v.refs as references, v.ended_date is not null as ended,
        (h.type, h.seq, h.object_id, h.modification_date, h.modification_count, h.ended_date)
          is not distinct from
          (v.type, v.seq, v.object_id, v.modification_date, v.modification_count, v.ended_date) as "isNewest",
        (s.type, s.seq, s.ended, s.modification_user_id, s.bytes, s.object_data::text)
          is not distinct from
          (v.type, v.seq, v.ended_date is not null, v.modification_user_id, v.bytes, v.object_data::text) as "isSearchable"
      from (
        select h.*, newest.seq as newest_seq,
          sum(coalesce(newest.bytes, 0)) over (order by timeline_id) - coalesce(newest.bytes, 0) as bytes_before
        from (
          select * from data.head where partition_id = ${partitionId} and timeline_id > ${after}::uuid and timeline_id <= ${upTo}::uuid
          order by timeline_id limit ${batchSize}
        ) h left join lateral (
          select seq, bytes from data.version where partition_id = ${partitionId} and timeline_id = h.timeline_id
          order by modification_count desc limit 1
        ) newest on true
      ) h
      left join data.version v on v.partition_id = ${partitionId} and v.seq = h.newest_seq
      left join data.head_search s on s.partition_id = ${partitionId} and s.timeline_id = h.timeline_id
      where h.bytes_before < ${pageBytes}
      order by h.timeline_id`,
    'verify-heads',
  );
}

/** Timelines whose stored search words differ from these. */
export async function findOtherWords(
  database: Queryable,
  partitionId: string,
  words: readonly { timelineId: string; tsv: string }[],
): Promise<string[]> {
  const rows = await database.query<{ timelineId: string }>(
    sql`select s.timeline_id as "timelineId"
      from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as given ("timelineId" uuid, tsv text)
      join data.head_search s on s.partition_id = ${partitionId} and s.timeline_id = given."timelineId"
      where s.tsv is distinct from given.tsv::tsvector`,
    'verify-words',
  );
  return rows.map(({ timelineId }) => timelineId);
}

export interface MissingEdge {
  objectId: string;
  name: string;
  target: string;
}

/** References of heads without an open edge. */
export async function findMissingEdges(
  database: Queryable,
  partitionId: string,
  references: readonly (MissingEdge & { source: string })[],
): Promise<MissingEdge[]> {
  return database.query<MissingEdge>(
    sql`select given."objectId", given.name, given.target
      from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as given (
        "objectId" text, name text, target text, source uuid)
      where not exists (
        select from data.edge e where e.partition_id = ${partitionId} and e.target_timeline = given.target::uuid
          and e.name = given.name and e.source_timeline = given.source and e.to_seq is null)`,
    'verify-edges-open',
  );
}

/** Timelines without a row in data.head. */
export async function findHeadless(
  database: Queryable,
  partitionId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ timelineId: string }>(
    sql`select timeline_id as "timelineId" from data.version v
      where partition_id = ${partitionId} and modification_count = 1 and not exists (
        select from data.head h where h.partition_id = ${partitionId} and h.timeline_id = v.timeline_id)
      limit ${limit}`,
    'verify-headless',
  );
  return rows.map(({ timelineId }) => timelineId);
}
