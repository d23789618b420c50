import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { CallInput } from '@annals/contracts/endpoint';
import { getEvidence } from '@annals/contracts/evidence';
import { id } from '@annals/contracts/fields';
import { ApiClient, CallFailed, ServerAway } from '../client/api-client.ts';
import { CommandError } from './command-error.ts';
import { findPartition } from './find-partition.ts';
import { askPassword, askUser, StatusLine } from './terminal.ts';

export interface EvidenceCommand {
  /** A new one. */
  file: string;
  /** Name or id. */
  partition: string;
  about: NonNullable<CallInput<typeof getEvidence>['query']>;
  url: string;
  /** Undefined: asked for. */
  user: string | undefined;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** annals evidence: what an object, a search or a partition said at a moment, as a file to hand out. */
export async function evidenceCommand({
  file,
  partition,
  about,
  url,
  user,
}: EvidenceCommand): Promise<void> {
  const username = user ?? (await askUser('User to sign in as: '));
  const password =
    process.env['ANNALS_PASSWORD'] ?? (await askPassword(`Password of ${username}: `));
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const line = new StatusLine(process.stderr);
  const client = new ApiClient(url, {
    signal: stop.signal,
    onWaiting: (why) => line.show(`waiting: ${why}`),
  });
  await reserve(file);
  const part = `${file}.part`;
  let bytes = 0;
  try {
    await client.signIn({ username, password });
    const partitionId = await idOf(client, partition);
    const answer = await client.open(getEvidence, { params: { partitionId }, query: about });
    await pipeline(
      Readable.fromWeb(answer as ReadableStream<Uint8Array>),
      async function* counting(pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          bytes += piece.length;
          line.show(`${megabytes(bytes)} received`);
          yield piece;
        }
      },
      createWriteStream(part),
      { signal: stop.signal },
    );
    await rename(part, file);
    line.clear();
    process.stdout.write(
      `${file} (${megabytes(bytes)}). It says in README.txt how to check it without this server.\n`,
    );
  } catch (error) {
    line.clear();
    await Promise.all([file, part].map(async (name) => rm(name, { force: true })));
    throw commandErrorOf(error, stop.signal.aborted, bytes > 0);
  }
}

/** @throws CommandError where the file is there already */
async function reserve(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx');
    await handle.close();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST')
      throw new CommandError(`${file} exists already. Name a new file.`, 2, { cause: error });
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

function commandErrorOf(error: unknown, isStopped: boolean, hasBegun: boolean): Error {
  if (isStopped) return new CommandError('Stopped. Nothing was saved.', 130);
  if (error instanceof CommandError) return error;
  if (error instanceof ServerAway) return new CommandError(error.message);
  if (error instanceof CallFailed) {
    const fields = (error.answer.fields ?? []).map(({ path, message }) => ` ${path}: ${message}`);
    return new CommandError(`The server refused: ${error.message}${fields.join('')}`);
  }
  if (hasBegun)
    return new CommandError(
      'The evidence broke off, and nothing was saved. The server was stopped, access was lost, or values were erased meanwhile. Run the command again.',
    );
  return error instanceof Error ? error : new Error(String(error));
}
