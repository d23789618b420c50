import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { importObjects } from '@annals/contracts/transfers';
import { CallFailed, type ApiClient } from '../client/api-client.ts';
import { cutBatches, type Batch } from './batches.ts';
import { FileError, readLines, type Line } from './lines.ts';

export interface ImportCounts {
  /** Timelines that began. */
  created: number;
  changed: number;
  ended: number;
  /** Rows that were there already. */
  existing: number;
}

export interface ImportProgress {
  counts: ImportCounts;
  rows: number;
  /** How much of the file is done, from 0 to 1. */
  part: number;
}

export interface ImportOptions {
  client: ApiClient;
  partitionId: string;
  file: string;
  /** Of the rows that have none of their own. */
  reason?: string | undefined;
  /** What is imported in place of a line; undefined leaves it out. */
  adapt?: (line: Line) => Line | undefined;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Imports a file of rows, batch by batch, each acknowledged before the next. Rows that are there already are counted
 * and not written again, so a run that was stopped is simply started again.
 * @throws FileError naming the line that is wrong, CallFailed, ServerAway, or the signal's reason
 */
export async function importFile(options: ImportOptions): Promise<ImportProgress> {
  const { client, partitionId, reason, onProgress } = options;
  const run = randomUUID();
  const progress: ImportProgress = {
    counts: { created: 0, changed: 0, ended: 0, existing: 0 },
    rows: 0,
    part: 0,
  };
  for await (const batch of cutBatches(linesOf(options), partitionId, reason)) {
    options.signal?.throwIfAborted();
    const counts = await sendBatch(client, partitionId, batch, run);
    for (const name of ['created', 'changed', 'ended', 'existing'] as const)
      progress.counts[name] += counts[name];
    progress.rows += batch.lines.length;
    progress.part = batch.part;
    onProgress?.(progress);
  }
  return progress;
}

async function* linesOf({ file, adapt }: ImportOptions): AsyncGenerator<Line> {
  for await (const line of readLines(file)) {
    const adapted = adapt ? adapt(line) : line;
    if (adapted) yield adapted;
  }
}

async function sendBatch(
  client: ApiClient,
  partitionId: string,
  batch: Batch,
  run: string,
): Promise<ImportCounts> {
  // Within a run, a repeated batch gets the first response (idempotency key). Another run uses other keys: the row ids
  // keep it from writing duplicates, and its counts report what it wrote.
  const idempotencyKey = createHash('sha256')
    .update(`${run} ${partitionId} ${batch.body}`)
    .digest('hex');
  try {
    const answer = await client.send({
      method: importObjects.method,
      url: importObjects.path.replace('{partitionId}', encodeURIComponent(partitionId)),
      data: batch.body,
      idempotencyKey,
    });
    return z.parse(importObjects.response, answer);
  } catch (error) {
    throw error instanceof CallFailed ? inFile(error, batch.lines) : error;
  }
}

/** The same failure, with the line in the file instead of the row in the batch. */
function inFile(failure: CallFailed, lines: readonly number[]): Error {
  const [field] = failure.answer.fields ?? [];
  const match = /^body\.rows\.(\d+)\.?(.*)$/.exec(field?.path ?? '');
  if (field && match) {
    const [, index, property] = match;
    return new FileError(
      lines[Number(index)] ?? 0,
      property ? `${property}: ${field.message}` : field.message,
    );
  }
  const named = /^Row (\d+) /.exec(failure.message);
  if (!named) return failure;
  return new FileError(
    lines[Number(named[1])] ?? 0,
    `This row ${failure.message.slice(named[0].length)}`,
  );
}
