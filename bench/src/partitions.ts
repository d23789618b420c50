import { setTimeout as pause } from 'node:timers/promises';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { ConsoleClient, type Call } from './console-client.ts';
import { password, startProgram, type Program } from './program.ts';
import { median, table } from './table.ts';

const sizes = [1_000, 10_000] as const;
const together = 20;
const rounds = 100;
/** A server lets a thousand requests wait for changes. */
const followers = 900;
const atOnce = 100;

/**
 * What 1,000 and 10,000 partitions cost on PostgreSQL, for one client with an access token: lists, the start page, writes
 * that are checked by a JSON Schema, and how soon a change is told while 900 partitions are followed.
 */
export async function measurePartitions(): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return 'PostgreSQL: not found, left out';
  const server = await startPostgresql(bin);
  const environment = { DATABASE_URL: server.url, DEMO_PASSWORD: password };
  const program = await startProgram(['--demo'], environment);
  const client = new ConsoleClient(program.authentication, { throughProxy: false });
  try {
    const ids: string[] = [];
    const columns: Row[][] = [];
    for (const size of sizes) {
      await client.signIn('master@example.org', password);
      await fill(client, ids, size);
      columns.push(await measureWith(client, program, ids));
    }
    const rows = (columns[0] ?? []).map(([name, before], row) => {
      const after = columns[1]?.[row]?.[1] ?? Number.NaN;
      return [name, rounded(before), rounded(after), (after / before).toFixed(1)];
    });
    return table(['median', ...sizes.map((size) => `${size} partitions`), 'times'], rows);
  } finally {
    client.close();
    await program.stop();
    await server.remove();
  }
}

type Row = [name: string, figure: number];

/** Each has a type with a JSON Schema and one version. */
async function fill(client: ConsoleClient, ids: string[], size: number): Promise<void> {
  let next = ids.length;
  const make = async () => {
    while (next < size) {
      const number = (next += 1);
      const partition = post('/v1/partitions', { partitionName: `Bench ${number}` });
      const { id } = await client.json<{ id: string }>(partition);
      const type: Call = {
        ...post(`/v1/partitions/${id}/types/NOTE`, { jsonSchema }),
        method: 'PUT',
      };
      await client.json(type);
      await client.json(note(id));
      ids.push(id);
      if (number % 500 === 0) await client.refresh();
    }
  };
  await Promise.all(Array.from({ length: together }, make));
}

const jsonSchema = {
  type: 'object',
  properties: { title: { type: 'string', minLength: 1, maxLength: 200 } },
  required: ['title'],
};

const post = (url: string, data: object): Call => ({ name: url, method: 'POST', url, data });
const get = (url: string): Call => ({ name: url, method: 'GET', url });
const note = (id: string): Call =>
  post(`/v1/partitions/${id}/objects`, { type: 'NOTE', objectData: { title: 'A note' } });

async function measureWith(
  client: ConsoleClient,
  program: Program,
  ids: readonly string[],
): Promise<Row[]> {
  const list = '/v1/partitions?pageSize=50';
  const moment = new Date().toISOString();
  const reads: [string, string][] = [
    ['list by name (ms)', `${list}&sort=partitionName`],
    ['list by last change (ms)', `${list}&sort=-lastChangeDate`],
    ['list, name contains "bench 77" (ms)', `${list}&name=bench%2077`],
    ['list as of a moment (ms)', `${list}&asOf=${moment}`],
    ['start page: changed last (ms)', '/v1/partitions?sort=-lastChangeDate&pageSize=8'],
    ['start page: versions of 30 days (ms)', '/v1/partitions/all/versions-per-day'],
    ['one partition (ms)', `/v1/partitions/${ids[0] ?? ''}`],
  ];
  const rows: Row[] = [];
  for (const [name, url] of reads) rows.push([name, await timeOf(client, () => get(url))]);
  await client.signIn('user@example.org', password);
  rows.push(['list of who is in one (ms)', await timeOf(client, () => get(list))]);
  await client.signIn('master@example.org', password);
  const step = ids.length / rounds;
  const nth = (turn: number) => note(ids[Math.floor(turn * step)] ?? '');
  rows.push(['write to another one each time (ms)', await timeOf(client, nth)]);
  rows.push(['write to the same one (ms)', await timeOf(client, () => note(ids[0] ?? ''))]);
  rows.push(['change told to 900 followers (ms)', await timeToTell(client, ids)]);
  rows.push(['heap in use (MB)', (await program.heapInUse()) / 2 ** 20]);
  return rows;
}

async function timeOf(client: ConsoleClient, callOf: (turn: number) => Call): Promise<number> {
  const took: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const answer = await client.send(callOf(turn));
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    took.push(answer.took);
  }
  return median(took);
}

/** From a write to the answer of who follows its partition, while each of many partitions is followed. */
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
  for (let from = 0; from < followed.length; from += together)
    await Promise.all(followed.slice(from, from + together).map(follow));
  const told = new Map<string, Promise<number>>();
  // Not all at once, which would be more than the service takes until each of them waits.
  for (const [number, id] of followed.entries()) {
    if (number % atOnce === 0) await pause(200);
    told.set(id, follow(id));
  }
  const took: number[] = [];
  for (const id of followed.filter((_, number) => number % 30 === 0)) {
    const began = performance.now();
    await client.json(note(id));
    took.push(((await told.get(id)) ?? Number.NaN) - began);
  }
  await Promise.all(told.values());
  return median(took);
}

const rounded = (figure: number) => Number(figure.toFixed(1));
