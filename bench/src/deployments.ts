import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@annals/kit/database/database';
import { distribute } from '@annals/kit/distribution/distribute';
import { findCitus, startCitus } from '@annals/kit/testing/citus-servers';
import { quiet } from '@annals/kit/testing/databases';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { PatroniCluster } from './patroni.ts';
import { ConsoleClient, type Call } from './console-client.ts';
import { atPeak, within, type Done } from './load.ts';
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
 * PostgreSQL, one with a standby that answers reads, three under Patroni whose primary is killed, and a Citus
 * cluster with two workers. Setups that are not installed are skipped.
 * @param seconds the duration of each measurement
 */
export async function measureDeployments(seconds: number): Promise<string> {
  const rows: Row[] = [];
  for (const { name, start } of deployments) {
    console.log(`${name} …`);
    const running = await start();
    if (!running) rows.push(leftOut(name));
    else
      try {
        rows.push(await measure(name, running, seconds));
      } finally {
        await running.remove();
      }
  }
  const heads = ['', 'writes/s', 'p99 (ms)', 'reads/s', 'p99 (ms)', 'without writes for (s)'];
  const load = loadavg()[1]?.toFixed(1);
  return `${table(heads, rows)}\n\n${clients} connections, ${partitionCount} partitions, ${seconds} s each; load average at the end ${load}.`;
}

type Row = (string | number)[];
const leftOut = (name: string): Row => [name, 'not installed', '', '', '', ''];

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
    name: 'Patroni, a failover in the middle',
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
    name: 'Citus, two workers',
    start: async () => {
      const bin = await findCitus();
      if (bin === undefined) return undefined;
      const cluster = await startCitus(bin, { fsync: true });
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
    const places = await fill(client);
    let turn = 0;
    const next = () => places[(turn += 1) % places.length] ?? { id: '', timelineId: '' };
    const write = () => client.send(noteIn(next().id));
    const read = () => client.send(latestOf(next()));
    await atPeak(write, seconds / 4, clients);
    const failing = running.fail ? failWhileWriting(running.fail, write, seconds) : undefined;
    const written = failing ? await failing : { done: await succeeding(write, seconds), gapMs: 0 };
    await atPeak(read, seconds / 4, clients);
    const done = await succeeding(read, seconds);
    return [
      name,
      Math.round(written.done.goodput),
      rounded(within(written.done, 0.99)),
      Math.round(done.goodput),
      rounded(within(done, 0.99)),
      failing ? rounded(written.gapMs / 1000) : '',
    ];
  } finally {
    client.close();
    await program.stop();
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

async function succeeding(ask: () => ReturnType<ConsoleClient['send']>, seconds: number) {
  const done = await atPeak(ask, seconds, clients);
  if (done.failed > 0)
    throw new Error(`Calls failed: ${JSON.stringify(Object.fromEntries(done.statuses))}`);
  return done;
}

/** The rate before and after the failure, excluding the time without writes. */
async function failWhileWriting(
  fail: () => Promise<void>,
  write: () => ReturnType<ConsoleClient['send']>,
  seconds: number,
): Promise<{ done: Done; gapMs: number }> {
  let last = performance.now();
  let gapMs = 0;
  const watched = async () => {
    const answer = await write();
    if (answer.status === 201) {
      gapMs = Math.max(gapMs, performance.now() - last);
      last = performance.now();
    }
    // After a refusal it pauses briefly, as clients do.
    else await pause(50);
    return answer;
  };
  const began = performance.now();
  const isOver = () => gapMs > 1_000 || performance.now() - began > maxFailoverMs;
  const failed = pause((seconds * 1000) / 2).then(fail);
  const parts: Done[] = [await atPeak(watched, seconds / 2, clients)];
  await failed;
  while (!isOver()) parts.push(await atPeak(watched, 1, clients));
  parts.push(await atPeak(watched, seconds / 2, clients));
  const took = parts.flatMap((part) => part.took).toSorted((left, right) => left - right);
  const spent = (performance.now() - began - gapMs) / 1000;
  const [first] = parts;
  if (!first || gapMs > maxFailoverMs) throw new Error('Nothing was written again.');
  return { done: { ...first, took, goodput: took.length / spent }, gapMs };
}

interface Place {
  id: string;
  timelineId: string;
}

const noteIn = (id: string): Call => ({
  name: 'create',
  method: 'POST',
  url: `/v1/partitions/${id}/objects`,
  data: { type: 'NOTE', objectData: { title: 'A note', text: 'x'.repeat(900) } },
});

const latestOf = ({ id, timelineId }: Place): Call => ({
  name: 'latest',
  method: 'GET',
  url: `/v1/partitions/${id}/timelines/${timelineId}/objects/latest`,
});

async function fill(client: ConsoleClient): Promise<Place[]> {
  const places: Place[] = [];
  for (let number = 1; number <= partitionCount; number += 1) {
    const { id } = await client.json<{ id: string }>({
      name: 'create partition',
      method: 'POST',
      url: '/v1/partitions',
      data: { partitionName: `Bench ${number}` },
    });
    const { timelineId } = await client.json<{ timelineId: string }>(noteIn(id));
    places.push({ id, timelineId });
  }
  return places;
}
