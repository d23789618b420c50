import type { Endpoint } from '@annals/contracts/endpoint';
import {
  listDataUsers,
  listObjectsOfUser,
  listPartitionsOfUser,
} from '@annals/contracts/data-users';
import { searchObjects } from '@annals/contracts/object-search';
import { recentObjects } from '@annals/contracts/objects';
import * as contract from '@annals/contracts/partitions';
import {
  people,
  startListener,
  type Listener,
  type Person,
} from '@annals/data/testing/data-listener';
import { fillWithPartitions } from '@annals/data/testing/many-partitions';
import { countingPages, type CountingDatabase } from '@annals/data/testing/page-reads';
import { openDatabase } from '@annals/kit/database/database';
import { quiet } from '@annals/kit/testing/databases';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { ConsoleClient, type Call } from './console-client.ts';
import { password, type Program, skippedWithoutPostgresql, startProgram } from './program.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const sizes = [1_000, 10_000] as const;
const objects = 20;
const rounds = 21;
/** The maximum number of a user's requests that may wait for changes. */
const followers = 20;
const day = 86_400_000;
/** The maximum cost factor of a call when there are ten times as many partitions. */
const maxGrowth = 1.5;
/** For a selective search in one of 10,000 partitions. */
const maxSearchMs = 10;
/** The distance between partitions that are queried in turn. */
const stride = 41;

/** The built program, and the service in this process, which counts the pages that it reads, on the same database. */
interface Setup {
  program: Program;
  client: ConsoleClient;
  database: CountingDatabase;
  service: Listener;
  ids: string[];
  close(): Promise<void>;
}

/**
 * Compares the cost of 1,000 and 10,000 partitions on PostgreSQL: pages and durations of lists and of the start
 * page, writes that are validated by a JSON Schema, and how soon a change is reported while 20 partitions are
 * followed. Both sizes are measured in turn. Sets the exit code if a read of a few partitions touches over one
 * and a half times as many pages.
 */
export async function measurePartitions(): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const setups: Setup[] = [];
  try {
    for (const size of sizes) setups.push(await openSetup(bin, size));
    const read = await measureReads(setups);
    const written = await measureWrites(setups);
    return [
      table(['read', 'pages', '', 'times', 'median ms', '', 'times'], read),
      table(['', ...sizes.map((size) => `${size} partitions`), 'times'], written),
    ].join('\n\n');
  } finally {
    for (const setup of setups) await setup.close();
  }
}

async function openSetup(bin: string, partitions: number): Promise<Setup> {
  const server = await startPostgresql(bin, { settings: { shared_buffers: '512MB' } });
  const program = await startProgram(['--demo'], {
    DATABASE_URL: server.url,
    DEMO_PASSWORD: password,
  });
  const database = countingPages(
    await openDatabase({ databaseUrl: server.url, log: quiet, statementTimeoutMs: 600_000 }),
  );
  const [ownerId, memberId] = [people.owner.userId, people.reader.userId];
  const ids = await fillWithPartitions(database, { partitions, objects, ownerId, memberId });
  const service = await startListener(database);
  const client = new ConsoleClient(program.authentication, { throughProxy: false });
  await client.signIn('master@example.org', password);
  return {
    program,
    client,
    database,
    service,
    ids,
    async close() {
      client.close();
      await program.stop();
      await service.close();
      await database.close();
      await server.remove();
    },
  };
}

type Read = [name: string, as: Person, endpoint: Endpoint, input: object];

const readsOf = (): Read[] => {
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
  const ofOwner = { params: { userId: people.owner.userId } };
  const lastChanged = { query: { sort: '-lastChangeDate', pageSize: 8 } };
  const everybody: Read[] = (
    [
      ['of all', 'readsAll'],
      ['of a member of all', 'owner'],
      ['of a member of twenty', 'reader'],
    ] as const
  ).flatMap(([who, as]): Read[] => [
    [`start page: changed last, ${who}`, as, contract.listPartitions, lastChanged],
    [`start page: versions of 30 days, ${who}`, as, contract.versionsPerDayOfAll, {}],
    [
      `changed by others in ten days, ${who}`,
      as,
      contract.changesSince,
      { query: { since: ago(10) } },
    ],
    [`list by name, ${who}`, as, contract.listPartitions, { query: { pageSize: 50 } }],
    [
      `list as of ten days ago, ${who}`,
      as,
      contract.listPartitions,
      { query: { pageSize: 50, asOf: ago(10) } },
    ],
  ]);
  return [
    ...everybody,
    [
      'list as of before there were any',
      'readsAll',
      contract.listPartitions,
      { query: { asOf: ago(60) } },
    ],
    [
      'list as of ten days ago, changed last',
      'readsAll',
      contract.listPartitions,
      { query: { ...lastChanged.query, asOf: ago(10) } },
    ],
    ['partitions of a user who is in all', 'readsAll', listPartitionsOfUser, ofOwner],
    ['partitions of this user, for the user', 'owner', listPartitionsOfUser, ofOwner],
    ['objects of a user who wrote in all', 'readsAll', listObjectsOfUser, ofOwner],
    ['users', 'readsAll', listDataUsers, {}],
    [
      'list, name contains "bench 77"',
      'readsAll',
      contract.listPartitions,
      { query: { name: 'bench 77' } },
    ],
    ['in a partition: the partition', 'readsAll', contract.getPartition, {}],
    ['in a partition: members', 'readsAll', contract.listMembers, {}],
    ['in a partition: recent changes', 'readsAll', recentObjects, {}],
    [
      'in a partition: search for a value',
      'readsAll',
      searchObjects,
      { body: { where: [{ path: '/title', op: 'eq', value: 'Note 7' }] } },
    ],
    [
      'in a partition: search for a range',
      'readsAll',
      searchObjects,
      { body: { where: [{ path: '/number', op: 'gt', value: 18 }] } },
    ],
    ['in a partition: search for a word', 'readsAll', searchObjects, { body: { text: '7' } }],
  ];
};

