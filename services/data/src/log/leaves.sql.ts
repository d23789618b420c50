import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { versionLeaf } from '@annals/proofs/log-entry';
import type { LeafSource } from './append-log.ts';

/** The leaves of a partition's log from one index to before another, from its versions and other entries. */
export async function findLeaves(
  database: Queryable,
  partitionId: string,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  if (from >= to) return [];
  // A version of index i has the number i + 1 less the entries before it that are none.
  const others = sql`(select count(*) from data.log_entry where partition_id = ${partitionId} and log_index < ${from})`;
  const rows = await database.query<{ root: Uint8Array | null; leaf: Uint8Array | null }>(
    sql`select root, leaf from (
        select log_index, root, null::bytea as leaf from data.version
        where partition_id = ${partitionId} and seq between ${from}::bigint + 1 - ${others} and ${to}::bigint - ${others}
          and log_index >= ${from} and log_index < ${to}
        union all
        select log_index, null, leaf from data.log_entry
        where partition_id = ${partitionId} and log_index >= ${from} and log_index < ${to}
      ) entries order by log_index`,
    'log-leaves',
  );
  return rows.flatMap(({ root, leaf }) => (root ? versionLeaf(root) : (leaf ?? [])));
}

/** The leaves that a partition's log has already. */
export const partitionLeaves =
  (database: Queryable, partitionId: string): LeafSource =>
  async (from, to) =>
    findLeaves(database, partitionId, from, to);
