import { createHash } from 'node:crypto';
import { leafHashOfText } from '@annals/proofs/merkle-tree';
import type { StoredBatch } from './read-batch.ts';
import { digestQuery } from './digest-query.ts';

/** What the log of reads has of a batch. */
export interface BatchDigests {
  /** Over all that never changes: an erased query leaves its digest. */
  root: Uint8Array;
  /** Over the numbers of rows of streams, which are known only after the batch was written. */
  counts: Uint8Array;
}

export interface ReadEntry extends BatchDigests {
  partitionId: string;
  batchId: string;
}

export function digestsOf({ looks, records, ...shared }: StoredBatch): BatchDigests {
  const isLate = looks.map(([, , , whole]) => whole === 1);
  const lastingLooks = looks.map((look) => {
    const [call, , asOf, whole, objects, timeline] = look;
    return [call, digestQuery(look), asOf, whole, objects, timeline];
  });
  const lasting = records.map(([sinceFirstMs, source, look, requestId, count]) => [
    sinceFirstMs,
    source,
    look,
    requestId,
    isLate[look] ? null : count,
  ]);
  const late = records.map(([, , look, , count]) => (isLate[look] ? count : null));
  const { firstMs, sources, calls, objects, timelineOf, timelines } = shared;
  return {
    root: digest([firstMs, sources, calls, objects, timelineOf, timelines, lastingLooks, lasting]),
    counts: digest(late),
  };
}

const digest = (value: unknown): Uint8Array =>
  createHash('sha256').update(JSON.stringify(value)).digest();

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Leaf of the log of reads: the RFC 8785 form of the entry. */
export const readLeaf = ({ batchId, counts, partitionId, root }: ReadEntry): Uint8Array =>
  leafHashOfText(
    JSON.stringify({ batchId, counts: inBase64(counts), partitionId, root: inBase64(root) }),
  );
