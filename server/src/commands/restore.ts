import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MigrationRefused } from '@annals/kit/migrate/migrate';
import type { Config } from '../config.ts';
import { BackupReader, BackupRefused, restore } from '../embedded-backup.ts';
import { makeLog } from '../logging.ts';
import { CommandError } from './command-error.ts';
import { unreadable } from './unreadable-file.ts';
import { StatusLine } from './terminal.ts';

export interface RestoreCommand {
  /** `-` for standard input. */
  file: string;
  /** Deletes the content of the database. */
  replace: boolean;
}

const number = new Intl.NumberFormat('en');

/**
 * annals restore: restores a backup into an empty database, completely or not at all.
 * @throws CommandError with exit code 2 for a file that is not a backup, and 1 if it was not restored
 */
export async function restoreCommand(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'logLevel'>,
  { file, replace }: RestoreCommand,
): Promise<void> {
  const status = new StatusLine(process.stderr);
  const unzipped = createGunzip();
  pipeline(file === '-' ? process.stdin : createReadStream(file), unzipped, () => undefined);
  try {
    const backup = await BackupReader.open(unzipped);
    await restore(config, makeLog(config.logLevel ?? 'warn'), backup, {
      replace,
      onProgress: (table, rows) => status.show(`${table}  ${number.format(rows)} rows`),
    });
    status.clear();
    const { taken, program, tables } = backup.head;
    process.stdout.write(
      `Restored the database as it was at ${taken}: ${number.format(backup.rows)} rows of ${tables.length} tables, written by Annals ${program}.\n` +
        `Check it before anyone uses it:\n` +
        `  annals migrate\n  annals verify --partition all --checkpoint FILE   with a stored checkpoint, if there is one\n  annals verify events\n`,
    );
  } catch (error) {
    status.clear();
    throw commandError(error, file === '-' ? 'Standard input' : file);
  } finally {
    unzipped.destroy();
  }
}

function commandError(error: unknown, file: string): unknown {
  const refuse = (what: string) =>
    new CommandError(`${file}: ${what} The database is as it was.`, 1, { cause: error });
  if (error instanceof BackupRefused || error instanceof MigrationRefused)
    return refuse(error.message);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return refuse('It is truncated: its end is missing.');
  if (code === 'Z_DATA_ERROR')
    return refuse(
      error instanceof Error && error.message === 'incorrect header check'
        ? 'It is not a backup of Annals.'
        : 'It is damaged: it cannot be unzipped. Take another backup.',
    );
  return code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES'
    ? unreadable(file, error)
    : error;
}
