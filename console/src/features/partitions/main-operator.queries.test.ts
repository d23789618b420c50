// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  mainAccountsQuery,
  mainOperatorQuery,
  mainOperatorTimeline,
} from './main-operator.queries.ts';

const partitionId = '018f3c2a-7b1e-7c3d-8e4f-000000000001';
const timelineId = '018f3c2a-7b1e-7c3d-8e4f-000000000002';
const userId = '018f3c2a-7b1e-7c3d-8e4f-000000000003';
const latestPath = `/v1/partitions/${partitionId}/timelines/${timelineId}/objects/latest`;

/** The responses of the services by path and query; all others are 404. */
let answers: Record<string, [status: number, body: unknown]>;
const asked: { url: string; method: string; data?: unknown }[] = [];

beforeEach(() => {
  answers = { [latestPath]: [200, { id: 'x', objectData: { userId } }] };
  asked.length = 0;
  vi.stubGlobal('fetch', async (_path: string, init: { body: string }) => {
    const request = JSON.parse(init.body);
    asked.push(request);
    const [status, body] = answers[request.url] ?? [404, { error: 'Not Found' }];
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const operator = () => client().query(mainOperatorQuery(partitionId, timelineId, {}));

describe('the main operator of an account', () => {
  it('starts with a search for objects of the type ACCOUNT', async () => {
    answers[`/v1/partitions/${partitionId}/objects/search?page=0&pageSize=10`] = [
      200,
      { data: [] },
    ];
    await client().query(mainAccountsQuery(partitionId, {}));
    expect(asked.at(-1)).toMatchObject({ method: 'POST', data: { type: 'ACCOUNT' } });
  });

  it('is identified by the reference mainOperatorRef', () => {
    const references = [
      { name: 'owner', timelineId: 'other' },
      { name: 'mainOperatorRef', timelineId },
    ];
    expect(mainOperatorTimeline({ id: 'x', references })).toBe(timelineId);
    expect(mainOperatorTimeline({ id: 'x' })).toBeUndefined();
  });

  it('is the user named in the latest object', async () => {
    answers[`/v1/users/${userId}`] = [200, { id: userId, name: 'Ada' }];
    expect(await operator()).toMatchObject({ name: 'Ada' });
    expect(asked.map(({ url }) => url)).toEqual([latestPath, `/v1/users/${userId}`]);
  });

  it('falls back to the user in the data service, then to the user id', async () => {
    answers[`/v1/users/${userId}`] = [403, { error: 'Forbidden' }];
    expect(await operator()).toEqual({ id: userId });
    answers[`/v1/partitions/all/users/${userId}`] = [200, { id: userId, username: 'ada' }];
    expect(await operator()).toMatchObject({ username: 'ada' });
  });

  it('is null if the object names no user', async () => {
    answers[latestPath] = [200, { id: 'x', objectData: {} }];
    expect(await operator()).toBeNull();
  });

  it('fails if the service fails, instead of reporting a missing user', async () => {
    answers[`/v1/users/${userId}`] = [503, { error: 'Unavailable' }];
    await expect(operator()).rejects.toMatchObject({ status: 503 });
  });
});
