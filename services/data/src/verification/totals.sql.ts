import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { AppendRule, ChangeRule } from '../change-policy/change-rules.ts';

export async function countTiles(database: Queryable, logId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) from data.log_tile where partition_id = ${logId}`,
    'verify-tile-count',
  );
  return row?.count ?? 0;
}

/** The numbers of rows of a partition. */
export interface Totals {
  heads: number;
  searchable: number;
  edges: number;
  openEdges: number;
  schemas: number;
  receipts: number;
  /** The committed ones. */
  changeSets: number;
  /** Versions of the change rules. */
  policies: number;
}

export async function findTotals(database: Queryable, partitionId: string): Promise<Totals> {
  const [row] = await database.query<Totals>(
    sql`select (select count(*) from data.head where partition_id = ${partitionId}) as heads,
      (select count(*) from data.head_search where partition_id = ${partitionId}) as searchable,
      (select count(*) from data.edge where partition_id = ${partitionId}) as edges,
      (select count(*) from data.edge where partition_id = ${partitionId} and to_seq is null) as "openEdges",
      (select count(*) from data.type_schema where partition_id = ${partitionId}) as schemas,
      (select count(*) from data.erasure where partition_id = ${partitionId}) as receipts,
      (select count(*) from data.change_set where partition_id = ${partitionId} and state = 'COMMITTED')
        as "changeSets",
      (select count(*) from data.change_policy where partition_id = ${partitionId}) as policies`,
    'verify-totals',
  );
  if (!row) throw new Error('A select without a table gives one row.');
  return row;
}

export interface PartitionCounters {
  nextSeq: number;
  timelineCount: number;
  lastChangeDate: string | null;
  archived: boolean;
  schemaVersion: number;
  archivedDate: string | null;
  /** Whether the timestamps used to find partitions match the newest version. */
  secondsMatch: boolean;
  /** The newest change rules as applied to appends, and as stored. */
  changeRules: AppendRule[] | null;
  policyRules: ChangeRule[] | null;
}

export async function findCounters(
  database: Queryable,
  partitionId: string,
): Promise<PartitionCounters | undefined> {
  const [row] = await database.query<PartitionCounters>(
    sql`select h.next_seq as "nextSeq", h.timeline_count as "timelineCount", h.last_change_date as "lastChangeDate",
        h.archived, h.schema_version as "schemaVersion", p.archived_date as "archivedDate",
        h.changed_second = date_trunc('second', coalesce(h.last_change_date, p.created_date))
          and h.arrived_second is not distinct from (
            select date_trunc('second', coalesce(imported_date, modification_date)) from data.version
            where partition_id = ${partitionId} and seq = h.next_seq - 1) as "secondsMatch",
        h.change_rules as "changeRules", (
          select rules from data.change_policy newest where newest.partition_id = ${partitionId}
          order by version desc limit 1) as "policyRules"
      from data.partition_head h join data.partition p using (partition_id) where partition_id = ${partitionId}`,
    'verify-counters',
  );
  return row;
}

export async function listTypeCounters(
  database: Queryable,
  partitionId: string,
): Promise<{ type: string; timelineCount: number; versionCount: number }[]> {
  return database.query(
    sql`select type, timeline_count as "timelineCount", version_count as "versionCount"
      from data.object_type where partition_id = ${partitionId} order by type`,
    'verify-types',
  );
}

export async function listWriterCounters(
  database: Queryable,
  partitionId: string,
): Promise<{ userId: string; versionCount: number; lastSeq: number }[]> {
  return database.query(
    sql`select user_id as "userId", version_count as "versionCount", last_seq as "lastSeq"
      from data.writer where partition_id = ${partitionId} order by user_id`,
    'verify-writers',
  );
}
