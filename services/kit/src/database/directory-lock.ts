import { constants } from 'node:fs';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { makeDirectory } from '../make-directory.ts';
import { codeOf, DatabaseInUse, DirectoryRefused } from './errors.ts';

type Release = () => Promise<void>;

export interface DirectoryLock {
  release: Release;
}

/**
 * Creates the directory, readable for its owner only, and locks it for this process. The kernel frees the lock when the
 * process ends, however it ends, so it is never left behind.
 *
 * @throws DatabaseInUse naming the holder, DirectoryRefused if this process may not use the directory
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  try {
    await makeDirectory(directory, 0o700);
    const holderFile = path.join(directory, 'holder');
    const release = await acquire(directory);
    if (release === undefined) throw new DatabaseInUse(await heldMessage(directory, holderFile));
    await writeFile(holderFile, `${process.pid}\n`, { mode: 0o600 });
    return { release };
  } catch (error) {
    const code = codeOf(error);
    // Any other system error, too: only the operator can do something about it.
    if (code === undefined || !(error instanceof Error && 'syscall' in error)) throw error;
    const reason = refusals[code] ?? error.message;
    const own = process.getuid?.();
    const owner = await stat(directory).then(
      ({ uid }) =>
        own === undefined || uid === own
          ? ''
          : ` It belongs to the user with id ${uid}; this process runs as ${own}.`,
      () => '',
    );
    throw new DirectoryRefused(
      `The directory ${directory} cannot be used: ${reason}.${owner} Name another one in DATA_DIR, or change its owner or its rights.`,
      { cause: error },
    );
  }
}

/** By the code of the system error. */
const refusals: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'it is on a file system that takes no writes',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'it cannot be created there',
  ELOOP: 'links in the path lead in a circle',
  ENAMETOOLONG: 'a name in the path is too long',
};

async function heldMessage(directory: string, holderFile: string): Promise<string> {
  const pid = (await readFile(holderFile, 'utf8').catch(() => '')).trim();
  const holder = pid === '' ? 'another process' : `the process with id ${pid}`;
  return `The database in ${directory} is in use by ${holder}. Stop it first, or name another directory in DATA_DIR; several servers at once need PostgreSQL (DATABASE_URL).`;
}

/** Returns the function that frees the lock, or undefined when another process holds it. */
async function acquire(directory: string): Promise<Release | undefined> {
  switch (process.platform) {
    case 'linux':
      return acquireAcrossContainers(directory);
    case 'win32':
      return listen(await addressOf(directory));
    default:
      return openExclusively(path.join(directory, 'lock'));
  }
}

// Longer paths cannot be socket addresses.
const maxSocketPathLength = 107;

/**
 * The abstract socket excludes other processes of the same container or machine. Another container with the same
 * directory does not see it, but sees a socket in the directory.
 */
async function acquireAcrossContainers(directory: string): Promise<Release | undefined> {
  const releaseName = await listen(await addressOf(directory));
  if (releaseName === undefined) return undefined;
  const socket = path.join(directory, 'in-use');
  if (Buffer.byteLength(socket) > maxSocketPathLength) return releaseName;
  if (await isListening(socket)) {
    await releaseName();
    return undefined;
  }
  await rm(socket, { force: true });
  const releaseSocket = await listen(socket);
  return async () => {
    await releaseSocket?.();
    await releaseName();
  };
}

async function isListening(address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const connection = connect(address, () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => {
      // Of another user: whether somebody listens is not known, but this process cannot use it anyway.
      if (error.code === 'EACCES') reject(error);
      else resolve(error.code !== 'ENOENT' && error.code !== 'ECONNREFUSED');
    });
  });
}

/** A name that only one process can listen on and that is not a file: an abstract socket, on Windows a pipe. */
async function addressOf(directory: string): Promise<string> {
  // device and inode, not the path: the same directory has many paths
  const { dev, ino } = await stat(directory, { bigint: true });
  const name = `annals-database-${dev}-${ino}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
}

async function listen(address: string): Promise<Release | undefined> {
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(async () => {
        await new Promise((closed) => server.close(closed));
      });
    });
  });
}

// O_EXLOCK of macOS and the BSDs: opening takes the file's lock or, with O_NONBLOCK, fails with EAGAIN.
const lockWhileOpen = 0x20;

async function openExclusively(file: string): Promise<Release | undefined> {
  try {
    const handle = await open(
      file,
      constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | lockWhileOpen,
      0o600,
    );
    return async () => handle.close();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}
