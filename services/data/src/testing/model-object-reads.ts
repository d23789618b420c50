import { expect } from 'vitest';
import { searchObjects, searchText } from '@annals/contracts/object-search';
import {
  getObject,
  latestObject,
  listChanges,
  recentObjects,
  referencedBy,
  timelineBlame,
  timelineObjects,
  timelineValues,
} from '@annals/contracts/objects';
import { people } from './data-listener.ts';
import { readAllPages } from './read-all-pages.ts';
import { blameOf, valuesOf } from './field-model.ts';
import type { ModelVersion } from './history-model.ts';
import type { ModelRead } from './model-reads.ts';
import { expectStatus, pick } from './service-model.ts';
import { shown } from './partition-model.ts';

const all = ({ partition }: ModelRead, versions: ModelVersion[]) =>
  versions.map((version) => shown(partition.id, version));

/** Any existing version. */
const versionOf = ({ whole, place }: ModelRead) => pick(whole.history.versions, place);

/** Page after page of the requested size. */
const paged = ({ as, query, pageSize }: ModelRead) => ({ as, query: { ...query, pageSize } });

function expectVersion(
  { partition }: ModelRead,
  answer: { status: number; body: unknown; headers: Headers } & Record<string, unknown>,
  version: ModelVersion | undefined,
) {
  expect({ status: answer.status, body: answer.body }).toEqual(
    version
      ? { status: 200, body: shown(partition.id, version) }
      : { status: 404, body: expect.objectContaining({ code: 'not_found' }) },
  );
}

/** Each compares one call about objects with the model. */
export const objectReads = {
  recent: async (read: ModelRead) => {
    const { service, history, params, asOf, type, who, yes, place } = read;
    const modifiedBy = who && people[who].userId;
    const fromSequence = yes ? 1 + (place % (history.versions.length + 1)) : undefined;
    const { as, query } = paged(read);
    const found = await readAllPages(service, recentObjects, {
      as,
      params,
      query: { ...query, type, modifiedBy, fromSequence },
    });
    const expected = history
      .recent(asOf, type, modifiedBy)
      .filter(({ sequence }) => sequence <= (fromSequence ?? sequence));
    expect(found).toEqual(all(read, expected));
  },

  one: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history } = read;
    const version = versionOf(read);
    if (!version) return;
    const answer = await service.call(getObject, {
      as,
      params: { ...params, objectId: version.id },
      query,
    });
    const exists = history.recent(asOf).includes(version);
    expectVersion(read, { ...answer }, exists ? version : undefined);
  },

  latest: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history } = read;
    const { timelineId } = versionOf(read) ?? {};
    if (timelineId === undefined) return;
    const answer = await service.call(latestObject, {
      as,
      params: { ...params, timelineId },
      query,
    });
    expectVersion(read, { ...answer }, history.latest(timelineId, asOf));
  },

  history: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history } = read;
    const { timelineId } = versionOf(read) ?? {};
    if (timelineId === undefined) return;
    const expected = history.history(timelineId, asOf);
    const place = { ...params, timelineId };
    const first = await service.call(timelineObjects, { as, params: place, query });
    expectStatus(first, expected.length > 0 ? 200 : 404);
    if (expected.length === 0) return;
    expect(first.body.total).toEqual({ value: expected.length, estimate: false });
    const found = await readAllPages(service, timelineObjects, { ...paged(read), params: place });
    expect(found).toEqual(all(read, expected));
  },

  referencedBy: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history, whole, name, place: n } = read;
    const targets = whole.history.versions.flatMap(({ references }) =>
      references.map(({ objectId }) => objectId),
    );
    const target = pick(targets, n);
    const version = whole.history.versions.find(({ id }) => id === target) ?? versionOf(read);
    if (!version) return;
    const place = { ...params, objectId: version.id };
    const first = await service.call(referencedBy, { as, params: place, query });
    const exists = history.latest(version.timelineId, asOf) !== undefined;
    expectStatus(first, exists ? 200 : 404);
    if (!exists) return;
    const { query: page } = paged(read);
    const found = await readAllPages(service, referencedBy, {
      as,
      params: place,
      query: { ...page, name },
    });
    const expected = history
      .referencedBy(version.timelineId, asOf)
      .filter((one) => name === undefined || one.name === name);
    expect(found).toEqual(
      expected.map((one) => ({ name: one.name, object: shown(params.partitionId, one.object) })),
    );
  },

  blame: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history } = read;
    const { timelineId } = versionOf(read) ?? {};
    if (timelineId === undefined) return;
    const answer = await service.call(timelineBlame, {
      as,
      params: { ...params, timelineId },
      query,
    });
    const versions = history.history(timelineId, asOf);
    expectStatus(answer, versions.length > 0 ? 200 : 404);
    if (versions.length === 0) return;
    expect(answer.body).toMatchObject({ objectId: versions[0]?.id, complete: true });
    expect(answer.body.data.toSorted(byPath)).toEqual(blameOf(versions).toSorted(byPath));
  },

  values: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history, path } = read;
    const { timelineId } = versionOf(read) ?? {};
    if (timelineId === undefined) return;
    const versions = history.history(timelineId, asOf);
    const place = { ...params, timelineId };
    if (versions.length === 0) {
      const answer = await service.call(timelineValues, {
        as,
        params: place,
        query: { ...query, path },
      });
      return expectStatus(answer, 404);
    }
    const { query: page } = paged(read);
    const found = await readAllPages(service, timelineValues, {
      as,
      params: place,
      query: { ...page, path },
    });
    expect(found).toEqual(valuesOf(versions, path));
  },

  search: async (read: ModelRead) => {
    const { service, params, asOf, history, searches } = read;
    for (const body of searches) {
      const found = await readAllPages(service, searchObjects, { ...paged(read), params, body });
      expect(found).toEqual(all(read, history.search(body, asOf)));
    }
  },

  searchText: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history, text, type } = read;
    const expected = history.search({ text, type }, asOf);
    const first = await service.call(searchText, { as, params, query: { ...query, text, type } });
    expectStatus(first, 200);
    expect(first.body.total).toEqual({ value: expected.length, estimate: false });
    const everyType = history.search({ text }, asOf);
    const counts = new Map(first.body.facets.map((facet) => [facet.type, facet.count]));
    for (const one of everyType) counts.set(one.type, (counts.get(one.type) ?? 0) - 1);
    expect([...counts.values()].filter((left) => left !== 0)).toEqual([]);
    const { query: page } = paged(read);
    const found = await readAllPages(service, searchText, {
      as,
      params,
      query: { ...page, text, type },
    });
    const bySequence = (left: { sequence?: number | undefined }, right: typeof left) =>
      (left.sequence ?? 0) - (right.sequence ?? 0);
    expect(found.map(({ object }) => object).toSorted(bySequence)).toEqual(
      all(read, expected.toSorted(bySequence)),
    );
    const ranks = found.map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.toSorted((left, right) => right - left));
  },

  changes: async (read: ModelRead) => {
    const { service, as, params, query, asOf, history, pageSize } = read;
    const found: unknown[] = [];
    for (let after: string | undefined, more = true; more;) {
      const answer = await service.call(listChanges, {
        as,
        params,
        query: { ...query, after, pageSize },
      });
      expectStatus(answer, 200);
      found.push(...answer.body.data);
      after = answer.body.nextCursor;
      more = answer.body.hasMore;
    }
    expect(found).toEqual(all(read, history.recent(asOf).toReversed()));
  },
};

const byPath = (left: { path: string }, right: { path: string }) =>
  left.path < right.path ? -1 : 1;
