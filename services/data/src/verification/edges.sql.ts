import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { Edge } from '../append/rows.ts';

export interface OpenedEdge {
  fromSeq: number;
  target: string;
  name: string;
  /** Whether it is stored, and until when. */
  isStored: boolean;
  toSeq: number | null;
}

/** The edges as they are stored. */
export async function findOpenedEdges(
  database: Queryable,
  partitionId: string,
  edges: readonly Edge[],
): Promise<OpenedEdge[]> {
  return database.query<OpenedEdge>(
    sql`select given."fromSeq", given.target, given.name, e.from_seq is not null as "isStored", e.to_seq as "toSeq"
      from jsonb_to_recordset(${JSON.stringify(edges)}::jsonb) as given (
        name text, target uuid, source uuid, "fromSeq" bigint)
      left join data.edge e on e.partition_id = ${partitionId} and e.target_timeline = given.target
        and e.name = given.name and e.source_timeline = given.source and e.from_seq = given."fromSeq"`,
    'verify-edges-opened',
  );
}

/** The edges that are not stored as ended by their version. */
export async function findUnclosedEdges(
  database: Queryable,
  partitionId: string,
  edges: readonly Omit<Edge, 'fromSeq'>[],
): Promise<{ toSeq: number; target: string; name: string }[]> {
  return database.query(
    sql`select given."toSeq", given.target, given.name
      from jsonb_to_recordset(${JSON.stringify(edges)}::jsonb) as given (
        name text, target uuid, source uuid, "toSeq" bigint)
      where not exists (
        select from data.edge e where e.partition_id = ${partitionId} and e.target_timeline = given.target
          and e.name = given.name and e.source_timeline = given.source and e.to_seq = given."toSeq")`,
    'verify-edges-closed',
  );
}

/** Edges whose version does not have the reference, or is not the first one with it. */
export async function findStrayEdges(
  database: Queryable,
  partitionId: string,
  limit: number,
): Promise<{ target: string; name: string; source: string; fromSeq: number }[]> {
  return database.query(
    sql`select e.target_timeline as target, e.name, e.source_timeline as source, e.from_seq as "fromSeq"
      from data.edge e
      left join data.version v on v.partition_id = e.partition_id and v.seq = e.from_seq
        and v.timeline_id = e.source_timeline and v.ended_date is null
        and v.refs @> jsonb_build_array(jsonb_build_object('name', e.name, 'timelineId', e.target_timeline))
      left join data.version p on p.partition_id = e.partition_id and p.object_id = v.predecessor_id
        and p.ended_date is null
        and p.refs @> jsonb_build_array(jsonb_build_object('name', e.name, 'timelineId', e.target_timeline))
      where e.partition_id = ${partitionId} and (v.seq is null or p.seq is not null) limit ${limit}`,
    'verify-edges-stray',
  );
}
