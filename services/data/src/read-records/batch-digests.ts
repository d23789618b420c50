import { createHash } from 'node:crypto';
import { leafHashOfText } from '@annals/proofs/merkle-tree';
import type { StoredBatch } from './read-batch.ts';
import { sealedQuery } from './sealed-query.ts';

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

export function digestsOf({ records, ...shared }: StoredBatch): BatchDigests {
  const lasting = records.map((record) => {
    const [sinceFirstMs, source, call, requestId, , asOf, count, whole, objects, timeline] = record;
    const isLate = whole === 1;
    const query = sealedQuery(record);
    return [
      sinceFirstMs,
      source,
      call,
      requestId,
      query,
      asOf,
      isLate ? null : count,
      whole,
      objects,
      timeline,
    ];
  });
  const late = records.map(([, , , , , , count, whole]) => (whole === 1 ? count : null));
  const { firstMs, sources, calls, objects, timelineOf, timelines } = shared;
  return {
    root: digest([firstMs, sources, calls, objects, timelineOf, timelines, lasting]),
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
