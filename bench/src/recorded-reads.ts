import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { maxLostMs } from '@annals/contracts/read-records';
import type { ReadScope } from '@annals/contracts/read-scope';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { compareSides, type Side } from './compare-sides.ts';
import { DataClient } from './data-client.ts';
import { cpuOfTree } from './process-tree.ts';
import { password, skippedWithoutPostgresql, startProgram } from './program.ts';
import { load } from './services/services.ts';
import { settings } from './services/stored.ts';

/** The share of the unrecorded requests per second that remains. */
const least = 0.9;
const warmUpSeconds = 3;
const partitionCount = 4;
const objectsPerPartition = 500;

interface Item {
  id: string;
  timelineId: string;
}

export type RequestSpec = ReturnType<Parameters<typeof load>[2]>;

export interface Case {
  name: string;
  next: () => RequestSpec;
  unrecorded: Side[];
  recorded: Side[];
}

/**
 * Compares reads that are recorded with the same reads unrecorded, in turn, on PostgreSQL. The data are few, so that reads
 * cost as little as they ever do. Sets the exit code if recording costs too much.
 */
export async function measureRecordedReads({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const server = await startPostgresql(bin, { fsync: true, settings });
  const environment = { DATABASE_URL: server.url, DEMO_PASSWORD: password };
  const program = await startProgram(['--demo'], environment);
  try {
    const partitions = await fill(await DataClient.signIn(program, password));
    const cases = casesOf(partitions);
    const postgresql = await serverProcess(server.url);
    const cpu = async () => (await cpuOfTree(program.pid)) + (await cpuOfTree(postgresql));
    for (let round = 0; round < rounds; round += 1)
      for (const each of cases) {
        const client = await DataClient.signIn(program, password);
        const { origin, headers } = client;
        if (round === 0) await load(origin, headers, each.next, warmUpSeconds);
        // In another order each time, because the first one finds the machine rested.
        const order = ['unrecorded', 'recorded'] as const;
        for (const side of round % 2 === 0 ? order : order.toReversed()) {
          await setScope(client, partitions, side === 'recorded' ? 'OBJECTS' : 'NOTHING');
          const before = await cpu();
          const { rate, total } = await load(origin, headers, each.next, seconds, { isWarm: true });
          // What waits is written soon and counts.
          await setTimeout(maxLostMs);
          each[side].push({ rate, cpu: (((await cpu()) - before) / total) * 1e6 });
        }
      }
    const calls = cases.map(({ name, unrecorded, recorded }) => ({
      name,
      first: unrecorded,
      second: recorded,
    }));
    return compareSides(calls, ['unrecorded', 'recorded'], least);
  } finally {
    await program.stop();
    await server.remove();
  }
}

/** The first process of the PostgreSQL server. */
export async function serverProcess(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string }>(
      `select pg_read_file('postmaster.pid') as text`,
    );
    return Number(rows[0]?.text.split('\n', 1)[0]);
  } finally {
    await client.end();
  }
}

export interface FilledPartition {
  path: string;
  items: Item[];
}

export async function fill(client: DataClient): Promise<FilledPartition[]> {
  const partitions: FilledPartition[] = [];
  for (let part = 0; part < partitionCount; part += 1) {
    const body = { partitionName: `Read ${part}` };
    const { id } = await client.post<{ id: string }>('/v1/partitions', body);
    const path = `/v1/partitions/${id}`;
    const rows = Array.from({ length: objectsPerPartition }, (_, n) => ({
      key: `o${n}`,
      type: 'ITEM',
      objectData: { name: `Item ${n}`, text: 'x'.repeat(900) },
      references: [],
    }));
    await client.post(`${path}/import`, { rows });
    const { data } = await client.post<{ data: Item[] }>(`${path}/objects/search?pageSize=500`, {});
    partitions.push({ path, items: data });
  }
  return partitions;
}

export const randomOf = <Thing>(things: readonly Thing[]): Thing =>
  things[randomInt(things.length)] as Thing;

export function casesOf(partitions: readonly FilledPartition[]): Case[] {
  const of = (name: string, next: (partition: FilledPartition) => RequestSpec): Case => ({
    name,
    next: () => next(randomOf(partitions)),
    unrecorded: [],
    recorded: [],
  });
  return [
    of('one version by id', ({ path, items }) => ({
      path: `${path}/objects/${randomOf(items).id}`,
    })),
    of('latest', ({ path, items }) => ({
      path: `${path}/timelines/${randomOf(items).timelineId}/objects/latest`,
    })),
    of('list of 50', ({ path }) => ({
      method: 'POST',
      path: `${path}/objects/search?pageSize=50`,
      body: JSON.stringify({ type: 'ITEM' }),
    })),
    of('history', ({ path, items }) => ({
      path: `${path}/timelines/${randomOf(items).timelineId}/objects`,
    })),
  ];
}

async function setScope(
  client: DataClient,
  partitions: readonly FilledPartition[],
  scope: ReadScope,
): Promise<void> {
  for (const { path } of partitions) await client.put(`${path}/read-recording`, { scope });
}