/** Reads that cover all partitions and therefore grow with their number. */
const growingReads = /ago, changed last|contains|^users$/;

async function measureReads(setups: readonly Setup[]): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for (const [name, as, endpoint, input] of readsOf()) {
    const readOf =
      ({ service, ids }: Setup, turn = 0) =>
      async () => {
        // A different partition each time, whose pages are not cached yet.
        const params = name.startsWith('in a partition')
          ? { params: { partitionId: ids[(500 + turn * stride) % ids.length] } }
          : {};
        const answer = await service.call(endpoint, { as, ...params, ...input });
        if (answer.status !== 200)
          throw new Error(`${name}: ${answer.status} ${answer.body.error}`);
      };
    for (const setup of setups) await readOf(setup)();
    const pages: number[] = [];
    for (const setup of setups) pages.push(await setup.database.pagesDuring(readOf(setup)));
    const took = setups.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, setup] of setups.entries()) {
        const began = performance.now();
        await readOf(setup, round + 1)();
        took[index]?.push(performance.now() - began);
      }
    const ms = took.map((each) => median(each));
    const [few = 0, many = 0] = pages;
    // With ten times as many rows an index is a level deeper, which costs one more page per lookup.
    const max = Math.max(few * maxGrowth, few + 100);
    if (many > max && !growingReads.test(name)) process.exitCode = 1;
    if (/search/.test(name) && (ms.at(-1) ?? 0) > maxSearchMs) process.exitCode = 1;
    rows.push([name, ...pages, times(pages), ...ms.map(rounded), times(ms)]);
  }
  return rows;
}

const times = ([few = 0, many = 0]: number[]) => (many / few).toFixed(1);

const post = (url: string, data: object): Call => ({ name: url, method: 'POST', url, data });
const get = (url: string): Call => ({ name: url, method: 'GET', url });
const note = (id: string): Call =>
  post(`/v1/partitions/${id}/objects`, { type: 'NOTE', objectData: { title: 'A note' } });

async function measureWrites(setups: readonly Setup[]): Promise<(string | number)[][]> {
  // Access tokens expire after five minutes.
  for (const { client } of setups) await client.signIn('master@example.org', password);
  const inTurn = async (callOf: (setup: Setup, turn: number) => Call) => {
    const took = setups.map((): number[] => []);
    for (let turn = 0; turn < rounds; turn += 1)
      for (const [index, setup] of setups.entries()) {
        const answer = await setup.client.send(callOf(setup, turn));
        if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
        took[index]?.push(answer.took);
      }
    return took.map((each) => median(each));
  };
  const partitionFor = ({ ids }: Setup, turn: number) =>
    ids[Math.floor((turn * ids.length) / rounds)] ?? '';
  const figures: [string, number[]][] = [
    [
      'write to another partition each time (ms)',
      await inTurn((setup, turn) => note(partitionFor(setup, turn))),
    ],
    ['write to the same partition (ms)', await inTurn((setup) => note(setup.ids[0] ?? ''))],
  ];
  const notified: number[] = [];
  const heap: number[] = [];
  for (const { client, program, ids } of setups) {
    notified.push(await measureNotification(client, ids));
    heap.push((await program.heapInUse()) / 2 ** 20);
  }
  figures.push(
    ['notification of a change while 20 are followed (ms)', notified],
    ['heap in use (MB)', heap],
  );
  return figures.map(([name, [few = 0, many = 0]]) => [
    name,
    rounded(few),
    rounded(many),
    times([few, many]),
  ]);
}

/** The time from a write to the response for its follower, while the user follows the maximum number of partitions. */
async function measureNotification(client: ConsoleClient, ids: readonly string[]): Promise<number> {
  const followed = ids.slice(-followers);
  const cursors = new Map<string, string>();
  const follow = async (id: string): Promise<number> => {
    const after = cursors.get(id) ?? 'now';
    const url = `/v1/partitions/${id}/changes?after=${after}&wait=25&pageSize=1&include=type`;
    const { nextCursor } = await client.json<{ nextCursor: string }>(get(url));
    cursors.set(id, nextCursor);
    return performance.now();
  };
  await Promise.all(followed.map(follow));
  const reported = new Map(followed.map((id) => [id, follow(id)]));
  const took: number[] = [];
  for (const id of followed) {
    const began = performance.now();
    await client.json(note(id));
    took.push(((await reported.get(id)) ?? Number.NaN) - began);
  }
  return median(took);
}

const rounded = (figure: number) => Number(figure.toFixed(1));
