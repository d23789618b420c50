import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { makeDirectory } from '@annals/kit/make-directory';

const record = z.object({ takenDate: z.string(), bytes: z.number() });
type LastBackup = z.infer<typeof record>;

const fileOf = (dataDir: string): string => path.join(dataDir, 'last-backup.json');

/**
 * Records the backup in the data directory. The database would be the wrong place, because a backup of an embedded one
 * reads a copy.
 * @returns whether it could be recorded
 */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<boolean> {
  try {
    await makeDirectory(dataDir, 0o700);
    const file = fileOf(dataDir);
    // The server reads it, as another user than root, who makes the backup with systemd; only it can enter the directory.
    await writeFile(`${file}.new`, `${JSON.stringify(backup)}\n`, { mode: 0o644 });
    await rename(`${file}.new`, file);
    return true;
  } catch {
    return false;
  }
}

/** Null if none is recorded. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return z.parse(record, JSON.parse(await readFile(fileOf(dataDir), 'utf8')));
  } catch {
    return null;
  }
}
