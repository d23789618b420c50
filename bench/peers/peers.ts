import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { memoryOfTree } from '../src/process-tree.ts';
import { skippedWithoutPostgresql } from '../src/program.ts';
import type { RequestSpec } from '../src/services/cases.ts';
import { load } from '../src/services/services.ts';
import { query, settings } from '../src/services/stored.ts';
import { median, sum } from '../src/statistics.ts';
import { table } from '../src/table.ts';
import { startAnnals } from './annals.ts';
import { startDirectus } from './directus.ts';
import { startPayload } from './payload.ts';
import type { Peer, PeerCases, PeerObject } from './peer.ts';

/** The import is done in parts, so that the products alternate. */
const importParts = 5;
/** As many objects get this many versions, for their history. */
const histories = { objects: 200, versions: 5 };
const types = ['ACCOUNT', 'ORDER', 'PERSON', 'ASSET', 'NOTE'];

export interface PeersOptions {
  objects: number;
  rounds: number;
  /** Of each case, for each product, in each round. */
  seconds: number;
}

/**
 * Compares Annals with other products that keep the versions of records in PostgreSQL and are programs of Node, each with
 * one process and its own database on the same server, by its own API and with the same objects, in turn.
 */
export async function measurePeers(options: PeersOptions): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const server = await startPostgresql(bin, { fsync: true, settings });
  const directory = await mkdtemp(join(tmpdir(), 'annals-peers-'));
  const peers: Peer[] = [];
  try {
    const urlOf = (name: string) => new URL(`/${name}`, server.url).href;
    for (const name of ['generator', 'annals', 'directus', 'payload'])
      await query(server.url, `create database ${name}`);
    const objects = await generate(urlOf('generator'), options.objects);
    await query(server.url, 'drop database generator');
    peers.push(await startAnnals(urlOf('annals'), directory));
    peers.push(await startDirectus(urlOf('directus')));
    peers.push(await startPayload(urlOf('payload'), directory));
    return await measureInTurn(peers, objects, options);
  } finally {
    for (const peer of peers) await peer.stop();
    await server.remove();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The documents of the other benchmarks, of 1 kB. */
async function generate(url: string, count: number): Promise<PeerObject[]> {
  const sql = await readFile(new URL('../src/services/floor.sql', import.meta.url), 'utf8');
  await query(url, sql.replace('$LINES', '0'));
  const rows = await query<{ number: number; data: Record<string, unknown> }>(
    url,
    `select o as number, floor.document(o, 1, 0) as data from generate_series(0, ${count - 1}) o`,
  );
  return rows.map(({ number, data }) => ({ number, type: typeOf(number), data }));
}

const typeOf = (number: number): string => types[number % types.length] ?? '';
/** The rate of each part or round of a product. */
type Rates = Map<Peer, number[]>;

async function measureInTurn(
  peers: Peer[],
  objects: PeerObject[],
  { rounds, seconds }: PeersOptions,
): Promise<string> {
  const loads = [loadavg()[0] ?? 0];
  const results: { name: string; rates: Rates; p99: Rates }[] = [];
  const newRates = (): Rates => new Map(peers.map((peer) => [peer, []]));

  const importing = newRates();
  for (let part = 0; part < importParts; part += 1) {
    const from = Math.floor((objects.length * part) / importParts);
    const some = objects.slice(from, Math.floor((objects.length * (part + 1)) / importParts));
    for (const peer of peers) {
      const started = performance.now();
      await peer.importObjects(some);
      const took = (performance.now() - started) / 1000;
      importing.get(peer)?.push(some.length / took);
      console.log(`${peer.name}: ${Math.round(some.length / took)} imported a second`);
    }
    loads.push(loadavg()[0] ?? 0);
  }

  const changed = objects.slice(0, histories.objects);
  for (const peer of peers) {
    await query(peer.databaseUrl, 'vacuum (analyze)');
    await writeHistories(await peer.cases(), changed);
    await query(peer.databaseUrl, 'vacuum (analyze)', 'checkpoint');
  }
  // Before the rounds, in which a fast product creates more than a slow one.
  const sizes = await Promise.all(peers.map(({ databaseUrl }) => sizeOf(databaseUrl)));
  const cases = casesOf(objects, changed);
  for (const { name } of cases) results.push({ name, rates: newRates(), p99: newRates() });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of cases.entries()) {
      for (const peer of peers) {
        const api = await peer.cases();
        if (round === 0) await check(peer, api, one);
        const measured = await load(
          api.origin,
          api.headers,
          () => one.next().request(api),
          seconds,
        );
        results[index]?.rates.get(peer)?.push(measured.rate);
        results[index]?.p99.get(peer)?.push(measured.p99);
      }
      loads.push(loadavg()[0] ?? 0);
      const last = peers.map((peer) => Math.round(results[index]?.rates.get(peer)?.at(-1) ?? 0));
      console.log(`Round ${round + 1}, ${one.name}: ${last.join(', ')} a second`);
    }
  }

  const memories = await Promise.all(peers.map(async ({ pid }) => sum(await memoryOfTree(pid))));
  const all = [
    { name: `import of ${objects.length}`, rates: importing, p99: newRates() },
    ...results,
  ];
  return [
    table(
      [
        'a second',
        ...peers.map(({ name }) => name),
        ...peers.slice(1).map(({ name }) => `Annals to ${name}`),
        ...peers.map(({ name }) => `p99 of ${name} (ms)`),
      ],
      all.map(({ name, rates, p99 }) => rowOf(name, peers, rates, p99)),
    ),
    `Medians of ${rounds} rounds of ${seconds} s with ten connections, ratios of the same round with the smallest and the largest; the import in ${importParts} parts. Load average over a minute: ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.`,
    table(
      ['MB', ...peers.map(({ name }) => name)],
      [
        ['database', ...sizes.map(Math.round)],
        ['memory of the server', ...memories.map(Math.round)],
      ],
    ),
  ].join('\n\n');
}

