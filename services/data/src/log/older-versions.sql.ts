import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage } from '@annals/kit/lists/page-bytes';
import type { Version } from '../versions/version.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { JsonSchema } from '../types/types.sql.ts';
import type { LogHead } from './log-head.sql.ts';

/** Partitions with versions or schemas that do not stand in their logs. */
export async function listUnsealed(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    sql`select head.partition_id as id from data.partition_head head
        left join data.log_head log on log.partition_id = head.partition_id
        where log.version_count is distinct from head.next_seq - 1
      union
      select told.partition_id from data.type_schema told where not exists (
        select from data.log_entry entry where entry.partition_id = told.partition_id and entry.kind = 'SCHEMA'
          and entry.type = told.type and entry.schema_version = told.version)
      order by id`,
  );
  return rows.map(({ id }) => id);
}

export type UnsealedVersion = Version & { predecessorRoot: Uint8Array | null };

/** The first versions after the last one that stands in the log, as many as come into memory together. */
export async function findUnsealedVersions(
  transaction: Queryable,
  partitionId: string,
  versionCount: number,
  limit: number,
): Promise<UnsealedVersion[]> {
  const next = sql`select * from data.version
    where partition_id = ${partitionId} and seq > ${versionCount} order by seq limit ${limit}`;
  return transaction.query<UnsealedVersion>(
    sql`select ${versionColumns}, predecessor.root as "predecessorRoot"
      from (${withinPage(next, sql`seq`, limit)}) v ${joinUser}
      left join data.version predecessor
        on predecessor.partition_id = v.partition_id and predecessor.object_id = v.predecessor_id
      order by v.seq`,
    'log-unsealed-versions',
  );
}

export interface SealRow {
  seq: number;
  logIndex: number;
  /** As text of a bytea. */
  root: string;
  leaves: string;
}

/** @param head how far the log has come with the versions */
export async function writeSeals(
  transaction: Queryable,
  partitionId: string,
  seals: SealRow[],
  head: LogHead,
): Promise<void> {
  await transaction.query(
    sql`with sealed as (
        update data.version set root = given.root, leaves = given.leaves, log_index = given."logIndex"
        from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as given (
          seq bigint, "logIndex" bigint, root bytea, leaves bytea)
        where version.partition_id = ${partitionId}::uuid and version.seq = given.seq
      )
      update data.log_head set size = ${head.size}, frontier = ${head.frontier},
        version_count = version_count + ${seals.length}
      where partition_id = ${partitionId}::uuid`,
    'log-seals-write',
  );
}

export interface SchemaRow {
  type: string;
  version: number;
  jsonSchema: JsonSchema | null;
  changedDate: string;
  changedUserId: string;
}

/** Changes of JSON Schemas that do not stand in the log, in the order they were made. */
export async function findUnsealedSchemas(
  transaction: Queryable,
  partitionId: string,
  limit: number,
): Promise<SchemaRow[]> {
  return transaction.query<SchemaRow>(
    sql`select type, version, json_schema as "jsonSchema", changed_date as "changedDate",
        changed_user_id as "changedUserId"
      from data.type_schema told
      where partition_id = ${partitionId} and not exists (
        select from data.log_entry entry where entry.partition_id = told.partition_id and entry.kind = 'SCHEMA'
          and entry.type = told.type and entry.schema_version = told.version)
      order by changed_date, type, version limit ${limit}`,
    'log-unsealed-schemas',
  );
}
