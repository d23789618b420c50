import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { JsonSchema } from './types.sql.ts';

export interface SchemasOfPartition {
  /** `schema_version` of data.partition_head; 0 if the partition does not exist. */
  schemaVersion: number;
  schemas: { type: string; jsonSchema: JsonSchema; bytes: number }[];
}

/** The schemas that new versions of a partition have to match, together with their common version. */
export async function loadSchemas(
  database: Queryable,
  partitionId: string,
): Promise<SchemasOfPartition> {
  const [found] = await database.query<SchemasOfPartition>(
    sql`select h.schema_version as "schemaVersion", coalesce((
        select json_agg(json_build_object('type', type, 'jsonSchema', json_schema,
          'bytes', octet_length(json_schema::text)))
        from (
          select distinct on (type) type, json_schema from data.type_schema
          where partition_id = ${partitionId} order by type, version desc
        ) newest where json_schema is not null), '[]') as schemas
      from data.partition_head h where h.partition_id = ${partitionId}`,
    'schemas-load',
  );
  return found ?? { schemaVersion: 0, schemas: [] };
}

export async function findTypesOfTimelines(
  database: Queryable,
  partitionId: string,
  timelineIds: string[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ timelineId: string; type: string }>(
    sql`select timeline_id as "timelineId", type from data.head
      where partition_id = ${partitionId} and timeline_id = any(${timelineIds}::uuid[])`,
    'types-of-timelines',
  );
  return new Map(rows.map(({ timelineId, type }) => [timelineId, type]));
}

export interface NewestOfType {
  seq: number;
  id: string;
  timelineId: string;
  objectData: Record<string, unknown>;
  bytes: number;
}

/** The newest versions of a type that are not ended and are below `before`, as many as fit. */
export async function listNewestOfType(
  database: Queryable,
  partitionId: string,
  type: string,
  { before, limit, bytes }: { before: number; limit: number; bytes: number },
): Promise<NewestOfType[]> {
  return database.query<NewestOfType>(
    sql`with wanted as (
        select v.seq, v.object_id, v.timeline_id, sum(v.bytes) over (order by v.seq desc) - v.bytes as bytes_before
        from (
          select seq from data.head_search
          where partition_id = ${partitionId} and type = ${type} and not ended and seq < ${before}
          order by seq desc limit ${limit}
        ) scanned join data.version v on v.partition_id = ${partitionId} and v.seq = scanned.seq
      )
      select wanted.seq, wanted.object_id as id, wanted.timeline_id as "timelineId", v.object_data as "objectData", v.bytes
      from wanted join data.version v on v.partition_id = ${partitionId} and v.seq = wanted.seq
      where bytes_before < ${bytes} order by wanted.seq desc`,
    'newest-of-type',
  );
}
