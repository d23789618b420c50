import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { archivePartition, createPartition } from '@annals/contracts/partitions';
import { readMapping, type SavedMapping, WrongMapping } from '@annals/rules/files/saved-mapping';
import { ApiClient, CallFailed, ServerUnavailable } from '../client/api-client.ts';
import { FileRefused, isReadWhole, openDataLines } from '../import/data-lines.ts';
import { importFile, requireFirstRows, type ImportProgress } from '../import/import.ts';
import { importIntoChangeSet, ChangeSetRefused } from '../import/import-into-change-set.ts';
import { FileError } from '../import/lines.ts';
import { linkTo } from '../mcp/citation.ts';
import { CommandError } from './command-error.ts';
import { findPartition } from './find-partition.ts';
import { askPassword, askUser, ProgressBar } from './terminal.ts';
import { requireReadable, unreadable } from './unreadable-file.ts';

export interface ImportCommand {
  file: string;
  partitionName: string;
  url: string;
  /** Undefined: asks, unless there is an API token. */
  user: string | undefined;
  /** The reason of rows without their own; for a change set, the reason of the set. */
  reason: string | undefined;
  /** Title or id of the change set for the rows; undefined: directly into the partition. */
  changeSet: string | undefined;
  /** The file with what becomes of the columns of a table. */
  mapping: string | undefined;
}

const number = new Intl.NumberFormat('en');

/** annals import: imports a file of versions into a partition, through the console of a running server. */
export async function importCommand({
  file,
  partitionName,
  url,
  user,
  reason,
  changeSet,
  mapping,
}: ImportCommand): Promise<void> {
  // Garbage is collected before the heap is twice what is in use; V8 lets a small one grow to several times as much.
  setFlagsFromString('--heap-growing-percent=100');
  // Before anything is asked or created.
  const isFile = file !== '-' && (await requireReadable(file)).isFile();
  const saved = mapping === undefined ? undefined : await readMappingFile(mapping);
  const data = await openData(file, saved);
  const apiToken = user === undefined ? process.env['ANNALS_TOKEN']?.trim() : undefined;
  const username = apiToken ? '' : (user ?? (await askUser('User to sign in as: ')));
  const stop = new AbortController();
  const bar = new ProgressBar(process.stderr);
  const client = new ApiClient(url, {
    signal: stop.signal,
    apiToken: apiToken || undefined,
    onWaiting: (why) => bar.note(`waiting: ${why}`),
  });
  await client.reach().catch((error: unknown) => {
    throw error instanceof ServerUnavailable
      ? new CommandError(`${error.message} Start it, or name its address with --url.`)
      : otherErrorOf(error, file);
  });
  const password = apiToken
    ? ''
    : (process.env['ANNALS_PASSWORD'] ?? (await askPassword(`Password of ${username}: `)));
  process.once('SIGINT', () => stop.abort());
  let reached: ImportProgress | undefined;
  let created: string | undefined;
  try {
    if (!apiToken) await client.signIn({ username, password });
    if (changeSet !== undefined) {
      const partitionId = await findPartition(client, partitionName);
      if (partitionId === undefined)
        throw new CommandError(`You can open no partition "${partitionName}".`);
      const onProgress = (progress: ImportProgress) => bar.show(progress);
      const { signal } = stop;
      const into = { client, partitionId, file, data, changeSet, reason, onProgress, signal };
      const done = await importIntoChangeSet(into);
      bar.end();
      process.stdout.write(changeSetSummary(done, { url, partitionId }));
      return;
    }
    const found = await findPartition(client, partitionName);
    // A partition that is created for a file whose first row is invalid would stay behind. A pipe can be read only once.
    if (found === undefined && isFile) await requireFirstRows({ file, data });
    created = found === undefined ? await create(client, partitionName) : undefined;
    const partitionId = found ?? created ?? '';
    const started = performance.now();
    const onProgress = (progress: ImportProgress) => {
      reached = progress;
      bar.show(progress);
    };
    const { rows, counts } = await importFile({
      client,
      partitionId,
      file,
      data,
      reason,
      onProgress,
      signal: stop.signal,
    });
    bar.end();
    const seconds = Math.max(0.1, (performance.now() - started) / 1000);
    process.stdout.write(
      `${rowsOf(rows)} imported into "${partitionName}" in ${seconds.toFixed(1)} s (${number.format(Math.round(rows / seconds))} a second): ` +
        `${number.format(counts.created)} created, ${number.format(counts.changed)} changed, ${number.format(counts.ended)} ended, ${number.format(counts.existing)} already there.\n`,
    );
  } catch (error) {
    bar.end();
    if (created !== undefined && reached === undefined) await putAway(client, created);
    throw changeSet === undefined
      ? commandErrorOf(error, file, reached, stop.signal.aborted)
      : setErrorOf(error, file, stop.signal.aborted);
  }
}

