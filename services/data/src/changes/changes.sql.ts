import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { bytesOfPage } from '@annals/kit/lists/page-bytes';
import { axisOf, sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import {
  selectPage,
  versionJsonWith,
  versionProperties,
  wholePage,
  type PageRow,
  type VersionPage,
  type VersionProperty,
} from '../versions/version-texts.sql.ts';

/** The number of the newest version of a partition, now or as of a moment. */
export async function findNewestSequence(
  database: Queryable,
  partitionId: string,
  asOf: AsOf | undefined,
): Promise<number> {
  const [row] = await database.query<{ newest: number }>(
    asOf === undefined
      ? sql`select next_seq - 1 as newest from data.partition_head where partition_id = ${partitionId}`
      : sql`select ${sequenceAsOf(partitionId, asOf)} as newest`,
    `newest-sequence${axisOf(asOf)}`,
  );
  return row?.newest ?? 0;
}

/** The same for several partitions. */
export async function findNewestSequences(
  database: Queryable,
  partitionIds: string[],
): Promise<{ partitionId: string; newest: number }[]> {
  return database.query<{ partitionId: string; newest: number }>(
    sql`select partition_id as "partitionId", next_seq - 1 as newest from data.partition_head
      where partition_id = any(${partitionIds}::uuid[])`,
    'newest-sequences',
  );
}

export interface ChangesQuery {
  after: number;
  upTo: number;
  pageSize: number;
  /** The properties that each version is shown with. */
  properties: ReadonlySet<VersionProperty>;
}

/**
 * Versions in the order they were written. A version becomes visible when its transaction commits, and the transactions
 * of a partition are serialized, since each holds the lock on its row in data.partition_head from before it assigns
 * numbers until its end. So no number below a visible one appears later, and reading after the last one skips nothing.
 */
export async function listAfter(
  database: Queryable,
  partitionId: string,
  { after, upTo, pageSize, properties }: ChangesQuery,
): Promise<VersionPage<number>> {
  const json = versionJsonWith(properties);
  const isLarge = properties.has('objectData') || properties.has('references');
  const versions = sql`select partition_id, seq, timeline_id, object_id, modification_count, type, modification_date,
      modification_user_id, genesis_date, genesis_user_id, predecessor_id, ended_date, imported_date, imported_user_id,
      object_data, refs, erased, reason, reason_receipt, change_set_id,
      ${isLarge ? sql`bytes` : sql`coalesce(octet_length(erased::text), 0) + coalesce(octet_length(reason), 0) as bytes`}
    from data.version
    where partition_id = ${partitionId} and seq > ${after} and seq <= ${upTo}
    order by seq limit ${pageSize + 1}`;
  const rows = await database.query<PageRow<number>>(
    selectPage(versions, sql`seq`, pageSize, sql`seq`, { bytes: bytesOfPage({}), json }),
    // Other selections of properties are too many to prepare each.
    properties.size === versionProperties.length ? 'changes' : undefined,
  );
  return wholePage(database, partitionId, rows, json);
}
