import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@annals/kit/database/database';
import { distribute } from '@annals/kit/distribution/distribute';
import {
  findClusterPostgresql,
  startCluster,
} from '@annals/kit/distribution/testing/cluster-servers';
import { quiet } from '@annals/kit/testing/databases';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { PatroniCluster } from './patroni.ts';
import { ConsoleClient } from './console-client.ts';
import { durationQuantile, runAtPeak, type LoadResult } from './load.ts';
import { createNote, createNotePartitions, latestNote } from './notes.ts';
import { password, startProgram } from './program.ts';
import { table } from './table.ts';

const clients = 16;
const partitionCount = 8;
/** The first of twelve ports for the cluster under Patroni. */
const firstPort = 4_260;
const maxFailoverMs = 60_000;

/** The setup of the database and the configuration of the program. */
interface Deployment {
  name: string;
  start: () => Promise<Running | undefined>;
}

interface Running {
  environment: Record<string, string>;
  /** Runs before the load, after the program has created the tables. */
  prepare?: () => Promise<void>;
  /** Makes the primary unavailable. */
  fail?: () => Promise<void>;
  remove: () => Promise<void>;
}

/**
 * Measures reads and writes per second, each alone, and how long writes are interrupted: one server with one
 * PostgreSQL, one with a standby that answers reads, three under Patroni whose primary is killed, and a
 * cluster with two workers. Setups that are not installed are skipped.
 * @param seconds the duration of each measurement
 */
export async function measureDeployments(seconds: number): Promise<string> {
  const rows: Row[] = [];
  for (const { name, start } of deployments) {
    console.log(`${name} …`);
    const running = await start();
    if (!running) rows.push([name, 'not installed', '', '', '', '']);
    else
      try {
        rows.push(await measure(name, running, seconds));
      } finally {
        await running.remove();
      }
  }
  const header = [
    '',
    'writes/s',
    'p99 (ms)',
    'reads/s',
    'p99 (ms)',
    'longest gap between writes (s)',
  ];
  const load = loadavg()[1]?.toFixed(1);
  return `${table(header, rows)}\n\n${clients} connections, ${partitionCount} partitions, ${seconds} s each; load average at the end ${load}.`;
}

type Row = (string | number)[];

const deployments: Deployment[] = [
  {
    name: 'PostgreSQL',
    start: async () => {
      const bin = await findPostgresql();
      if (bin === undefined) return undefined;
      const server = await startPostgresql(bin, { fsync: true });
      return { environment: { DATABASE_URL: server.url }, remove: server.remove };
    },
  },
  {
    name: 'PostgreSQL with a read replica',
    start: async () => {
      const bin = await findPostgresql();
      if (bin === undefined) return undefined;
      const primary = await startPostgresql(bin, { fsync: true });
      const standby = await startPostgresql(bin, { fsync: true, standbyOf: primary.url }).catch(
        async (error: unknown) => {
          await primary.remove();
          throw error;
        },
      );
      return {
        environment: { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url },
        remove: async () => {
          await standby.remove();
          await primary.remove();
        },
      };
    },
  },
  {
    name: 'Patroni, with a failover halfway',
    start: async () => {
      const cluster = await PatroniCluster.start(firstPort).catch((error: unknown) => {
        if (error instanceof Error && error.message.endsWith('is not installed here.')) return;
        throw error;
      });
      if (!cluster) return undefined;
      const [first = '', ...others] = cluster.urls;
      const hosts = [first, ...others].map((url) => new URL(url).host).join(',');
      return {
        environment: { DATABASE_URL: first.replace(new URL(first).host, hosts) },
        fail: async () => cluster.kill(await cluster.leader()),
        remove: () => cluster.remove(),
      };
    },
  },
  {
    name: 'a cluster with two workers',
    start: async () => {
      const bin = await findClusterPostgresql();
      if (bin === undefined) return undefined;
      const cluster = await startCluster(bin, { fsync: true });
      const { url: databaseUrl } = cluster.coordinator;
      return {
        environment: { DATABASE_URL: databaseUrl },
        prepare: async () => {
          const database = await openDatabase({ databaseUrl, log: quiet });
          try {
            await distribute(database);
          } finally {
            await database.close();
          }
        },
        remove: cluster.remove,
      };
    },
  },
];

async function measure(name: string, running: Running, seconds: number): Promise<Row> {
  const environment = { ...running.environment, DEMO_PASSWORD: password };
  // Started once to create the tables and the demo users, and again after the preparation.
  await (await startProgram(['--demo'], environment)).stop();
  await running.prepare?.();
  const program = await startProgram([], environment);
  const client = new ConsoleClient(program.console);
  try {
    await client.signIn('master@example.org', password);
    const partitions = await createNotePartitions(client, partitionCount);
    let turn = 0;
    const next = () => partitions[(turn += 1) % partitions.length] ?? { id: '', timelineId: '' };
    const write = () => client.send(createNote(next().id, note));
    const read = () => client.send(latestNote(next()));
    await runAtPeak(write, seconds / 4, clients);
    const { writes, gapMs } = running.fail
      ? await failWhileWriting(running.fail, write, seconds)
      : { writes: await runWithoutFailures(write, seconds), gapMs: undefined };
    await runAtPeak(read, seconds / 4, clients);
    const reads = await runWithoutFailures(read, seconds);
    return [
      name,
      Math.round(writes.goodput),
      rounded(durationQuantile(writes, 0.99)),
      Math.round(reads.goodput),
      rounded(durationQuantile(reads, 0.99)),
      gapMs === undefined ? '' : rounded(gapMs / 1000),
    ];
  } finally {
    client.close();
    await program.stop();
  }
}

const note = { title: 'A note', text: 'x'.repeat(900) };

const rounded = (value: number): number => Math.round(value * 10) / 10;

async function runWithoutFailures(send: () => ReturnType<ConsoleClient['send']>, seconds: number) {
  const result = await runAtPeak(send, seconds, clients);
  if (result.failed > 0)
    throw new Error(`Calls failed: ${JSON.stringify(Object.fromEntries(result.statuses))}`);
  return result;
}

/** Measures writes before and after a failure, excluding the longest time without writes. */
async function failWhileWriting(
  fail: () => Promise<void>,
  write: () => ReturnType<ConsoleClient['send']>,
  seconds: number,
): Promise<{ writes: LoadResult; gapMs: number }> {
  let last = performance.now();
  let gapMs = 0;
  const writeAndMeasure = async () => {
    const answer = await write();
    if (answer.status === 201) {
      gapMs = Math.max(gapMs, performance.now() - last);
      last = performance.now();
    }
    // Clients pause briefly after a refusal.
    else await pause(50);
    return answer;
  };
  const began = performance.now();
  const isOver = () => gapMs > 1_000 || performance.now() - began > maxFailoverMs;
  const failed = pause((seconds * 1000) / 2).then(fail);
  const parts: LoadResult[] = [await runAtPeak(writeAndMeasure, seconds / 2, clients)];
  await failed;
  while (!isOver()) parts.push(await runAtPeak(writeAndMeasure, 1, clients));
  parts.push(await runAtPeak(writeAndMeasure, seconds / 2, clients));
  const took = parts.flatMap((part) => part.took);
  const writingSeconds = (performance.now() - began - gapMs) / 1000;
  const [first] = parts;
  if (!first || gapMs > maxFailoverMs) throw new Error('Writes did not resume.');
  return { writes: { ...first, took, goodput: took.length / writingSeconds }, gapMs };
}
