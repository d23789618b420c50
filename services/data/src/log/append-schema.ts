import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { entryLeaf, type SchemaEntry } from '@annals/proofs/log-entry';
import { appendToLog } from './append-log.ts';
import { partitionLeaves } from './leaves.sql.ts';
import { findHead } from './log-head.sql.ts';

/** Writes a change of a JSON Schema into the log of the partition, whose lock the transaction holds. */
export async function appendSchema(
  transaction: Queryable,
  partitionId: string,
  schema: Omit<SchemaEntry, 'kind'>,
): Promise<void> {
  const head = await findHead(transaction, partitionId);
  if (!head) throw new Error(`The partition ${partitionId} has no log.`);
  const leaf = entryLeaf({ kind: 'SCHEMA', ...schema });
  await transaction.query(
    sql`insert into data.log_entry (partition_id, log_index, kind, leaf, type, schema_version)
      values (${partitionId}, ${head.size}, 'SCHEMA', ${leaf}, ${schema.type}, ${schema.version})`,
    'log-entry-schema',
  );
  const leaves = partitionLeaves(transaction, partitionId);
  await appendToLog(transaction, partitionId, head, [leaf], leaves);
}
