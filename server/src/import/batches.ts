import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { maximalImportRows, rowsOfWholeDates } from '@annals/contracts/transfers';
import { parseJson } from '@annals/kit/json';
import { Problem } from '@annals/kit/problem';
import { FileError, type Line } from './lines.ts';

export interface Batch {
  /** The body of the call. */
  body: string;
  /** The line in the file of each row. */
  lines: number[];
  /** How much of the file is read by then, from 0 to 1. */
  part: number;
}

// The server accepts 1 MiB; the rest is for the envelope of the proxy.
const largestBatch = 900_000;
const start = '{"rows":[';

const identified = z.looseObject({
  key: z.string(),
  id: z.optional(z.string()),
  modificationDate: z.optional(
    z.string().check(z.refine((date) => !Number.isNaN(Date.parse(date)))),
  ),
});

/**
 * Cuts a file's rows into batches as large as the service takes, each row with an id that a second run gives again.
 * @param reason of the rows that have none of their own
 * @throws FileError naming the line
 */
export async function* cutBatches(
  lines: AsyncIterable<Line>,
  partitionId: string,
  reason?: string,
): AsyncGenerator<Batch> {
  const end = reason === undefined ? ']}' : `],"reason":${JSON.stringify(reason)}}`;
  const occurrences = new Map<string, number>();
  let rows: Row[] = [];
  let size = 0;
  let part = 0;
  const take = (count: number): Batch => {
    const taken = rows.slice(0, count);
    rows = rows.slice(count);
    size = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      body: start + taken.map(({ text }) => text).join(',') + end,
      lines: taken.map(({ line }) => line),
      part,
    };
  };
  for await (const line of lines) {
    const row = rowOf(line, partitionId, occurrences);
    while (
      rows.length > 0 &&
      (rows.length === maximalImportRows || size + row.bytes > largestBatch)
    )
      yield take(rowsOfWholeDates(rows, ({ date }) => date, row.date));
    rows.push(row);
    size += row.bytes;
    part = line.part;
  }
  if (rows.length > 0) yield take(rows.length);
}

interface Row {
  text: string;
  bytes: number;
  /** Number of its line in the file. */
  line: number;
  date: string | undefined;
}

/** The unchanged text of the row in the file, with its id prepended. */
function rowOf({ text, number }: Line, partitionId: string, occurrences: Map<string, number>): Row {
  const row = z.safeParse(identified, valueOf(text, number));
  if (!row.success)
    throw new FileError(
      number,
      'It is not an object with a key, or its modificationDate is not a valid time.',
    );
  const { key, id, modificationDate } = row.data;
  const occurrence = occurrences.get(key) ?? 0;
  occurrences.set(key, occurrence + 1);
  const whole =
    id === undefined
      ? `{"id":"${rowId({ partitionId, key, occurrence, modificationDate, line: text })}",${text.slice(1)}`
      : text;
  return {
    text: whole,
    bytes: Buffer.byteLength(whole) + 1,
    line: number,
    date: modificationDate,
  };
}

function valueOf(text: string, number: number): unknown {
  try {
    return parseJson(Buffer.from(text)).value;
  } catch (error) {
    if (error instanceof Problem)
      throw new FileError(number, error.message.replace(/^The body/, 'It'));
    throw error;
  }
}

/** The last millisecond that six bytes hold. The service refuses such dates; here they only must not fail. */
const latest = 2 ** 48 - 1;

/**
 * The id of an imported row: the same for the same row of the same file in the same partition, so that a second run
 * finds what the first one wrote. UUIDv7 by layout: the row's own date in front, so that ids sort by time; 1970 for a
 * row without one, since the moment of the import would be another in each run.
 * @param occurrence 0 for the first row of the key in the file
 */
export function rowId(row: {
  partitionId: string;
  key: string;
  occurrence: number;
  modificationDate: string | undefined;
  /** The row as it stands in the file. */
  line: string;
}): string {
  const { partitionId, key, occurrence, line, modificationDate } = row;
  const bytes = createHash('sha256')
    .update(JSON.stringify([partitionId.toLowerCase(), key, occurrence, line]))
    .digest()
    .subarray(0, 16);
  const date = modificationDate === undefined ? 0 : Date.parse(modificationDate);
  bytes.writeUIntBE(Math.min(Math.max(0, date), latest), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
