import { createPartition } from '@annals/contracts/partitions';
import { ApiClient, CallFailed, ServerAway } from '../client/api-client.ts';
import { importFile, type ImportProgress } from '../import/import.ts';
import { FileError } from '../import/lines.ts';
import { CommandError } from './command-error.ts';
import { findPartition } from './find-partition.ts';
import { askPassword, askUser, ProgressBar } from './terminal.ts';

export interface ImportCommand {
  file: string;
  partitionName: string;
  url: string;
  /** Undefined: asked for. */
  user: string | undefined;
  /** Why the rows that have no reason of their own are written. */
  reason: string | undefined;
}

const number = new Intl.NumberFormat('en');

/** annals import: a file of versions into a partition, through the console of a running server. */
export async function importCommand({
  file,
  partitionName,
  url,
  user,
  reason,
}: ImportCommand): Promise<void> {
  const username = user ?? (await askUser('User to sign in as: '));
  const password =
    process.env['ANNALS_PASSWORD'] ?? (await askPassword(`Password of ${username}: `));
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const bar = new ProgressBar(process.stderr);
  const client = new ApiClient(url, {
    signal: stop.signal,
    onWaiting: (why) => bar.note(`waiting: ${why}`),
  });
  let reached: ImportProgress | undefined;
  try {
    await client.signIn({ username, password });
    const partitionId = await findOrCreate(client, partitionName);
    const started = performance.now();
    const onProgress = (progress: ImportProgress) => {
      reached = progress;
      bar.show(progress);
    };
    const { rows, counts } = await importFile({
      client,
      partitionId,
      file,
      reason,
      onProgress,
      signal: stop.signal,
    });
    bar.end();
    const seconds = Math.max(0.1, (performance.now() - started) / 1000);
    process.stdout.write(
      `${number.format(rows)} rows imported into "${partitionName}" in ${seconds.toFixed(1)} s (${number.format(Math.round(rows / seconds))} a second): ` +
        `${number.format(counts.created)} created, ${number.format(counts.changed)} changed, ${number.format(counts.ended)} ended, ${number.format(counts.existing)} already there.\n`,
    );
  } catch (error) {
    bar.end();
    throw commandErrorOf(error, file, reached, stop.signal.aborted);
  }
}

/** The id of the only partition with exactly this name; it is created if there is none. */
async function findOrCreate(client: ApiClient, partitionName: string): Promise<string> {
  const id = await findPartition(client, partitionName);
  if (id !== undefined) return id;
  const created = await client.call(createPartition, { body: { partitionName } });
  process.stderr.write(`Made the partition "${partitionName}".\n`);
  return created.id;
}

const resume =
  'Run the same command again to continue: rows that exist already are not written twice.';

function commandErrorOf(
  error: unknown,
  file: string,
  reached: ImportProgress | undefined,
  stopped: boolean,
): Error {
  const done = `${number.format(reached?.rows ?? 0)} rows are imported.`;
  if (stopped) return new CommandError(`Stopped. ${done} ${resume}`, 130);
  if (error instanceof FileError)
    return new CommandError(
      `${file}, line ${error.line}: ${error.message}\n${done} Fix the line, then run the same command again.`,
    );
  if (error instanceof ServerAway) return new CommandError(`${error.message} ${done} ${resume}`);
  if (error instanceof CallFailed) {
    const id = error.answer.requestId === undefined ? '' : ` (request ${error.answer.requestId})`;
    return new CommandError(`The server refused: ${error.message}${id}`);
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new CommandError(`There is no file ${file}.`);
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return new CommandError(`${file} is not a complete gzip file. ${done}`);
  return error instanceof Error ? error : new Error(String(error));
}
