// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { listPartitions, getPartition } from '@annals/contracts/partitions';
import { latestObject, recentObjects } from '@annals/contracts/objects';
import { limitQuery } from './limited-query.ts';
import {
  infiniteQueryOf,
  invalidate,
  invalidatePartition,
  queryKeyOf,
  queryOf,
  queryClient,
} from './query.ts';
import { wasRejected } from './rejections.ts';
import { fakeServer } from './testing/fake-server.ts';

const oak = '019b5f00-0000-7000-8000-00000000000a';
const elm = '019b5f00-0000-7000-8000-00000000000b';

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Caches a response; the returned function tells whether it is still valid. */
function cached({ queryKey }: { queryKey: readonly unknown[] }): () => boolean {
  queryClient.setQueryData(queryKey, {});
  return () => queryClient.getQueryState(queryKey)?.isInvalidated === false;
}

it('uses the same key for equal inputs of a call', () => {
  const params = { partitionId: oak };
  const key = ['GET /v1/partitions/{partitionId}', { params }];
  expect(queryOf(getPartition, { params }).queryKey).toEqual(key);
  expect(queryOf(getPartition, { params, query: {} }).queryKey).toEqual(key);
  expect(queryOf(getPartition, { params, query: { asOf: undefined } }).queryKey).toEqual(key);
  expect(queryOf(listPartitions).queryKey).toEqual(queryKeyOf(listPartitions, { query: {} }));
});

it('uses different keys for an infinite list and its first page', () => {
  const input = { params: { partitionId: oak, timelineId: elm }, query: { pageSize: 10 } };
  expect(infiniteQueryOf(recentObjects, input).queryKey).not.toEqual(
    queryOf(recentObjects, input).queryKey,
  );
});

it('invalidates all queries of the given call and no others', async () => {
  const one = cached(queryOf(getPartition, { params: { partitionId: oak } }));
  const other = cached(queryOf(getPartition, { params: { partitionId: elm } }));
  const list = cached(queryOf(listPartitions, { query: { pageSize: 5 } }));
  await invalidate(getPartition);
  expect([one(), other(), list()]).toEqual([false, false, true]);
});

it('invalidates all queries within a partition and no others', async () => {
  const params = { partitionId: oak, timelineId: elm };
  const inside = cached(queryOf(latestObject, { params }));
  const pages = cached(infiniteQueryOf(recentObjects, { params }));
  const composed = cached({ queryKey: [...queryKeyOf(latestObject, { params }), 'more'] });
  const outside = cached(queryOf(getPartition, { params: { partitionId: elm } }));
  const list = cached(queryOf(listPartitions));
  const foreign = cached({ queryKey: ['palette', 'users'] });
  await invalidatePartition(oak);
  expect([inside(), pages(), composed()]).toEqual([false, false, false]);
  expect([outside(), list(), foreign()]).toEqual([true, true, true]);
});

it('runs at most four limited calls at once, completes all, and skips aborted ones', async () => {
  let running = 0;
  let most = 0;
  const finish: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running--;
  };
  const wanted = new AbortController();
  const unwanted = new AbortController();
  const all = Array.from({ length: 10 }, (_, index) =>
    limitQuery(work, index === 7 ? unwanted.signal : wanted.signal),
  );
  unwanted.abort();
  const finishing = setInterval(() => finish.shift()?.());
  const results = await Promise.allSettled(all);
  clearInterval(finishing);
  expect(results.map(({ status }) => status)).toEqual(
    all.map((_, index) => (index === 7 ? 'rejected' : 'fulfilled')),
  );
  expect(most).toBe(4);
});

it('retries a failed query, no earlier than Retry-After', async () => {
  vi.useFakeTimers();
  const answers = [
    { status: 503, body: { error: 'x' }, headers: { 'retry-after': '7' } },
    { status: 503, body: { error: 'x' } },
  ];
  const page = { data: [], nextCursor: null, hasMore: false };
  const net = fakeServer(() => answers.shift() ?? { body: page });
  const answer = queryClient.query(queryOf(listPartitions));
  const waits: number[] = [];
  for (let calls = 1; calls <= 2; calls += 1) {
    let waited = 0;
    for (; net.requests.length <= calls && waited < 60; waited += 0.5)
      await vi.advanceTimersByTimeAsync(500);
    waits.push(Math.round(waited));
  }
  expect(waits).toEqual([7, 2]);
  expect((await answer).data).toEqual([]);
});

it('reports a failure at once if the service asks to wait for long', async () => {
  const net = fakeServer(() => ({
    status: 503,
    body: { error: 'x' },
    headers: { 'retry-after': '120' },
  }));
  await expect(queryClient.query(queryOf(listPartitions))).rejects.toMatchObject({
    secondsToWait: 120,
  });
  expect(net.requests).toHaveLength(1);
});

it('does not repeat a query by itself before Retry-After is over', async () => {
  vi.useFakeTimers();
  fakeServer(() => ({ status: 429, headers: { 'retry-after': '60' } }));
  const options = queryOf(listPartitions);
  await expect(queryClient.query(options)).rejects.toThrow('HTTP 429');
  const query = queryClient.getQueryCache().find(options);
  expect(query && wasRejected(query)).toBe(true);
  vi.advanceTimersByTime(61_000);
  expect(query && wasRejected(query)).toBe(false);
});
