import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { mapInSteps, type Steps } from '@annals/kit/limits/steps';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { badRequest, conflict } from '@annals/kit/problem';
import { erasureEntry, type LogEntry } from '@annals/proofs/bundle';
import type { ErasureEntry } from '@annals/proofs/log-entry';
import { requireReached } from './checkpoints.ts';
import * as table from './log-entries.sql.ts';
import type { LogKey } from './log-key.ts';
import { provenVersionOf } from './proven-version.ts';
import { withData, type WideProver, type WideVersion } from './wide-version.ts';

export interface EntriesQuery {
  partitionId: string;
  /** The index of the first entry. */
  from: number;
  /** The size of the log to read; undefined: its current size. */
  size?: number | undefined;
  pageSize: number;
}

export interface EntriesContext {
  logKey: LogKey;
  /** Undefined where nobody else waits. */
  wideVersions?: WideProver;
}

interface EntriesPage {
  /** The JSON of each entry. A corrupted entry is only its index. */
  items: Buffer[];
  nextIndex: number | null;
}

/** A step takes a few milliseconds, on the embedded database too, which does nothing else meanwhile. */
const stepBytes = 64 * 1024;
const stepEntries = 32;

/**
 * A page of the entries of a partition's log.
 * @throws Problem 400 beyond the end of the log, 409 when values were erased after the log had that size
 */
export async function listEntries(
  database: Queryable,
  { logKey, wideVersions }: EntriesContext,
  query: EntriesQuery,
  steps: Steps,
): Promise<EntriesPage> {
  const { partitionId, pageSize } = query;
  const wanted = query.from + pageSize;
  const items: Buffer[] = [];
  let size = query.size ?? wanted;
  let from = query.from;
  for (let left = pageBytes; left > 0;) {
    const isFirst = left === pageBytes;
    const first = isFirst ? Number.MAX_SAFE_INTEGER : left;
    const most = { bytes: Math.min(stepBytes, left), first };
    const range = { from, to: Math.min(wanted, size, from + stepEntries), most };
    const found = await steps.wait(async () => table.findEntries(database, partitionId, range));
    if (isFirst) size = sizeWithin(found.size, query);
    const rows = found.entries;
    // The current log contains the receipts of all erasures.
    const hasErased = async () => isErasedSince(database, partitionId, rows, size);
    if (size < found.size && (await steps.wait(hasErased))) {
      // Erased since the first statement: the next page shows a log with the receipt.
      if (query.size === undefined && items.length > 0) break;
      throw erasedSince();
    }
    const json = (row: table.StoredEntry) =>
      wideVersions && row.kind === 'VERSION' && 'objectDataText' in row
        ? async () => steps.wait(async () => writeWide(wideVersions, partitionId, row))
        : Buffer.from(JSON.stringify(entryOf(logKey, partitionId, row)));
    for (const item of await mapInSteps(rows, json, steps))
      items.push(typeof item === 'function' ? await item() : item);
    const last = rows.at(-1);
    // The next entry is too large for the rest of the page.
    if (!last && !isFirst) break;
    from = !last || rows.length === last.found ? Math.min(range.to, size) : last.index + 1;
    if (from >= Math.min(wanted, size)) break;
    left -= rows.reduce((sum, { bytes }) => sum + bytes, 0);
    await steps.next();
  }
  return { items, nextIndex: from < size ? from : null };
}

async function writeWide(
  wideVersions: WideProver,
  partitionId: string,
  { index, ...version }: WideVersion & { index: number },
): Promise<Buffer> {
  const { json } = await wideVersions.prove({ partitionId, version });
  return Buffer.concat([Buffer.from(`{"index":${index},"version":`), json, Buffer.from('}')]);
}

function sizeWithin(present: number, { from, size = present }: EntriesQuery): number {
  requireReached(size, present, 'size');
  if (from > size)
    throw badRequest(say('logEnds', { size }), [
      { path: 'query.from', ...say('giveAtMost', { size }) },
    ]);
  return size;
}

/** The receipt of a later erasure lies beyond that size, so its values would look removed without a receipt. */
async function isErasedSince(
  database: Queryable,
  partitionId: string,
  rows: readonly table.StoredEntry[],
  size: number,
): Promise<boolean> {
  const receipts = rows.flatMap((row) =>
    row.kind === 'VERSION'
      ? [...(row.erased ?? []).map(({ receipt }) => receipt), row.reasonReceipt ?? 0]
      : [],
  );
  const newest = receipts.reduce((one, other) => Math.max(one, other), 0);
  if (newest === 0) return false;
  const [receipt] = await table.findReceipts(database, partitionId, [newest]);
  return receipt !== undefined && receipt.index >= size;
}

const erasedSince = () => conflict('erased_since', say('erasedSinceSize'));

function entryOf(
  logKey: LogKey,
  partitionId: string,
  row: table.StoredEntry,
): LogEntry | { index: number } {
  const { index } = row;
  if (row.kind === 'VERSION')
    return { index, version: provenVersionOf(partitionId, withData(row)) };
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
