import autocannon from 'autocannon';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { DataClient } from './data-client.ts';
import { processors, runOn } from './processors.ts';
import { password, startProgram } from './program.ts';
import { median, table } from './table.ts';

const counts = [1, 2, 4];
const rounds = 3;
const seconds = 5;
const connections = 40;
/** Relative to the reads of one worker. */
const minSpeedup = 3;

/**
 * Reads of one version with one worker and with several. With enough processors, four workers run on four of
 * them, and PostgreSQL and the load on the others; only then does the exit code tell whether four workers do
 * three times as much.
 */
export async function measureWorkers(): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return 'PostgreSQL: not found, left out';
  const isApart = processors >= 8 && runOn(4, processors);
  const server = await startPostgresql(bin, { fsync: true });
  const rates = new Map(counts.map((count) => [count, [] as number[]]));
  try {
    const path = await prepare(server.url);
    for (let round = 0; round < rounds; round += 1)
      for (const count of counts)
        rates.get(count)?.push(await readsWith(count, { databaseUrl: server.url, path, isApart }));
  } finally {
    await server.remove();
    if (isApart) runOn(0, processors);
  }
  const of = (count: number) => median(rates.get(count) ?? []);
  if (isApart && of(4) < minSpeedup * of(1)) process.exitCode = 1;
  const rows = counts.map((count) => [
    count,
    Math.round(of(count)),
    (of(count) / of(1)).toFixed(2),
  ]);
  const where = isApart
    ? 'The workers have four processors of their own.'
    : `${processors} processors for workers, PostgreSQL and load: too few to tell.`;
  return `${table(['workers', 'reads/s', 'times'], rows)}\n\n${where}`;
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

interface Measured {
  databaseUrl: string;
  path: string;
  /** Whether the workers have their own processors. */
  isApart: boolean;
}

async function readsWith(count: number, { databaseUrl, path, isApart }: Measured): Promise<number> {
  if (isApart) runOn(0, 4);
  const program = await startProgram([], { DATABASE_URL: databaseUrl, WORKERS: String(count) });
  if (isApart) runOn(4, processors);
  try {
    const client = await DataClient.signIn(program, password);
    const load = (duration: number) =>
      autocannon({
        url: client.origin + path,
        headers: client.headers,
        connections,
        duration,
        ...(isApart ? { workers: 2 } : {}),
      });
    await load(1); // warm-up
    const { requests, non2xx, errors } = await load(seconds);
    if (non2xx + errors > 0) throw new Error(`${non2xx} answers were no success, ${errors} failed`);
    return requests.average;
  } finally {
    await program.stop();
  }
}
