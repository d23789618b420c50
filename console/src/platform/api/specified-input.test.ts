// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { listAliasUrls } from '@annals/contracts/alias-urls';
import { createApplicationToken } from '@annals/contracts/applications';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import type { Endpoint } from '@annals/contracts/endpoint';
import { listIdentityProviders } from '@annals/contracts/identity-providers';
import { searchObjects } from '@annals/contracts/object-search';
import { latestObject } from '@annals/contracts/objects';
import {
  changeOrganizationalUnit,
  createOrganizationalUnit,
  getOrganizationalUnit,
} from '@annals/contracts/organizational-units';
import { getPartition, listPartitions } from '@annals/contracts/partitions';
import { serviceNames } from '@annals/contracts/service-name';
import { endSession } from '@annals/contracts/session';
import { createUser, listUsers } from '@annals/contracts/users';
import { isSpecifiedCall } from '@annals/contracts/testing/specified-calls';
import { isAnnounced, recordAnnouncement, setAnnounced } from './announced.ts';
import { call } from './call.ts';
import { NotOffered } from './errors.ts';
import { queryKeyOf } from './query.ts';
import { type Input, urlOf } from './request.ts';
import { inputFor } from './specified-input.ts';
import { accessTokenOf, type Answer, fakeServer } from './testing/fake-server.ts';

