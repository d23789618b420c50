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
import { password, startProgram, type Program } from './program.ts';
import { median, table } from './table.ts';

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

/** The built program and, to count the pages that it reads, the service in this process, both on the same database. */
interface Side {
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
  if (bin === undefined) return 'PostgreSQL: not found, left out';
  const sides: Side[] = [];
  try {
    for (const size of sizes) sides.push(await openSide(bin, size));
    const read = await measureReads(sides);
    const written = await measureWrites(sides);
    return [
      table(['read', 'pages', '', 'times', 'median ms', '', 'times'], read),
      table(['', ...sizes.map((size) => `${size} partitions`), 'times'], written),
    ].join('\n\n');
  } finally {
    for (const side of sides) await side.close();
  }
}

async function openSide(bin: string, partitions: number): Promise<Side> {
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
const growing = /ago, changed last|contains|^users$/;

async function measureReads(sides: readonly Side[]): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for (const [name, as, endpoint, input] of readsOf()) {
    const askOf =
      ({ service, ids }: Side, turn = 0) =>
      async () => {
        // A different partition each time, whose pages are not cached yet.
        const params = name.startsWith('in a partition')
          ? { params: { partitionId: ids[(500 + turn * stride) % ids.length] } }
          : {};
        const answer = await service.call(endpoint, { as, ...params, ...input });
        if (answer.status !== 200)
          throw new Error(`${name}: ${answer.status} ${answer.body.error}`);
      };
    for (const side of sides) await askOf(side)();
    const pages: number[] = [];
    for (const side of sides) pages.push(await side.database.pagesDuring(askOf(side)));
    const took = sides.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, side] of sides.entries()) {
        const began = performance.now();
        await askOf(side, round + 1)();
        took[index]?.push(performance.now() - began);
      }
    const ms = took.map((each) => median(each));
    const [few = 0, many = 0] = pages;
    // With ten times as many rows an index is a level deeper, which is a page more for each look into it.
    const max = Math.max(few * maxGrowth, few + 100);
    if (many > max && !growing.test(name)) process.exitCode = 1;
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

async function measureWrites(sides: readonly Side[]): Promise<(string | number)[][]> {
  // Access tokens expire after five minutes.
  for (const { client } of sides) await client.signIn('master@example.org', password);
  const inTurn = async (callOf: (side: Side, turn: number) => Call) => {
    const took = sides.map((): number[] => []);
    for (let turn = 0; turn < rounds; turn += 1)
      for (const [index, side] of sides.entries()) {
        const answer = await side.client.send(callOf(side, turn));
        if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
        took[index]?.push(answer.took);
      }
    return took.map((each) => median(each));
  };
  const nth = ({ ids }: Side, turn: number) => ids[Math.floor((turn * ids.length) / rounds)] ?? '';
  const figures: [string, number[]][] = [
    ['write to another one each time (ms)', await inTurn((side, turn) => note(nth(side, turn)))],
    ['write to the same one (ms)', await inTurn((side) => note(side.ids[0] ?? ''))],
  ];
  const reported: number[] = [];
  const heap: number[] = [];
  for (const { client, program, ids } of sides) {
    reported.push(await timeToTell(client, ids));
    heap.push((await program.heapInUse()) / 2 ** 20);
  }
  figures.push(['change told while 20 are followed (ms)', reported], ['heap in use (MB)', heap]);
  return figures.map(([name, [few = 0, many = 0]]) => [
    name,
    rounded(few),
    rounded(many),
    times([few, many]),
  ]);
}

/** The time from a write to the response for its follower, while the user follows the maximum number of partitions. */
async function timeToTell(client: ConsoleClient, ids: readonly string[]): Promise<number> {
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
