import type { Database, Queryable } from '@annals/kit/database/database';
import { lockForAppend } from '../append/append.sql.ts';
import { addTiles } from './append-log.ts';
import { appendSchemas } from './append-schemas.ts';
import { partitionLeaves } from './leaves.sql.ts';
import { insertMissingHead } from './log-head.sql.ts';
import * as table from './older-versions.sql.ts';
import { byteaText, LogBuilder } from './log-builder.ts';

const versionsTogether = 500;
const schemasTogether = 100;

/**
 * Gives versions from before there were logs their places in them, partition by partition, in the order of their
 * numbers; then changes of JSON Schemas, in the order of their dates. Each piece is committed for itself, so whoever
 * begins anew goes on where it was left.
 * @param mostVersions in a piece
 * @returns how many
 */
export async function sealOlderVersions(
  database: Database,
  mostVersions = versionsTogether,
): Promise<{ versions: number; schemas: number }> {
  const sealed = { versions: 0, schemas: 0 };
  for (const partitionId of await table.listUnsealed(database)) {
    sealed.versions += await pieceByPiece(database, async (transaction) =>
      sealVersions(transaction, partitionId, mostVersions),
    );
    sealed.schemas += await pieceByPiece(database, async (transaction) =>
      sealSchemas(transaction, partitionId),
    );
  }
  return sealed;
}

async function pieceByPiece(
  database: Database,
  piece: (transaction: Queryable) => Promise<number | undefined>,
): Promise<number> {
  for (let made = 0; ;) {
    const more = await database.transaction(piece);
    if (!more) return made;
    made += more;
  }
}

/** All versions of one partition, within the transaction that is to append to it. False when there is none. */
export async function sealPartition(transaction: Queryable, partitionId: string): Promise<boolean> {
  for (;;) {
    const made = await sealVersions(transaction, partitionId);
    if (made === undefined) return false;
    if (made === 0) return true;
  }
}

async function sealVersions(
  transaction: Queryable,
  partitionId: string,
  mostVersions = versionsTogether,
): Promise<number | undefined> {
  await insertMissingHead(transaction, partitionId);
  const locked = await lockForAppend(transaction, partitionId);
  if (!locked) return undefined;
  const { log } = locked;
  const versions = await table.findUnsealedVersions(
    transaction,
    partitionId,
    log.versionCount,
    mostVersions,
  );
  if (versions.length === 0) return 0;
  const roots = new Map<string, Uint8Array | null>();
  for (const { timelineId, predecessorRoot } of versions)
    if (!roots.has(timelineId)) roots.set(timelineId, predecessorRoot);
  const sealing = new LogBuilder(partitionId, log, (timelineId) => roots.get(timelineId));
  const seals = versions.map((version) => {
    const { root, leaves, logIndex } = sealing.add(version);
    return { seq: version.seq, logIndex, root: byteaText(root), leaves: byteaText(leaves) };
  });
  await table.writeSeals(transaction, partitionId, seals, sealing.head());
  await addTiles(
    transaction,
    partitionId,
    log.size,
    sealing.leaves,
    partitionLeaves(transaction, partitionId),
  );
  return versions.length;
}

async function sealSchemas(
  transaction: Queryable,
  partitionId: string,
): Promise<number | undefined> {
  await insertMissingHead(transaction, partitionId);
  if (!(await lockForAppend(transaction, partitionId))) return undefined;
  const schemas = await table.findUnsealedSchemas(transaction, partitionId, schemasTogether);
  await appendSchemas(transaction, partitionId, schemas);
  return schemas.length;
}
