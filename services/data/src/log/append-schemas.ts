import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { entryLeaf } from '@annals/proofs/log-entry';
import { appendToLog } from './append-log.ts';
import { partitionLeaves } from './leaves.sql.ts';
import { findHead, insertMissingHead } from './log-head.sql.ts';
import type { SchemaRow } from './older-versions.sql.ts';

/** Writes changes of JSON Schemas into the log of the partition, whose lock the transaction holds. */
export async function appendSchemas(
  transaction: Queryable,
  partitionId: string,
  schemas: SchemaRow[],
): Promise<void> {
  if (schemas.length === 0) return;
  await insertMissingHead(transaction, partitionId);
  const head = await findHead(transaction, partitionId);
  if (!head) throw new Error(`The partition ${partitionId} has no log.`);
  const leaves: Uint8Array[] = [];
  for (const { type, version, jsonSchema, changedDate, changedUserId } of schemas) {
    const leaf = entryLeaf({
      kind: 'SCHEMA',
      type,
      version,
      jsonSchema,
      changedDate,
      changedUserId,
    });
    await transaction.query(
      sql`insert into data.log_entry (partition_id, log_index, kind, leaf, type, schema_version)
        values (${partitionId}, ${head.size + leaves.length}, 'SCHEMA', ${leaf}, ${type}, ${version})`,
      'log-entry-schema',
    );
    leaves.push(leaf);
  }
  await appendToLog(
    transaction,
    partitionId,
    head,
    leaves,
    partitionLeaves(transaction, partitionId),
  );
}