/** Opens what is no NDJSON. @throws CommandError */
async function openData(file: string, mapping: SavedMapping | undefined) {
  if (!isReadWhole(file)) {
    if (mapping)
      throw new CommandError('--mapping is for tables: files called .csv, .xlsx or .json.', 2);
    return undefined;
  }
  try {
    const data = await openDataLines(file, mapping);
    if (data.unknownColumns.length > 0)
      process.stderr.write(`Not imported: ${data.unknownColumns.join(', ')}.\n`);
    return data;
  } catch (error) {
    throw error instanceof FileRefused ? new CommandError(`${file}: ${error.message}`, 2) : error;
  }
}

async function readMappingFile(file: string): Promise<SavedMapping> {
  await requireReadable(file);
  try {
    return readMapping(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof WrongMapping)) throw error;
    throw new CommandError(
      `${file} is no mapping of an import, as the console downloads it. ${error.message}`,
      2,
    );
  }
}

/** Archives a partition that was created for a file of which no row was written. */
async function putAway(client: ApiClient, partitionId: string): Promise<void> {
  try {
    await client.call(archivePartition, { params: { partitionId }, body: { archived: true } });
    process.stderr.write('The partition that was created for it is archived.\n');
  } catch {
    process.stderr.write(
      'The partition that was created for it is empty, and could not be archived.\n',
    );
  }
}

async function create(client: ApiClient, partitionName: string): Promise<string> {
  const created = await client.call(createPartition, { body: { partitionName } });
  process.stderr.write(`Created the partition "${partitionName}".\n`);
  return created.id;
}

function changeSetSummary(
  { changeSet, counts, superseded, omitsFields }: Awaited<ReturnType<typeof importIntoChangeSet>>,
  { url, partitionId }: { url: string; partitionId: string },
): string {
  const { created, changed, ended, existing } = counts;
  const link = (changeSetId: string) =>
    linkTo(url.replace(/\/+$/, ''), 'v1-partitions-partitionId-change-sets-changeSetId', {
      partitionId,
      changeSetId,
    });
  const notes = [
    ...(superseded > 0
      ? [
          `${some(superseded, 'row is', 'rows are')} ignored: a change set changes each object once, so only the last row of a key counts.`,
        ]
      : []),
    ...(omitsFields
      ? ['Dates, authors, IDs and reasons of rows are ignored: a change set has its own.']
      : []),
  ];
  if (created + changed + ended === 0) notes.unshift('Nothing was added: the rows change nothing.');
  else if (changeSet)
    notes.unshift(
      `${some(created + changed + ended, 'change is', 'changes are')} in the change set "${changeSet.title}": ` +
        `${number.format(created)} created, ${number.format(changed)} changed, ${number.format(ended)} ended; ${some(existing, 'row changes', 'rows change')} nothing.`,
      `Nothing is written before its commit: ${link(changeSet.id)}`,
    );
  return `${notes.join('\n')}\n`;
}

const some = (count: number, one: string, several: string) =>
  count === 1 ? `1 ${one}` : `${number.format(count)} ${several}`;

const rowsOf = (count: number) => some(count, 'row', 'rows');

const resume =
  'Run the same command again to continue: rows that exist already are not written twice.';

/** Hints for errors that the line did not cause. */
const hints: Readonly<Record<string, string>> = {
  change_set_required: 'With --change-set TITLE the file goes into a change set.',
  reason_required: 'With --reason TEXT the rows that have no reason get this one.',
};

function commandErrorOf(
  error: unknown,
  file: string,
  reached: ImportProgress | undefined,
  stopped: boolean,
): Error {
  const done = `${some(reached?.rows ?? 0, 'row is', 'rows are')} imported.`;
  if (stopped) return new CommandError(`Stopped. ${done} ${resume}`, 130);
  if (error instanceof FileError)
    return new CommandError(
      `${file}, line ${error.line}: ${error.message}\n${done} ${hints[error.code ?? ''] ?? 'Fix the line, then run the same command again.'}`,
    );
  if (error instanceof ServerUnavailable)
    return new CommandError(`${error.message} ${done} ${resume}`);
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return new CommandError(`${file} is not a complete gzip file. ${done}`);
  return otherErrorOf(error, file);
}

const again = 'Run the same command again: nothing is added twice.';

function setErrorOf(error: unknown, file: string, stopped: boolean): Error {
  if (stopped) return new CommandError(`Stopped. ${again}`, 130);
  if (error instanceof FileError)
    return new CommandError(
      `${file}, line ${error.line}: ${error.message}\nNo change was added. Fix the line, then run the same command again.`,
    );
  if (error instanceof ServerUnavailable) return new CommandError(`${error.message} ${again}`);
  if (error instanceof ChangeSetRefused) return new CommandError(error.message);
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return new CommandError(`${file} is not a complete gzip file. No change was added.`);
  return otherErrorOf(error, file);
}

function otherErrorOf(error: unknown, file: string): Error {
  if (error instanceof CallFailed) {
    const id = error.answer.requestId === undefined ? '' : ` (request ${error.answer.requestId})`;
    return new CommandError(`The server refused: ${error.message}${id}`);
  }
  const converted = unreadable(file, error);
  return converted instanceof Error ? converted : new Error(String(converted));
}
