import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { DiskFull } from './errors.ts';

const prefix = 'snapshot-';
/** Space left free beside the copy, so that the database can continue to write. */
const reserve = 256 * 1024 * 1024;

/**
 * Copies the files of the embedded database into a new directory below its own. There must be no writes meanwhile. If
 * the file system supports it, the copy shares its blocks with the original and takes no time.
 * @returns the directory, which can be opened as a database; the caller removes it
 * @throws DiskFull when there is no room for it
 */
export async function copyCluster(dataDir: string): Promise<string> {
  const cluster = path.join(dataDir, 'cluster');
  const [bytes, disk] = [await bytesOf(cluster), await statfs(dataDir)];
  if (bytes + reserve > disk.bavail * disk.bsize)
    throw new DiskFull(
      `The disk of ${dataDir} has no room for a copy of the database, which takes ${Math.ceil(bytes / 1e6)} MB.`,
    );
  const copy = await mkdtemp(path.join(dataDir, prefix));
  try {
    await mkdir(path.join(copy, 'cluster'), { mode: 0o700 });
    await cp(cluster, path.join(copy, 'cluster'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    });
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}

export const removeCopy = (copy: string): Promise<void> =>
  rm(copy, { recursive: true, force: true });

/** Copies left behind by a process that has ended. */
export async function removeCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(prefix))
      await rm(path.join(dataDir, name), { recursive: true, force: true });
}

async function bytesOf(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  return bytes;
}
