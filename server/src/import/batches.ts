import * as z from 'zod/mini';
import { maximalImportRows } from '@annals/contracts/transfers';
import { parseJson } from '@annals/kit/json';
import { Problem } from '@annals/kit/problem';
import { FileFault, type Line } from './lines.ts';
import { rowId } from './row-ids.ts';

export interface Batch {
  /** The body of the call. */
  body: string;
  /** The line in the file of each row. */
  lines: number[];
  /** How much of the file is read by then, from 0 to 1. */
  part: number;
}

// The server takes 1 MiB; the rest is for what the proxy's envelope adds.
const largestBatch = 900_000;
const start = '{"rows":[';
const end = ']}';

const identified = z.looseObject({
  key: z.string(),
  id: z.optional(z.string()),
  modificationDate: z.optional(
    z.string().check(z.refine((date) => !Number.isNaN(Date.parse(date)))),
  ),
});

/**
 * Cuts a file's rows into batches as large as the service takes, each row with an id that a second run gives again.
 * @throws FileFault naming the line
 */
export async function* cutBatches(
  lines: AsyncIterable<Line>,
  partitionId: string,
): AsyncGenerator<Batch> {
  const occurrences = new Map<string, number>();
  let rows: string[] = [];
  let numbers: number[] = [];
  let size = 0;
  let part = 0;
  const take = (): Batch => {
    const batch = { body: start + rows.join(',') + end, lines: numbers, part };
    rows = [];
    numbers = [];
    size = 0;
    return batch;
  };
  for await (const line of lines) {
    const row = withId(line, partitionId, occurrences);
    const bytes = Buffer.byteLength(row) + 1;
    if (rows.length > 0 && (rows.length === maximalImportRows || size + bytes > largestBatch))
      yield take();
    rows.push(row);
    numbers.push(line.number);
    size += bytes;
    part = line.part;
  }
  if (rows.length > 0) yield take();
}

/** The row as it stands in the file, with its id put in front: nothing else of it may change. */
function withId(
  { text, number }: Line,
  partitionId: string,
  occurrences: Map<string, number>,
): string {
  const row = z.safeParse(identified, valueOf(text, number));
  if (!row.success)
    throw new FileFault(
      number,
      'It is no object with a key, or its modificationDate is no moment.',
    );
  const { key, id, modificationDate } = row.data;
  const occurrence = occurrences.get(key) ?? 0;
  occurrences.set(key, occurrence + 1);
  if (id !== undefined) return text;
  return `{"id":"${rowId({ partitionId, key, occurrence, modificationDate, line: text })}",${text.slice(1)}`;
}

function valueOf(text: string, number: number): unknown {
  try {
    return parseJson(Buffer.from(text)).value;
  } catch (error) {
    if (error instanceof Problem)
      throw new FileFault(number, error.message.replace(/^The body/, 'It'));
    throw error;
  }
}
