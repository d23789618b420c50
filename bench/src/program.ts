import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';

/** The password of the demo accounts. */
export const password = 'rings of a very old tree';

/** The built program; a long run uses a copy that later builds do not change. */
export const programFile =
  process.env['ANNALS_BENCH_PROGRAM'] ??
  fileURLToPath(new URL('../../dist/annals.mjs', import.meta.url));
/** What a benchmark reports where PostgreSQL is not installed. */
export const skippedWithoutPostgresql = 'Skipped: PostgreSQL is not installed.';

const probeFile = new URL('./memory-probe.js', import.meta.url);

export interface Program {
  console: string;
  authentication: string;
  data: string;
  /** From the start to the first 200 response from /readyz. */
  readyAfterMs: number;
  pid: number;
  /** Bytes in use after a garbage collection; only for a program without workers. */
  heapInUse(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the built program, or another one, with its own directory and resolves when it is ready. */
export async function startProgram(
  args: string[],
  environment: Record<string, string>,
  file = programFile,
): Promise<Program> {
  const port = Number(process.env['ANNALS_BENCH_PORT']) || (await freePort());
  const directory = await mkdtemp(join(tmpdir(), 'annals-bench-'));
  const started = performance.now();
  // The memory probe needs a single process: with workers, the child process serves no requests itself.
  const isSingleProcess = (environment['WORKERS'] ?? '1') === '1';
  const probe = isSingleProcess ? ['--expose-gc', `--import=${probeFile.href}`] : [];
  const child = spawn(process.execPath, [...probe, file, 'serve', ...args], {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      DATA_DIR: directory,
      PORT: String(port),
      WORKERS: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const console = `http://127.0.0.1:${port}`;
  const printedReady = new Promise((resolve) =>
    child.stdout?.on('data', (text: Buffer) => text.includes('Ready.') && resolve(undefined)),
  );
  while (!(await fetch(`${console}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The program ended before it was ready.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const readyAfterMs = performance.now() - started;
  // Printed when the demo data is loaded too.
  await printedReady;
  return {
    console,
    authentication: `http://127.0.0.1:${port + 1}`,
    data: `http://127.0.0.1:${port + 2}`,
    readyAfterMs,
    pid: child.pid ?? 0,
    heapInUse: () =>
      new Promise((resolve) => {
        child.once('message', (heap) => resolve(Number(heap)));
        child.send('heap');
      }),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The first of three free ports in a row: the console's and its services'. Below the ephemeral port range. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const free = await Promise.all([port, port + 1, port + 2].map(isFree));
    if (free.every(Boolean)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Measures on the embedded database, and on PostgreSQL if it is installed. Returns both reports. */
export async function measureOnBoth(
  measure: (database: string, environment: Record<string, string>) => Promise<string>,
  { fsync = false }: { fsync?: boolean } = {},
): Promise<string> {
  const embedded = await measure('embedded', {});
  const postgresql = await measureOnPostgresql(
    (url) => measure('PostgreSQL', { DATABASE_URL: url }),
    { fsync },
  );
  return [embedded, postgresql].join('\n\n');
}

/** Measures on a new PostgreSQL server, if it is installed. Returns the report. */
export async function measureOnPostgresql(
  measure: (url: string) => Promise<string>,
  { fsync = true }: { fsync?: boolean } = {},
): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const server = await startPostgresql(bin, { fsync });
  try {
    return await measure(server.url);
  } finally {
    await server.remove();
  }
}
