import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict } from '@annals/kit/problem';
import { erasureEntry, type LogEntry } from '@annals/proofs/bundle';
import type { ErasureEntry } from '@annals/proofs/log-entry';
import { requireReached } from './checkpoints.ts';
import * as table from './log-entries.sql.ts';
import type { LogKey } from './log-key.ts';
import { provenVersionOf } from './proven-version.ts';

export interface EntriesQuery {
  partitionId: string;
  /** The index of the first entry. */
  from: number;
  /** The size of the log to read; undefined: its current size. */
  size?: number | undefined;
  pageSize: number;
}

// A type, since an interface is not assignable to the contract's open objects.
type EntriesPage = {
  /** A corrupted entry is only its index. */
  data: (LogEntry | { index: number })[];
  nextIndex: number | null;
};

/**
 * A page of the entries of a partition's log.
 * @throws Problem 400 beyond the end of the log, 409 when values were erased after the log had that size
 */
export async function listEntries(
  database: Queryable,
  logKey: LogKey,
  query: EntriesQuery,
): Promise<EntriesPage> {
  const { partitionId, from, pageSize } = query;
  const wanted = from + pageSize;
  const range = { from, to: Math.min(wanted, query.size ?? wanted) };
  const found = await table.findEntries(database, partitionId, range);
  const size = sizeWithin(found.size, query);
  const to = Math.min(wanted, size);
  const rows = found.entries;
  // The current log contains the receipts of all erasures.
  if (size < found.size) await refuseErasedSince(database, partitionId, rows, size);
  const last = rows.at(-1);
  const next = last && rows.length < last.found ? last.index + 1 : to;
  return {
    data: rows.map((row) => entryOf(logKey, partitionId, row)),
    nextIndex: next < size ? next : null,
  };
}

function sizeWithin(present: number, { from, size = present }: EntriesQuery): number {
  requireReached(size, present, 'size');
  if (from > size)
    throw badRequest(`The log ends at ${size}.`, [
      { path: 'query.from', message: `Give at most ${size}.` },
    ]);
  return size;
}

/** The receipt of a later erasure lies beyond that size, so its values would look removed without a receipt. */
async function refuseErasedSince(
  database: Queryable,
  partitionId: string,
  rows: readonly table.StoredEntry[],
  size: number,
): Promise<void> {
  const receipts = rows.flatMap((row) =>
    row.kind === 'VERSION'
      ? [...(row.erased ?? []).map(({ receipt }) => receipt), row.reasonReceipt ?? 0]
      : [],
  );
  const newest = receipts.reduce((one, other) => Math.max(one, other), 0);
  if (newest === 0) return;
  const [receipt] = await table.findReceipts(database, partitionId, [newest]);
  if (receipt && receipt.index >= size)
    throw conflict(
      'erased_since',
      'Values were erased after the log had this size. Start again with the newest checkpoint.',
    );
}

function entryOf(
  logKey: LogKey,
  partitionId: string,
  row: table.StoredEntry,
): LogEntry | { index: number } {
  const { index } = row;
  if (row.kind === 'VERSION') return { index, version: provenVersionOf(partitionId, row) };
  if (row.kind === 'SCHEMA') {
    const { schemaType: type, schemaVersion: version, jsonSchema } = row;
    if (type === null) return { index };
    const { changedDate, changedUserId } = row;
    const entry = { kind: row.kind, type, version, jsonSchema, changedDate, changedUserId };
    return { index, entry };
  }
  if (row.kind === 'POLICY' || row.kind === 'CHANGE_SET') return { index, entry: row.entry };
  const entry = row.note === null ? undefined : receiptIn(row.note);
  if (row.note === null || !entry) return { index };
  return { index, entry, note: logKey.signedToday(partitionId, row.note) };
}

/** The log entry in a signed receipt. */
export function receiptIn(note: string): ErasureEntry | undefined {
  const [, json = ''] = note.split('\n', 2);
  try {
    return erasureEntry.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
