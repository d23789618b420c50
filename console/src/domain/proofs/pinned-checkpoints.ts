import { localStore } from '../../platform/api/storage.ts';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { Known } from '@annals/proofs/checked';
import { product } from '../../platform/api/product.ts';
import { notifyStored, useStoredText } from '../../platform/api/stored-text.ts';

// Stored per browser, not per user: the next user sees the same log, and nothing here is secret. One item for each
// partition, so that two tabs do not overwrite each other's pins.

const raised = z.object({
  kind: z.enum(['ROLLBACK', 'FORK', 'KEY']),
  /** The checkpoint from the service, and the verifier key that it named. */
  checkpoint: z.string(),
  key: z.string(),
  size: z.number(),
  date: z.string(),
});
export type RaisedAlarm = z.infer<typeof raised>;

const pinned = z.object({
  /** The signed note. */
  checkpoint: z.string(),
  /** The verifier key that signed it. */
  key: z.string(),
  size: z.number(),
  /** When it was last seen. */
  date: z.string(),
  /** When this browser began to trust the log. */
  since: z.string(),
  /** Stays until the user decides to trust the log again. */
  alarm: z.optional(raised),
  /** The number of entries in the last complete verification in this browser, and its time. */
  verified: z.optional(z.object({ size: z.number(), date: z.string() })),
});
export type PinnedCheckpoint = z.infer<typeof pinned>;

/** More partitions than a user opens; the least recently seen ones are evicted. */
const maxPinned = 500;

/** The last checkpoint of the partition's log that this browser has seen and found consistent. */
export function pinnedCheckpoint(partitionId: string): PinnedCheckpoint | undefined {
  return read(localStore.get(nameOf(partitionId)));
}

/** Replaces the pinned checkpoint. The caller has verified that the new one continues it. */
export function pin(
  partitionId: string,
  { checkpoint, key }: { checkpoint: string; key: string },
): void {
  const before = pinnedCheckpoint(partitionId);
  const date = new Date().toISOString();
  write(partitionId, {
    checkpoint,
    key,
    size: sizeOf(checkpoint),
    date,
    since: before?.since ?? date,
    ...(before?.alarm && { alarm: before.alarm }),
    ...(before?.verified && { verified: before.verified }),
  });
}

/** Stores a checkpoint that does not continue the pinned one, which stays. The first alarm takes precedence. */
export function raiseAlarm(
  partitionId: string,
  { kind, checkpoint, key }: Pick<RaisedAlarm, 'kind' | 'checkpoint' | 'key'>,
): void {
  const before = pinnedCheckpoint(partitionId);
  if (before === undefined || before.alarm !== undefined) return;
  const [size, date] = [sizeOf(checkpoint), new Date().toISOString()];
  write(partitionId, { ...before, alarm: { kind, checkpoint, key, size, date } });
}

/** Pins the checkpoint that caused the alarm instead. */
export function trustLogFromNow(partitionId: string): void {
  const alarm = pinnedCheckpoint(partitionId)?.alarm;
  if (alarm === undefined) return;
  localStore.remove(nameOf(partitionId));
  pin(partitionId, alarm);
}

/** @param size the number of successfully verified entries; undefined if the verification failed */
export function storeVerified(partitionId: string, size: number | undefined): void {
  const before = pinnedCheckpoint(partitionId);
  if (before === undefined) return;
  const { verified: _, ...rest } = before;
  const date = new Date().toISOString();
  write(partitionId, { ...rest, ...(size !== undefined && { verified: { size, date } }) });
}

/** The pinned checkpoint, updated when another tab or a check changes it. */
export function usePinned(partitionId: string): PinnedCheckpoint | undefined {
  const text = useStoredText(nameOf(partitionId));
  return useMemo(() => read(text), [text]);
}

/** What this browser knows about a log, for verifying a proof. */
export const knownLogOf = (known: PinnedCheckpoint | undefined): Known =>
  known ? { keys: [known.key], checkpoints: [known.checkpoint] } : {};

const prefix = `${product}.checkpoint:`;

// Without the URL of the service: locally started services have a different port each time.
const nameOf = (partitionId: string): string => `${prefix}${partitionId}`;

/** The second line of a checkpoint (c2sp.org/tlog-checkpoint). */
const sizeOf = (checkpoint: string): number => Number(checkpoint.split('\n', 2)[1]);

function read(text: string | null): PinnedCheckpoint | undefined {
  if (text === null) return undefined;
  try {
    return pinned.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function write(partitionId: string, value: PinnedCheckpoint): void {
  const name = nameOf(partitionId);
  if (localStore.get(name) === null) makeRoom();
  localStore.set(name, JSON.stringify(value));
  notifyStored();
}

function makeRoom(): void {
  const names = localStore.keys().filter((name) => name.startsWith(prefix));
  if (names.length < maxPinned) return;
  const all = names.map((name) => ({ name, value: read(localStore.get(name)) }));
  const oldest = all
    .filter(({ value }) => value?.alarm === undefined)
    .toSorted((one, other) => ((one.value?.date ?? '') < (other.value?.date ?? '') ? -1 : 1));
  for (const { name } of oldest.slice(0, names.length - maxPinned + 1)) localStore.remove(name);
}
