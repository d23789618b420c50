import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { ReadableStream } from 'node:stream/web';
import type { CallInput } from '@annals/contracts/endpoint';
import {
  getEvidence,
  getKeptEvidence,
  removeEvidence,
  startEvidence,
} from '@annals/contracts/evidence';
import { id } from '@annals/contracts/fields';
import { type ApiClient, CallFailed, ServerUnavailable } from '../client/api-client.ts';
import { CommandError } from './command-error.ts';
import { connect, type Connection } from './connect.ts';
import { findPartition } from './find-partition.ts';
import { StatusLine } from './terminal.ts';

export interface EvidenceCommand extends Connection {
  /** A new file. */
  file: string;
  /** Name or id. */
  partition: string;
  about: NonNullable<CallInput<typeof getEvidence>['query']>;
  /** Never uses a job, however large it is. */
  direct: boolean;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const lookAgainMs = 1000;

/** annals evidence: downloads what an object, a search or a partition contained at a moment. */
export async function evidenceCommand(command: EvidenceCommand): Promise<void> {
  const { file, partition, about, direct } = command;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const { signal } = stop;
  const progress = new Progress();
  const isPiped = file === '-';
  if (!isPiped) await reserve(file);
  const part = `${file}.part`;
  let bytes = 0;
  let job: Job | undefined;
  try {
    const onWaiting = (why: string) => progress.show(`waiting: ${why}`);
    const client = await connect(command, { signal, onWaiting });
    const partitionId = await idOf(client, partition);
    const response = await client.call(getEvidence, { params: { partitionId }, query: about });
    if (response.large && !direct) job = await startJob(client, partitionId, about);
    if (job) await waitForEnd(client, job, progress, signal);
    const answer = await (job
      ? client.open(getKeptEvidence, { params: job })
      : client.open(getEvidence, { params: { partitionId }, query: about }));
    await pipeline(
      Readable.fromWeb(answer as ReadableStream<Uint8Array>),
      async function* counting(pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          bytes += piece.length;
          progress.show(`${megabytes(bytes)} received`);
          yield piece;
        }
      },
      isPiped ? process.stdout : createWriteStream(part),
      { signal, end: !isPiped },
    );
    if (!isPiped) await rename(part, file);
    progress.end();
    (isPiped ? process.stderr : process.stdout).write(
      `${isPiped ? 'Written' : file} (${megabytes(bytes)}). Its README.txt says how to check it without this server.\n`,
    );
    // It expires anyway.
    if (job) await client.call(removeEvidence, { params: job }).catch(() => undefined);
  } catch (error) {
    progress.end();
    if (!isPiped) await Promise.all([file, part].map(async (name) => rm(name, { force: true })));
    throw commandErrorOf(error, { isStopped: signal.aborted, hasBegun: bytes > 0, job });
  }
}

type Job = { partitionId: string; jobId: string };

/** Undefined with an API token that may only read, because a job needs write access. */
async function startJob(
  client: ApiClient,
  partitionId: string,
  about: EvidenceCommand['about'],
): Promise<Job | undefined> {
  try {
    const { id: jobId } = await client.call(startEvidence, {
      params: { partitionId },
      body: about,
    });
    return { partitionId, jobId };
  } catch (error) {
    if (error instanceof CallFailed && error.status === 403) return undefined;
    throw error;
  }
}

/** @throws CommandError if it ends without a file */
async function waitForEnd(
  client: ApiClient,
  job: Job,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { state, done, total, error } = await client.call(getKeptEvidence, { params: job });
    if (state === 'DONE') return;
    if (state !== 'RUNNING')
      throw new CommandError(
        `The evidence was not created. ${error?.message ?? 'It was cancelled.'}`,
      );
    progress.made(total ? Math.floor((100 * done) / total) : 0);
    await setTimeout(lookAgainMs, undefined, { signal });
  }
}

/** One line on a terminal; elsewhere a line for each quarter that is done. */
class Progress {
  readonly #line = new StatusLine(process.stderr);
  #quarter = -1;

  show(text: string): void {
    this.#line.show(text);
  }

  made(percent: number): void {
    const text = `The server creates it: ${percent} %`;
    this.#line.show(text);
    const quarter = Math.floor(percent / 25);
    if (process.stderr.isTTY || quarter <= this.#quarter) return;
    this.#quarter = quarter;
    process.stderr.write(`${text}\n`);
  }

  end(): void {
    this.#line.clear();
  }
}

/** @throws CommandError if the file already exists */
async function reserve(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx');
    await handle.close();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST')
      throw new CommandError(`${file} already exists. Name a new file.`, 2, { cause: error });
    if (code === 'ENOENT')
      throw new CommandError(`There is no directory ${path.dirname(path.resolve(file))}.`, 2, {
        cause: error,
      });
    throw new CommandError(`${file} cannot be written (${String(code)}).`, 2, { cause: error });
  }
}

async function idOf(client: ApiClient, partition: string): Promise<string> {
  if (id.safeParse(partition.toLowerCase()).success) return partition.toLowerCase();
  const found = await findPartition(client, partition);
  if (found === undefined)
    throw new CommandError(`There is no partition named "${partition}" that this user can open.`);
  return found;
}

interface Reached {
  isStopped: boolean;
  hasBegun: boolean;
  job: Job | undefined;
}

function commandErrorOf(error: unknown, { isStopped, hasBegun, job }: Reached): Error {
  if (isStopped)
    return new CommandError(
      `Stopped. Nothing was saved.${job ? ' The server continues: the file will be in the console under Import and export, Runs, for seven days.' : ''}`,
      130,
    );
  if (error instanceof CommandError) return error;
  if (error instanceof ServerUnavailable) return new CommandError(error.message);
  if (error instanceof CallFailed) {
    const fields = (error.answer.fields ?? []).map(
      ({ path: field, message }) => ` ${field}: ${message}`,
    );
    return new CommandError(`The server refused: ${error.message}${fields.join('')}`);
  }
  if (hasBegun)
    return new CommandError(
      'The download broke off, and nothing was saved. The server was stopped, access was lost, or values were erased meanwhile. Run the command again.',
    );
  return error instanceof Error ? error : new Error(String(error));
}
