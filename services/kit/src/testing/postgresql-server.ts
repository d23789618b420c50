import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

export interface PostgresqlServer {
  /** The address of the database `postgres`, as its superuser. */
  readonly url: string;
  /** Restarts the server on the same data and port, after `kill` or `shutDown`; resolves when it responds. */
  restart: () => Promise<void>;
  /** SIGKILL, like a crash. */
  kill: () => Promise<void>;
  /** Stops without a checkpoint, like `pg_ctl stop -m immediate`; the next start recovers. */
  abort: () => Promise<void>;
  /** Ends connections and stops, like `pg_ctl stop -m fast`. */
  shutDown: () => Promise<void>;
  /** Stops and removes everything. */
  remove: () => Promise<void>;
}

export interface PostgresqlOptions {
  /** False (the default) trades durability for speed, which tests of durability must not. */
  fsync?: boolean;
  /** Settings of postgresql.conf, for benchmarks. */
  settings?: Record<string, string>;
  /** A directory for the data without its write-ahead log, for tests that fill the disk. */
  disk?: string;
  /** A directory whose existing cluster is reused, and which `remove` keeps. */
  keptIn?: string;
  /** The address of a primary: the cluster becomes a streaming replica of it. */
  standbyOf?: string;
}

/** The folder of initdb and postgres; undefined if PostgreSQL is not installed. */
export async function findPostgresql(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch((): string[] => []);
  const newestFirst = versions
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => b - a);
  const reported = await run('pg_config', ['--bindir']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  const candidates = [
    process.env['ANNALS_TEST_POSTGRESQL_BIN'],
    ...newestFirst.map((version) => `/usr/lib/postgresql/${version}/bin`),
    reported,
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  for (const folder of candidates) {
    if (folder === undefined || folder === '') continue;
    const files = await readdir(folder).catch((): string[] => []);
    if (files.includes('initdb') && files.includes('postgres')) return folder;
  }
  return undefined;
}

/** PostgreSQL refuses to run as root. */
export async function unprivilegedUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // Try the next one.
    }
  }
  throw new Error('PostgreSQL cannot run as root and there is neither a user postgres nor nobody.');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** Whether a database accepts connections. */
export async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const enoughMemory = 2 * 1024 ** 3;

/** A file system in memory, if Linux has enough of it: it creates a database in a tenth of the time. */
async function fastDirectory(): Promise<string> {
  const shared = '/dev/shm';
  const { bavail, bsize } = await statfs(shared).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > enoughMemory ? shared : tmpdir();
}

/**
 * Creates a new cluster in a temporary directory and starts it on a free loopback port. It is on a disk only if
 * durability is tested.
 */
export async function startPostgresql(
  bin: string,
  options: PostgresqlOptions = {},
): Promise<PostgresqlServer> {
  const owner = await unprivilegedUser();
  const parent = options.fsync === true ? tmpdir() : await fastDirectory();
  const { keptIn } = options;
  if (keptIn !== undefined) await mkdir(keptIn, { recursive: true });
  const directory = keptIn ?? (await mkdtemp(path.join(parent, 'annals-postgresql-')));
  const { disk = directory } = options;
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const own of new Set([directory, disk])) await chown(own, owner.uid, owner.gid);
  const data = path.join(disk, 'data');
  const initdb = [
    '-D',
    data,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
    '-A',
    'trust',
    '--no-sync',
    ...(disk === directory ? [] : ['--waldir', path.join(directory, 'wal')]),
  ];
  const inDirectory = { ...owner, cwd: directory };
  if (options.standbyOf !== undefined) {
    const copying = ['-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
    const source = ['-d', options.standbyOf, '-D', data];
    await run(path.join(bin, 'pg_basebackup'), [...source, ...copying], inDirectory);
  } else if (!existsSync(path.join(data, 'PG_VERSION')))
    await run(path.join(bin, 'initdb'), initdb, inDirectory);

  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const durability =
    options.fsync === true
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const settings = {
    max_connections: '200',
    log_min_messages: 'fatal',
    ...durability,
    ...options.settings,
  };
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', directory];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);

  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) {
        // After a kill the old processes may take a moment to release the data.
        server = spawn(path.join(bin, 'postgres'), args, {
          ...owner,
          cwd: directory,
          stdio: 'ignore',
        });
      }
      if (await acceptsConnections(url)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('PostgreSQL did not start within 10 s.');
  };
  const killAtExit = (): void => {
    server?.kill('SIGQUIT');
    if (keptIn === undefined)
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once('exit', killAtExit);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await exited;
  };
  const remove = async (): Promise<void> => {
    process.off('exit', killAtExit);
    await end(keptIn === undefined ? 'SIGQUIT' : 'SIGINT');
    if (keptIn === undefined)
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url,
    restart: start,
    kill: () => end('SIGKILL'),
    abort: () => end('SIGQUIT'),
    shutDown: () => end('SIGINT'),
    remove,
  };
}