beforeEach(() => {
  setAnnounced([]);
  localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
});
afterEach(() => {
  setAnnounced(serviceNames);
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** `call` for rows of any type. */
const callAny = call as (row: Endpoint, input: Input) => Promise<unknown>;

const everything: Input = {
  params: { partitionId: 'p', timelineId: 't', organizationalUnitId: 'o' },
  query: {
    alias: 'x',
    role: ['A'],
    include: ['roles'],
    pageSize: 50,
    page: 3,
    cursor: 'c',
    sort: 'name',
    q: 'x',
  },
};
const rows: readonly Endpoint[] = [...authenticationEndpoints, ...dataEndpoints];

test.each(
  rows
    .filter((row) => row.specified && row.requestClass === 'read')
    .map((row) => [`${row.method} ${row.path}`, row] as const),
)('%s is reduced to its form in the specification', (_, row) => {
  const params = Object.fromEntries(
    [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']),
  );
  const url = urlOf(row, inputFor(row, { ...everything, params }));
  // The only specified pages; the table of calls does not name the parameters.
  const isListed =
    row === searchObjects
      ? url === '/v1/partitions/x/objects/search?page=3&pageSize=10'
      : isSpecifiedCall(row.method, url);
  expect([url, isListed]).toEqual([url, true]);
});

test('every call that the specification lists has a form, and no other', () => {
  const forms = rows
    .filter(({ specified }) => specified)
    .map(({ method, path }) => `${method} ${path}`);
  expect(forms).toHaveLength(35);
});

it.each<[string, Endpoint, Input, object]>([
  [
    'fixed parameters',
    getOrganizationalUnit,
    { query: { include: ['name', 'roles'] } },
    { query: { include: ['id', 'name'] } },
  ],
  [
    'fixed parameters of a list',
    listIdentityProviders,
    { query: { pageSize: 50 } },
    { query: { include: ['id', 'name'] } },
  ],
  [
    'defaults',
    searchObjects,
    { query: { pageSize: 50, cursor: 'c' }, body: { text: 'b' } },
    { query: { page: 0, pageSize: 10 }, body: { type: 'ACCOUNT' } },
  ],
  [
    'given values in place of defaults, and the page of a cursor',
    searchObjects,
    { query: { pageSize: 50, cursor: 'page-2-20-x' }, body: { type: 'A' } },
    { query: { page: 2, pageSize: 10 }, body: { type: 'A' } },
  ],
  [
    'an open body',
    changeOrganizationalUnit,
    { body: { name: 'N', costCentre: 7 } },
    { body: { name: 'N', costCentre: 7 } },
  ],
  [
    'an empty body',
    createOrganizationalUnit,
    { query: { name: 'N' }, body: {} },
    { query: { name: 'N' }, body: {} },
  ],
])('sends %s', (_, row, input, sent) => expect(inputFor(row, input)).toMatchObject(sent));

it.each<[string, Endpoint, Input]>([
  ['a call that is not listed', endSession, {}],
  ['a list that is listed with a parameter only', listAliasUrls, { query: { pageSize: 50 } }],
  [
    'a read of the past, which would return the present',
    getPartition,
    { query: { asOf: '2024-01-01T00:00:00Z' } },
  ],
  ['a preview', latestObject, { query: { changeSet: 'c' } }],
  [
    'a write with a parameter that would be lost',
    createOrganizationalUnit,
    { query: { name: 'N', parentId: 'p' } },
  ],
  [
    'a write with a field that would be lost',
    createUser,
    { body: { email: 'a@b.example', roles: ['A'] } },
  ],
  ['a token with scopes', createApplicationToken, { body: { description: 'd', scopes: ['read'] } }],
])('refuses %s, without a request', async (_, row, input) => {
  const net = fakeServer(() => ({ body: {} }));
  const params = { partitionId: 'p', timelineId: 't', applicationId: 'a' };
  await expect(callAny(row, { ...input, params })).rejects.toBeInstanceOf(NotOffered);
  expect(net.lines()).toEqual([]);
});

it('sends everything to a service once it has announced itself, and never takes that back', async () => {
  let headers: Record<string, string> = { 'annals-service': 'data' };
  let status = 403;
  const net = fakeServer(({ url }): Answer =>
    url === '/v1/auth'
      ? { body: {} }
      : { status, body: status === 200 ? [] : { error: 'no' }, headers },
  );
  await call(listPartitions, { query: { pageSize: 7 } }).catch(() => undefined);
  expect([isAnnounced('data'), isAnnounced('authentication')]).toEqual([true, false]);
  headers = {};
  status = 200;
  await call(listPartitions, { query: { pageSize: 7 } });
  await call(listUsers, { query: { pageSize: 7 } });
  expect(net.lines().filter((line) => !line.endsWith('/v1/auth'))).toEqual([
    'GET /v1/partitions',
    'GET /v1/partitions?pageSize=7',
    'GET /v1/users',
  ]);
});

it.each(['', 'nothing we know', null, undefined])('the announcement %j says nothing', (said) => {
  recordAnnouncement(said);
  expect(serviceNames.filter(isAnnounced)).toEqual([]);
});

it('reads a list that comes whole only once, whatever part of it is shown', () => {
  expect(queryKeyOf(listUsers, { query: { sort: 'name', pageSize: 50 } })).toEqual(
    queryKeyOf(listUsers),
  );
  setAnnounced(serviceNames);
  expect(queryKeyOf(listUsers, { query: { sort: 'name' } })).not.toEqual(queryKeyOf(listUsers));
});

it.each<[string, unknown]>([
  ['a cursor', { data: [{ id: '1' }], nextCursor: 'c', hasMore: true }],
  ['numbers', { content: [{ id: '1' }], number: 0, totalPages: 3 }],
])(
  'ends a list that a service pages by %s, for which no call is listed, and says that there is more',
  async (_, body) => {
    fakeServer(({ url }) => (url === '/v1/auth' ? { body: {} } : { body }));
    expect(await call(listUsers, {})).toMatchObject({
      nextCursor: null,
      hasMore: true,
      unpaged: true,
    });
  },
);

it('sends no version of ours', async () => {
  const net = fakeServer(({ url }) => ({ body: url === '/v1/auth' ? {} : { id: 'o' } }));
  await call(
    changeOrganizationalUnit,
    { params: { organizationalUnitId: 'o' }, body: { name: 'N' } },
    { ifMatch: 3 },
  );
  expect(net.requests.at(-1)?.headers).not.toHaveProperty('If-Match');
});
