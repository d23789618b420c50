import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { DataClient } from './data-client.ts';
import { throwIfRequestsFailed } from './failed-requests.ts';
import { processors, pinToProcessors } from './processors.ts';
import { password, type Program, skippedWithoutPostgresql, startProgram } from './program.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const counts = [1, 2, 4];
const rounds = 3;
const seconds = 5;
/** For each worker: reads that arrive together share a trip to the database, and fewer of them would cost more. */
const connections = 40;
/** Relative to the reads of one worker. */
const minSpeedup = 3;

interface Reads {
  perSecond: number;
  /** CPU time of all processes of the program per read, in microseconds. */
  cpuTime: number;
}

/**
 * Measures reads of a version with one worker and with several. With enough processors, the workers run on four of
 * them, and PostgreSQL and the load on the others; only then is the exit code set if four workers do less than
 * three times as much as one. The CPU time of a read shows on any machine whether workers hinder one another.
 */
export async function measureWorkers(): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const hasOwnProcessors = processors >= 8 && pinToProcessors(4, processors);
  const server = await startPostgresql(bin, { fsync: true });
  const measured = new Map(counts.map((count) => [count, [] as Reads[]]));
  try {
    const path = await prepare(server.url);
    for (let round = 0; round < rounds; round += 1)
      for (const count of counts)
        measured
          .get(count)
          ?.push(await readsWith(count, { databaseUrl: server.url, path, hasOwnProcessors }));
  } finally {
    await server.remove();
    if (hasOwnProcessors) pinToProcessors(0, processors);
  }
  const medianOf = (count: number, figure: keyof Reads) =>
    median((measured.get(count) ?? []).map((reads) => reads[figure]));
  const rateOf = (count: number) => medianOf(count, 'perSecond');
  if (hasOwnProcessors && rateOf(4) < minSpeedup * rateOf(1)) process.exitCode = 1;
  const rows = counts.map((count) => [
    count,
    Math.round(rateOf(count)),
    (rateOf(count) / rateOf(1)).toFixed(2),
    Math.round(medianOf(count, 'cpuTime')),
  ]);
  const note = hasOwnProcessors
    ? 'The workers have four processors of their own.'
    : `${processors} processors for workers, PostgreSQL and load: too few for a verdict.`;
  return `${table(['workers', 'reads/s', 'times', 'CPU time per read (µs)'], rows)}\n\n${note}`;
}

/**
 * Creates the demo users and a version.
 * @returns the path of the version
 */
async function prepare(databaseUrl: string): Promise<string> {
  const environment = { DATABASE_URL: databaseUrl, DEMO_PASSWORD: password };
  const program = await startProgram(['--demo'], environment);
  try {
    const client = await DataClient.signIn(program, password);
    const { id } = await client.post<{ id: string }>('/v1/partitions', { partitionName: 'Bench' });
    const made = await client.post<{ timelineId: string }>(`/v1/partitions/${id}/objects`, {
      type: 'NOTE',
      objectData: { title: 'A note' },
    });
    return `/v1/partitions/${id}/timelines/${made.timelineId}/objects/latest`;
  } finally {
    await program.stop();
  }
}

interface WorkersSetup {
  databaseUrl: string;
  path: string;
  /** Whether the workers have their own processors. */
  hasOwnProcessors: boolean;
}

async function readsWith(
  count: number,
  { databaseUrl, path, hasOwnProcessors }: WorkersSetup,
): Promise<Reads> {
  if (hasOwnProcessors) pinToProcessors(0, 4);
  const program = await startProgram([], { DATABASE_URL: databaseUrl, WORKERS: String(count) });
  if (hasOwnProcessors) pinToProcessors(4, processors);
  try {
    const client = await DataClient.signIn(program, password);
    const load = (duration: number) =>
      autocannon({
        url: client.origin + path,
        headers: client.headers,
        connections: connections * count,
        duration,
        ...(hasOwnProcessors ? { workers: 2 } : {}),
      });
    await load(2 * count); // until all workers run optimized code
    const before = await cpuTimeOf(program);
    const result = await load(seconds);
    throwIfRequestsFailed(path, result);
    const cpuTime = (await cpuTimeOf(program)) - before;
    return { perSecond: result.requests.average, cpuTime: cpuTime / result.requests.total };
  } finally {
    await program.stop();
  }
}

/** Microseconds that the program's processes have run. */
async function cpuTimeOf({ pid }: Program): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  let ticks = 0;
  for (const each of [pid, ...children.split(' ').filter(Boolean)]) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8');
    // After the name in parentheses; user and system time are fields 14 and 15 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10_000;
}
