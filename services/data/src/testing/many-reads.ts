import { listObjectsOfUser, listPartitionsOfUser } from '@annals/contracts/data-users';
import type { Endpoint } from '@annals/contracts/endpoint';
import { findId } from '@annals/contracts/ids';
import { searchObjects, searchText, type ObjectSearch } from '@annals/contracts/object-search';
import { listObjectTypes } from '@annals/contracts/object-types';
import * as objects from '@annals/contracts/objects';
import {
  getPartition,
  listPartitions,
  partitionActivity,
  partitionAsOf,
  versionsPerDay,
} from '@annals/contracts/partitions';
import type { CountingDatabase } from './page-reads.ts';
import type { Listener } from './data-listener.ts';
import { commonWord, rareWord, writers, type ManyVersions } from './many-versions.ts';

export interface PagesRead {
  name: string;
  pages: number;
  /** The median of the rounds, in milliseconds through HTTP; absent without rounds. */
  took?: number | undefined;
}

interface ReadInput {
  params?: object;
  query?: object;
  body?: object;
}

/**
 * The number of pages that each list, search and read as of a moment reads, through HTTP with everything that belongs
 * to a request.
 */
export async function readAll(
  service: Listener,
  database: CountingDatabase,
  { partitionId, versions, type, long, popular, rare, middle }: ManyVersions,
  rounds = 0,
): Promise<PagesRead[]> {
  const results: PagesRead[] = [];
  const ask = async (name: string, endpoint: Endpoint, input: ReadInput) => {
    const call = async () => {
      const answer = await service.call(endpoint, { as: 'owner', ...input } as never);
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body.error}`);
    };
    const pages = await database.pagesDuring(call);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      await call();
      times.push(performance.now() - started);
    }
    const took = times.sort((left, right) => left - right)[Math.floor(rounds / 2)];
    results.push({ name, pages, took });
  };
  const params = { partitionId };
  const nowAndThen = async (name: string, endpoint: Endpoint, input: ReadInput) => {
    await ask(name, endpoint, input);
    await ask(`${name}, as of the middle`, endpoint, {
      ...input,
      query: { ...input.query, asOf: middle },
    });
    await ask(`${name}, as held in the middle`, endpoint, {
      ...input,
      query: { ...input.query, asOf: middle, asHeld: true },
    });
  };
  const search = async (name: string, body: ObjectSearch) => {
    await nowAndThen(`search: ${name}`, searchObjects, { params, body });
  };

  const object = { params: { partitionId, objectId: long.objectId } };
  const timeline = { params: { partitionId, timelineId: long.timelineId } };
  await ask('one version', objects.getObject, object);
  // The first one also looked up the caller.
  results.length = 0;
  await ask('one version', objects.getObject, object);
  await ask('an id in all partitions', findId, { params: { id: long.objectId } });
  await nowAndThen('latest', objects.latestObject, timeline);
  await nowAndThen('history', objects.timelineObjects, timeline);
  await nowAndThen('values of a field', objects.timelineValues, {
    ...timeline,
    query: { path: '/revision', pageSize: 20 },
  });
  await nowAndThen('recent', objects.recentObjects, { params });
  const deep = Math.floor(versions / 3);
  await ask('recent, deep', objects.recentObjects, { params, query: { fromSequence: deep } });
  await nowAndThen('recent of a type', objects.recentObjects, {
    params,
    query: { type },
  });
  await nowAndThen('recent of a user', objects.recentObjects, {
    params,
    query: { modifiedBy: writers.tenth },
  });
  await ask('recent of a rare user', objects.recentObjects, {
    params,
    query: { modifiedBy: writers.rare },
  });
  for (const [name, { objectId }] of Object.entries({ popular, rare }))
    await nowAndThen(`who points at a ${name} target`, objects.referencedBy, {
      params: { partitionId, objectId },
    });
  await nowAndThen('changes', objects.listChanges, { params });
  await nowAndThen('types', listObjectTypes, { params });
  await nowAndThen('partition', getPartition, { params });
  await nowAndThen('partitions', listPartitions, {});
  await ask('recorded and held', partitionAsOf, { params, query: { asOf: middle } });
  await nowAndThen('versions per day', versionsPerDay, { params });
  await nowAndThen('activity', partitionActivity, { params });
  const user = { params: { userId: writers.tenth } };
  await nowAndThen('objects of a user', listObjectsOfUser, user);
  await nowAndThen('partitions of a user', listPartitionsOfUser, user);

  await search('everything', {});
  await search('a type', { type });
  await search('ended', { ended: true });
  await search('not ended', { ended: false });
  await search('a common word', { text: commonWord });
  await search('a rare word', { text: rareWord });
  await search('an absent word', { text: 'nowhere' });
  const eq = (path: string, value: string | number | boolean) => ({
    path,
    op: 'eq' as const,
    value,
  });
  await search('a common value', { where: [eq('/half', true)] });
  await search('a rare value', { where: [eq('/mark', 'rare')] });
  await search('an absent value', { where: [eq('/mark', 'absent')] });
  await search('a value beyond', { where: [{ path: '/serial', op: 'lt', value: 3 }] });
  await search('a text within', { where: [{ path: '/note', op: 'contains', value: 'BRAW' }] });
  await search('references to a popular target', {
    references: [{ name: 'popularRef', timelineId: popular.timelineId }],
  });
  await search('references to a rare target', { references: [{ timelineId: rare.timelineId }] });
  await search('a user', { modifiedBy: writers.tenth });
  await search('a rare user', { modifiedBy: writers.rare });
  await search('until the middle', { modifiedTo: middle });
  await search('all at once', {
    type,
    text: rareWord,
    where: [eq('/mark', 'rare')],
    references: [{ timelineId: rare.timelineId }],
    modifiedFrom: '2000-01-02T00:00:00Z',
  });

  for (const [name, text] of [
    ['a common', commonWord],
    ['a rare', rareWord],
    ['an absent', 'nowhere'],
  ] as const)
    await nowAndThen(`full text: ${name} word`, searchText, { params, query: { text } });
  await nowAndThen('full text: a common word in a type', searchText, {
    params,
    query: { text: commonWord, type },
  });
  return results;
}
