import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchObjects } from '@annals/contracts/object-search';
import { createObject } from '@annals/contracts/objects';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { searchLimits } from './search-limits.ts';
import { startListener, type Listener } from '../testing/data-listener.ts';

const objects = 70;

describe.each(testDatabases())('statements of a search, $kind', ({ open }) => {
  let database: Database;
  let recording: Database;
  let service: Listener;
  let partitionId: string;
  let asked: (string | undefined)[] = [];

  beforeAll(async () => {
    database = await open();
    recording = {
      kind: database.kind,
      query: (statement, name, signal) => {
        // Excludes background work.
        if (name?.includes('search')) asked.push(name);
        return database.query(statement, name, signal);
      },
      transaction: (work) => database.transaction(work),
      exclusively: (key, work) => database.exclusively(key, work),
      queryUnparsed: (statement, name, signal) => database.queryUnparsed(statement, name, signal),
      ping: () => database.ping(),
      close: () => database.close(),
    };
    service = await startListener(recording);
    partitionId = await service.makePartition();
    for (let n = 0; n < objects; n++) {
      const text = n % 30 === 0 ? 'common seldom' : n < 10 ? 'old' : 'common';
      const body = { type: n % 2 === 0 ? 'EVEN' : 'ODD', objectData: { n, text } };
      await service.call(createObject, { as: 'editor', params: { partitionId }, body });
    }
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  async function search(body: object, query = {}, on = service) {
    asked = [];
    const found = await on.call(searchObjects, {
      as: 'editor',
      params: { partitionId },
      body,
      query,
    });
    return { ...found.body, numbers: found.body.data.map(({ objectData }) => objectData?.['n']) };
  }

  it('finds the objects with a rare word at once, newest first, page by page', async () => {
    const whole = await search({ text: 'seldom' });
    expect(whole.numbers).toEqual([60, 30, 0]);
    expect(whole.hasMore).toBe(false);
    expect(asked).toHaveLength(1);
    const first = await search({ text: 'seldom' }, { pageSize: 2 });
    expect(first.numbers).toEqual([60, 30]);
    expect(asked).toHaveLength(1);
    const second = await search({ text: 'seldom' }, { pageSize: 2, cursor: first.nextCursor });
    expect(second.numbers).toEqual([0]);
    expect(second.nextCursor).toBeNull();
    expect((await search({ text: 'old', type: 'ODD' })).numbers).toEqual([9, 7, 5, 3, 1]);
    expect((await search({ text: 'absent' })).numbers).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it('finds the objects with a rare value at once, newest first, page by page', async () => {
    const body = { where: [{ path: '/text', op: 'eq', value: 'common seldom' }] };
    const whole = await search(body);
    expect(whole.numbers).toEqual([60, 30, 0]);
    expect(whole.hasMore).toBe(false);
    expect(asked).toHaveLength(1);
    const first = await search(body, { pageSize: 2 });
    expect(first.numbers).toEqual([60, 30]);
    const second = await search(body, { pageSize: 2, cursor: first.nextCursor });
    expect(second.numbers).toEqual([0]);
    expect(second.nextCursor).toBeNull();
    expect(asked).toHaveLength(1);
    const both = [...body.where, { path: '/n', op: 'eq', value: 30 }];
    expect((await search({ where: both })).numbers).toEqual([30]);
    expect((await search({ where: both, type: 'ODD' })).numbers).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['word', { text: 'common' }],
    ['value', { where: [{ path: '/text', op: 'eq', value: 'common' }] }],
  ])('finds the objects with a common %s at once, page by page', async (_kind, body) => {
    const common = Array.from({ length: objects }, (_, index) => objects - 1 - index).filter(
      (n) => n >= 10 && (n % 30 !== 0 || 'text' in body),
    );
    const expected = 'text' in body ? [...common, 0] : common;
    for (const pageSize of [5, 40, 55, 100]) {
      const found: unknown[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await search(body, { pageSize, ...(cursor === undefined ? {} : { cursor }) });
        found.push(...page.numbers);
        cursor = page.nextCursor;
        expect(asked).toHaveLength(1);
      }
      expect(found).toEqual(expected);
    }
  });

  it.each([
    ['word', { text: 'old' }],
    ['value', { where: [{ path: '/text', op: 'eq', value: 'old' }] }],
  ])('asks the index once if it knows too many with a %s', async (_kind, body) => {
    const few = { ...searchLimits, candidates: 3, valueCandidates: 3 };
    const limited = await startListener(recording, { searchLimits: few });
    const { numbers } = await search(body, {}, limited);
    expect(numbers).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const isPage = (name = '') => /search-(?:words|values)-page/.test(name);
    expect(asked.filter(isPage)).toHaveLength(1);
    expect(asked.filter((name = '') => name.endsWith('search-words'))).toEqual([]);
    await limited.close();
  });

  it('continues in steps for a page that is larger than what is looked at at once', async () => {
    const { numbers } = await search({ text: 'common' }, { pageSize: 500 });
    expect(numbers).toHaveLength(61);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('counts a list in the statement that reads its page', async () => {
    const list = await search({ type: 'EVEN' }, { pageSize: 5 });
    expect(list.numbers).toEqual([68, 66, 64, 62, 60]);
    expect(list.total).toEqual({ value: 35, estimate: false });
    expect(asked).toHaveLength(1);
    expect((await search({ type: 'NONE' })).total).toEqual({ value: 0, estimate: false });
  });
});
