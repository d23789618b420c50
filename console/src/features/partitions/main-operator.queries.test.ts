// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAnnounced } from '../../platform/api/announced.ts';
import { queryClient } from '../../platform/api/query.ts';
import { accessTokenOf } from '../../platform/api/testing/fake-server.ts';
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
afterEach(() => {
  setAnnounced([]);
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

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
  });

  it('is the user named in the latest object', async () => {
    answers[`/v1/users/${userId}`] = [200, { id: userId, name: 'Ada' }];
    expect(await operator()).toMatchObject({ user: { name: 'Ada' } });
    expect(asked.map(({ url }) => url).filter((url) => url.startsWith('/v1/'))).toEqual([
      latestPath,
      `/v1/users/${userId}`,
    ]);
  });

  it('falls back to the user in the data service, then to the user id', async () => {
    answers[`/v1/users/${userId}`] = [403, { error: 'Forbidden' }];
    expect(await operator()).toEqual({ user: { id: userId } });
    answers[`/v1/partitions/all/users/${userId}`] = [200, { id: userId, username: 'ada' }];
    expect(await operator()).toMatchObject({ user: { username: 'ada' } });
  });

  it('is sought only in the data service by somebody who may see no users', async () => {
    setAnnounced(['authentication']);
    localStorage.setItem('auth', accessTokenOf({ roles: ['USER'] }));
    answers['/authentication/v1/roles'] = [200, { data: [{ name: 'USER', permissions: [] }] }];
    answers[`/v1/partitions/all/users/${userId}`] = [200, { id: userId, username: 'ada' }];
    expect(await operator()).toMatchObject({
      user: { username: 'ada' },
      path: `/v1/partitions/all/users/${userId}`,
    });
    expect(asked.map(({ url }) => url)).not.toContain(`/v1/users/${userId}`);
  });

  it.each<[string, number, unknown, { user: unknown }]>([
    ['unknown, if the object names no user', 200, { objectData: {} }, { user: undefined }],
    ['nobody, if the user is null', 200, { objectData: { userId: null } }, { user: null }],
    ['nobody, if the user is an empty text', 200, { objectData: { userId: '' } }, { user: null }],
    ['unknown, if the user is an object', 200, { objectData: { userId: {} } }, { user: undefined }],
    ['unknown, if the data is null', 200, { objectData: null }, { user: undefined }],
    ['unknown, without data', 200, {}, { user: undefined }],
    ['unknown, if the data is a text', 200, { objectData: 'secret' }, { user: undefined }],
    ['unknown, if the object is not found', 404, { error: 'Not Found' }, { user: undefined }],
    [
      'an id that no call can contain',
      200,
      { objectData: { userId: '..' } },
      { user: { id: '..' } },
    ],
    ['a number', 200, { objectData: { userId: 7 } }, { user: { id: '7' } }],
  ])('is %s', async (_, status, body, user) => {
    answers[latestPath] = [status, body];
    expect(await operator()).toEqual(user);
    expect(asked.map(({ url }) => url)).not.toContainEqual(expect.stringContaining('..'));
  });

  it.each<[string, unknown, string | null | undefined]>([
    ['none, without such a reference', [{ name: 'owner', timelineId: 'other' }], null],
    ['none, without references', [], null],
    ['unknown, if the references are null', null, undefined],
    ['unknown, if there is no field for them', undefined, undefined],
    ['unknown, if its timeline is missing', [{ name: 'mainOperatorRef' }], undefined],
    [
      'unknown, if a reference cannot be read',
      [{ name: 'owner', timelineId: 'other' }, 'operator'],
      undefined,
    ],
    ['a number', [{ name: 'mainOperatorRef', timelineId: 9 }], '9'],
    ['in a wrapper', { items: [{ name: 'mainOperatorRef', timelineId: 'a/b' }] }, 'a/b'],
  ])('an account has one that is %s', async (_, references, timeline) => {
    answers[`/v1/partitions/${partitionId}/objects/search?page=0&pageSize=10`] = [
      200,
      { data: [{ timelineId: 'account', references }] },
    ];
    const { data } = await client().query(mainAccountsQuery(partitionId, {}));
    expect(data.map(mainOperatorTimeline)).toEqual([timeline]);
  });

  it('fails if the service fails, instead of reporting a missing user', async () => {
    answers[`/v1/users/${userId}`] = [503, { error: 'Unavailable' }];
    await expect(operator()).rejects.toMatchObject({ status: 503 });
  });
});