function rowOf(name: string, peers: Peer[], rates: Rates, p99: Rates): (string | number)[] {
  const of = (peer: Peer | undefined, some = rates) => (peer && some.get(peer)) ?? [];
  const own = of(peers[0]);
  return [
    name,
    ...peers.map((peer) => Math.round(median(of(peer)))),
    ...peers.slice(1).map((peer) => {
      const ratios = of(peer).map((rate, round) => (own[round] ?? Number.NaN) / rate);
      const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
      return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
    }),
    ...peers.map((peer) => {
      const times = of(peer, p99);
      return times.length === 0 ? '' : Math.round(median(times));
    }),
  ];
}

interface Case {
  name: string;
  /** The next request, for another object each time, and how many items its response has unless it is one object. */
  next: () => { request: (api: PeerCases) => RequestSpec; expected?: number };
}

function casesOf(objects: PeerObject[], changed: PeerObject[]): Case[] {
  const randomOf = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(Math.random() * items.length)] as Item;
  const found = new Map<string, number>();
  for (const { data } of objects)
    for (const word of new Set([String(data['tag']), ...String(data['text']).split(' ')]))
      found.set(word, (found.get(word) ?? 0) + 1);
  const common = [...found.keys()].filter((word) => word.startsWith('w'));
  // Only long ones, because a peer also finds those that begin with the word.
  const rare = [...found.keys()].filter((word) => /^t\d{4}$/.test(word));
  const search = (list: readonly string[]) => () => {
    const word = randomOf(list);
    const expected = Math.min(50, found.get(word) ?? 0);
    return { request: (api: PeerCases) => api.search(word), expected };
  };
  let created = objects.length;
  return [
    {
      name: 'create',
      next: () => {
        const { data, type } = randomOf(objects);
        const number = (created += 1);
        // Not found by the searches, so that these find the same in each round.
        const own = { name: `object ${number}`, tag: 'new', text: 'a new object' };
        return { request: (api) => api.create({ number, type, data: { ...data, ...own } }) };
      },
    },
    {
      name: 'read the newest version',
      next: () => {
        const object = randomOf(objects);
        return { request: (api) => api.read(object) };
      },
    },
    {
      name: 'list of 50 by type',
      next: () => {
        const type = randomOf(types);
        return { request: (api) => api.list(type), expected: 50 };
      },
    },
    { name: 'search for one of 800 words, first 50', next: search(common) },
    { name: 'search for one of 4,096 tags, all', next: search(rare) },
    {
      name: `history of ${histories.versions} versions`,
      next: () => {
        const object = randomOf(changed);
        return { request: (api) => api.history(object), expected: histories.versions };
      },
    },
  ];
}

/** @throws if a product does not respond with as many items as there are */
async function check(peer: Peer, api: PeerCases, { name, next }: Case): Promise<void> {
  for (let count = 0; count < 20; count += 1) {
    const { request, expected } = next();
    const { path, method, body } = request(api);
    const answer = await fetch(api.origin + path, {
      headers: api.headers,
      ...(method && { method }),
      ...(body !== undefined && { body }),
    });
    if (!answer.ok) throw new Error(`${peer.name}, ${name}: ${answer.status}`);
    const response: unknown = await answer.json();
    const items = expected === undefined ? expected : api.itemsOf(response).length;
    if (items !== expected)
      throw new Error(`${peer.name}, ${name}, ${path}: ${items} of ${expected}`);
  }
}

/** Through the API, a change for each object at a time. */
async function writeHistories(api: PeerCases, objects: PeerObject[]): Promise<void> {
  for (let version = 2; version <= histories.versions; version += 1) {
    for (const object of objects) {
      const { path, ...rest } = api.update({
        ...object,
        data: { ...object.data, revision: version, amount: version * 1000 },
      });
      const answer = await fetch(api.origin + path, { headers: api.headers, ...rest });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  }
}

async function sizeOf(databaseUrl: string): Promise<number> {
  const [row] = await query<{ size: number }>(
    databaseUrl,
    'select pg_database_size(current_database())::float8 as size',
  );
  return (row?.size ?? 0) / 2 ** 20;
}
