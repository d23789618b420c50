import type { Config } from '../config.ts';
import { backUp, BackupRefused } from '../embedded-backup.ts';
import { recordBackup } from '../last-backup.ts';
import { makeLog } from '../logging.ts';
import { OperatorRefused } from '../operator/protocol.ts';
import { BackupTarget } from './backup-target.ts';
import { CommandError } from './command-error.ts';
import { StatusLine } from './terminal.ts';

export interface BackupCommand {
  /** A file, a directory, or `-` for standard output. */
  target: string;
}

const number = new Intl.NumberFormat('en');
const size = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/**
 * annals backup: everything in the database, as of one moment, in one file.
 * @throws CommandError with exit code 2 for an invalid target, and 1 if the backup failed
 */
export async function backupCommand(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'logLevel' | 'checkpointKey'>,
  { target: named }: BackupCommand,
): Promise<void> {
  const target = BackupTarget.open(named);
  const status = new StatusLine(process.stderr);
  try {
    const { rows, tables, taken } = await backUp(config, makeLog(config.logLevel ?? 'warn'), {
      write: (text) => target.write(text),
      onProgress: (table, sofar) =>
        status.show(`${table}  ${number.format(sofar)} rows  ${sizeOf(target)}`),
    });
    await target.finish();
    const recorded = await recordBackup(config.dataDir, { takenDate: taken, bytes: target.bytes });
    status.clear();
    const outside = config.checkpointKey
      ? 'The key in CHECKPOINT_KEY_FILE is not in it: keep that file too.\n'
      : '';
    process.stderr.write(
      `Backed up the database as it was at ${taken}${target.file === undefined ? '' : ` into ${target.file}`}: ${number.format(rows)} rows of ${tables} tables, ${sizeOf(target)}.\n` +
        `It contains keys and personal data: protect it like the database.\n${outside}${recorded ? '' : unrecorded}`,
    );
  } catch (error) {
    status.clear();
    await target.discard();
    const why = target.explain(error);
    if (why !== undefined) throw new CommandError(why, 1, { cause: error });
    if (error instanceof BackupRefused || error instanceof OperatorRefused)
      throw new CommandError(error.message, 1, { cause: error });
    throw error;
  }
}

const unrecorded =
  'It could not be recorded in DATA_DIR: the system page of the console will not show it.\n';

const sizeOf = ({ bytes }: BackupTarget): string =>
  bytes < 1e6 ? `${size.format(bytes / 1e3)} kB` : `${size.format(bytes / 1e6)} MB`;
