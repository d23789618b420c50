import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Load, verifyAll } from './load.ts';
import { summaryOf, Tally } from './ledger/tally.ts';
import { pause } from './pause.ts';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';
import { openStore, selectDatabases, type DatabaseKind } from './store.ts';

const run = promisify(execFile);
const size = '400m';
const block = Buffer.alloc(1024 * 1024, 1);

/**
 * Fills a small disk under the database while it is written to, kills the server, starts it again and frees
 * space. Reports the responses in between, and whether data was lost. Runs on both databases unless one is
 * named; PostgreSQL keeps its write-ahead log on another disk, as recommended.
 */
export async function fillDisk({ port, database }: FillOptions): Promise<boolean> {
  let passed = true;
  for (const kind of selectDatabases(database))
    passed = (await runOnSmallDisk(kind, port)) && passed;
  return passed;
}

interface FillOptions {
  port: number;
  database: string | undefined;
}

async function runOnSmallDisk(database: DatabaseKind, port: number): Promise<boolean> {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory]);
  } catch {
    await rm(directory, { recursive: true });
    console.log('disk-full: skipped, because this user may not mount a disk');
    return true;
  }
  try {
    const store = await openStore(database, directory);
    try {
      return await fillUnderLoad(database, directory, store.variables, port);
    } finally {
      await store.remove();
    }
  } finally {
    await run('umount', ['--lazy', directory]);
    await rm(directory, { recursive: true });
  }
}

async function fillUnderLoad(
  database: DatabaseKind,
  directory: string,
  variables: Record<string, string>,
  port: number,
): Promise<boolean> {
  const filler = path.join(directory, 'filler');
  const tally = new Tally();
  let server = new ServerProcess({ port, variables });
  try {
    await server.ready();
    const load = await Load.setUp(server, tally);
    const { caller } = load;
    const stop = new AbortController();
    const writing = load.write(stop.signal);
    await load.nextAcknowledgement();
    await fill(filler);
    await writeIsRefused(load);
    const reads = { succeeded: 0, failed: 0 };
    const read = async () => {
      const { status } = await caller.call({ url: '/v1/partitions' });
      reads[status === 200 ? 'succeeded' : 'failed'] += 1;
    };
    for (let count = 0; count < 50; count += 1) await read();

    // A start on a full disk must not need to create anything.
    await server.end('SIGKILL');
    await fill(filler);
    server = new ServerProcess({ port, variables });
    tally.starts.push(await server.ready());
    await writeIsRefused(load);
    for (let count = 0; count < 50; count += 1) await read();
    if (reads.failed > 0) tally.fault('other', `${reads.failed} reads failed on the full disk`);

    await rm(filler);
    await load.nextAcknowledgement();
    stop.abort();
    await writing;
    for (const [status, count] of caller.statuses)
      if (status >= 500 && status !== 507 && status !== 503)
        tally.fault('other', `${count} calls were answered ${status}`);
    const statuses = Object.fromEntries(caller.statuses);
    await load.check();
    await server.end('SIGTERM');
    await verifyAll(variables, tally);
    const passed = tally.faults.length === 0;
    await writeResult(
      `disk-full-${database}`,
      { size, reads, statuses, ...summaryOf(tally) },
      passed,
    );
    return passed;
  } finally {
    await server.end('SIGKILL');
  }
}

/** Writes to a file until the disk is full. */
async function fill(name: string): Promise<void> {
  const file = await open(name, 'a');
  try {
    for (;;) await file.write(block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}

/** Resolves when a write is refused because the disk is full. */
async function writeIsRefused({ caller }: Load): Promise<void> {
  const before = caller.statuses.get(507) ?? 0;
  while ((caller.statuses.get(507) ?? 0) === before) await pause(20);
}
