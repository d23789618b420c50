import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchObjects, searchText } from '@annals/contracts/object-search';
import { createObject, recentObjects, type ObjectVersion } from '@annals/contracts/objects';
import type { Database, Queryable } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { startListener, type Listener } from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';
import { lastIdUntil } from '../versions/timestamps.ts';
import { searchChanges } from './search-changes.ts';
import { searchAsOf } from './as-of-search.ts';
import { searchBounded } from './bounded-search.ts';
import { rankNow } from './ranking.ts';
import { searchLimits, type SearchLimits } from './search-limits.ts';

const objects = 30;
const then = '2300-01-01T00:00:00Z';
/** The approximate size of the data of one object. */
const bytes = 10_000;

/** Three objects per request, and one per statement. */
const limits: SearchLimits = {
  ...searchLimits,
  candidates: 0,
  valueCandidates: 0,
  firstWindow: 2,
  secondWindow: 2,
  checkedBytes: 3 * bytes,
  rankedBytes: 3 * bytes,
  readBytes: 3 * bytes,
  statement: { rows: 2, checkedBytes: bytes, rankedBytes: bytes, readBytes: bytes },
};

describe.each(testDatabases())('the work of one search, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;
  let partitionId: string;
  /** When each object had its first version, and half of them another one since. */
  let before: string;

  beforeAll(async () => {
    database = await open();
    service = await startListener(database, { searchLimits: limits });
    partitionId = await service.makePartition();
    const write = async (n: number, more: object = { type: 'NOTE' }) => {
      const objectData = { n, text: 'river '.repeat(bytes / 6), half: n % 2 };
      const { body } = await service.call(createObject, {
        as: 'editor',
        params: { partitionId },
        body: { objectData, ...more },
      });
      return body;
    };
    const first: ObjectVersion[] = [];
    for (let n = 0; n < objects; n++) first.push(await write(n));
    before = first.at(-1)?.modificationDate ?? '';
    for (const [n, { id, timelineId }] of first.entries())
      if (n % 2 === 0) await write(n, { timelineId, predecessorId: id });
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  const where = [
    { path: '/half', op: 'eq' as const, value: 1 },
    { path: '/text', op: 'contains' as const, value: 'RIVER' },
  ];

  it.each([
    ['words now', searchText, { query: { text: 'river' } }, objects],
    ['words then', searchText, { query: { text: 'river', asOf: then } }, objects],
    [
      'words before half of them changed',
      searchText,
      () => ({ query: { text: 'river', asOf: before } }),
      objects,
    ],
    ['words of a list', searchObjects, { body: { text: 'river' } }, objects],
    [
      'words of a list then',
      searchObjects,
      { query: { asOf: then }, body: { text: 'river' } },
      objects,
    ],
    ['conditions', searchObjects, { body: { where } }, objects / 2],
    ['conditions then', searchObjects, { query: { asOf: then }, body: { where } }, objects / 2],
    ['changes', recentObjects, { query: { query: 'text:RIVER' } }, objects * 1.5],
    ['changes of a field', recentObjects, { query: { query: 'changes:n' } }, 0],
    ['nothing that is there', searchText, { query: { text: 'volcano', asOf: then } }, 0],
  ] as const)(
    'is spread over many requests that find everything once: %s',
    async (_what, endpoint, asked, wanted) => {
      let pages = 0;
      const counting: Listener = {
        ...service,
        call: async (...call) => {
          pages += 1;
          return service.call(...call);
        },
      };
      const input = {
        as: 'reader',
        params: { partitionId },
        ...(typeof asked === 'function' ? asked() : asked),
      };
      const found = await readAllPages(counting, endpoint as never, input as never);
      const ids = (found as { id?: string; object?: { id: string } }[]).map(
        ({ id, object }) => id ?? object?.id,
      );
      expect(new Set(ids).size).toBe(wanted);
      expect(ids).toHaveLength(wanted);
      expect(pages).toBeGreaterThan(objects / 4);
    },
  );

  const asOf = {
    asOf: { moment: then, held: false },
    below: lastIdUntil(then),
    most: 100,
  };
  const searches: [string, (database: Queryable, signal?: AbortSignal) => Promise<unknown>][] = [
    [
      'a ranking',
      (queryable, signal) =>
        rankNow(
          queryable,
          partitionId,
          { phrases: { anyOf: [[['river']]], noneOf: [] }, type: undefined, upTo: 1000, downTo: 0 },
          { limits, signal },
        ),
    ],
    [
      'a list',
      (queryable, signal) =>
        searchBounded(
          queryable,
          partitionId,
          { where },
          { before: undefined, pageSize: 50 },
          { limits, signal },
        ),
    ],
    [
      'a search of changes',
      (queryable, signal) =>
        searchChanges(
          queryable,
          partitionId,
          { changes: ['/n'], reasons: [] },
          { before: undefined, pageSize: 50, asOf: undefined },
          { limits, signal },
        ),
    ],
    [
      'a search as of a moment',
      (queryable, signal) =>
        searchAsOf(
          queryable,
          partitionId,
          { phrases: { anyOf: [[['river']]], noneOf: [] } },
          asOf,
          { limits, signal },
        ),
    ],
  ];

  it.each(searches)('takes few statements with few rows: %s', async (_what, search) => {
    const rows: number[] = [];
    await search({
      query: async (...asked) => {
        const answer = await database.query(...asked);
        rows.push(answer.length);
        return answer as never;
      },
    });
    expect(rows.length).toBeLessThan(20);
    expect(Math.max(...rows)).toBeLessThanOrEqual(2);
  });

  it.each(searches)(
    'stops between two statements when the client has gone: %s',
    async (_what, search) => {
      const gone = new AbortController();
      let statements = 0;
      const searching = search(
        {
          query: async (...asked) => {
            statements += 1;
            gone.abort(new Error('The caller has gone.'));
            return database.query(...asked) as never;
          },
        },
        gone.signal,
      );
      await expect(searching).rejects.toThrow('The caller has gone.');
      expect(statements).toBeLessThanOrEqual(3);
    },
  );
});
