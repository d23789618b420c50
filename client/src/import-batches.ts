import { rowsToSend } from '@annals/contracts/import-batches';
import type { ImportRow } from './calls.generated.ts';
import { NotARow } from './errors.ts';
import { KeyCounts } from './key-counts.ts';

/** A row of an import: an object, or its JSON text, which is sent unchanged. */
export type RowToImport = ImportRow | string;

/** Rows that are sent together. */
export interface Batch {
  /** The body of the request. */
  readonly body: string;
  readonly size: number;
}

/** The service accepts 1 MiB; the rest is for the envelope of the console's proxy. */
const maxBatchBytes = 900_000;
const utf8 = new TextEncoder();

/** Room for the longest row so far: a copy for each would be garbage. */
let encoded = new Uint8Array(16 * 1024);

/** The length of a text in UTF-8. */
function bytesIn(text: string): number {
  // A UTF-16 unit takes at most three bytes.
  if (3 * text.length > encoded.length) encoded = new Uint8Array(6 * text.length);
  return utf8.encodeInto(text, encoded).written;
}

interface Row {
  readonly text: string;
  readonly bytes: number;
  readonly date: string | undefined;
}

/**
 * Splits rows into batches of the maximum size. Each row gets an id that is the same in another run.
 * @param reason for rows without a reason of their own
 * @throws NotARow
 */
export async function* cutBatches(
  source: AsyncIterable<RowToImport> | Iterable<RowToImport>,
  partitionId: string,
  reason?: string,
): AsyncGenerator<Batch, void, undefined> {
  const end = reason === undefined ? ']}' : `],"reason":${JSON.stringify(reason)}}`;
  const occurrences = new KeyCounts();
  let rows: Row[] = [];
  let bytes = 0;
  let number = 0;
  const take = (count: number): Batch => {
    const taken = rows.slice(0, count);
    rows = rows.slice(count);
    bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    return { body: `{"rows":[${taken.map(({ text }) => text).join(',')}${end}`, size: count };
  };
  for await (const given of source) {
    const row = await rowOf(given, { partitionId, occurrences, number });
    for (let count = rows.length; count > 0 && rows.length > 0;) {
      const next = { date: row.date, fits: bytes + row.bytes <= maxBatchBytes };
      count = rowsToSend(rows, ({ date }) => date, next);
      if (count > 0) yield take(count);
    }
    rows.push(row);
    bytes += row.bytes;
    number += 1;
  }
  if (rows.length > 0) yield take(rows.length);
}

interface Place {
  partitionId: string;
  /** The number of rows per key so far. */
  occurrences: KeyCounts;
  number: number;
}

/** The text of the row with its id inserted at the front. */
async function rowOf(
  given: RowToImport,
  { partitionId, occurrences, number }: Place,
): Promise<Row> {
  const line = typeof given === 'string' ? given.trim() : JSON.stringify(given);
  const { key, id, modificationDate } = identityOf(line, number);
  const occurrence = occurrences.add(key);
  const identity = { partitionId, key, occurrence, modificationDate, line };
  const text = id === undefined ? `{"id":"${await rowId(identity)}",${line.slice(1)}` : line;
  return { text, bytes: bytesIn(text) + 1, date: modificationDate };
}

interface Identity {
  key: string;
  id: unknown;
  modificationDate: string | undefined;
}

function identityOf(line: string, number: number): Identity {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new NotARow(number, 'It is not valid JSON.');
  }
  const { key, id, modificationDate: date } = { ...(row as Record<string, unknown> | null) };
  const hasDate = typeof date === 'string' && !Number.isNaN(Date.parse(date));
  if (Array.isArray(row) || typeof key !== 'string' || !(date === undefined || hasDate))
    throw new NotARow(
      number,
      'It is not an object with a key, or its modificationDate is not a valid time.',
    );
  return { key, id, modificationDate: hasDate ? date : undefined };
}

/** The largest value that fits into six bytes. The service refuses such dates; here they must not throw. */
const latest = 2 ** 48 - 1;

/**
 * The id of an imported row: the same for the same row of the same source in the same partition, so that
 * another run finds what the first one wrote. It has the layout of UUIDv7, starting with the row's own date so
 * that ids sort by time. A row without a date uses 1970, because the time of the import differs between runs.
 */
export async function rowId(row: {
  partitionId: string;
  key: string;
  /** 0 for the first row with this key. */
  occurrence: number;
  modificationDate: string | undefined;
  /** The text of the row. */
  line: string;
}): Promise<string> {
  const { partitionId, key, occurrence, line, modificationDate } = row;
  const hash = await sha256(JSON.stringify([partitionId.toLowerCase(), key, occurrence]) + line);
  const date = modificationDate === undefined ? 0 : Date.parse(modificationDate);
  const moment = Math.min(Math.max(0, date), latest).toString(16).padStart(12, '0');
  const version = `7${hash.slice(13, 16)}`;
  const variant = (8 | (Number.parseInt(hash.charAt(16), 16) & 3)).toString(16);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-${version}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** The part of Node that hashes without a promise, which would take ten times as long for a row. */
interface NodeCrypto {
  hash(name: 'sha256', text: string): string;
}

const { process: node } = globalThis as {
  process?: { getBuiltinModule?: (name: 'node:crypto') => NodeCrypto };
};
const nodeCrypto = node?.getBuiltinModule?.('node:crypto');

/** @returns hexadecimal */
function sha256(text: string): string | Promise<string> {
  return nodeCrypto
    ? nodeCrypto.hash('sha256', text)
    : crypto.subtle.digest('SHA-256', utf8.encode(text)).then(hexadecimal);
}

const hexadecimal = (hash: ArrayBuffer): string =>
  Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
