import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToken, revokeToken } from '@annals/contracts/api-tokens';
import { listAliasUrls, reactivateAliasUrl } from '@annals/contracts/alias-urls';
import { getApplication } from '@annals/contracts/applications';
import type { Endpoint } from '@annals/contracts/endpoint';
import { searchObjects } from '@annals/contracts/object-search';
import { latestObject } from '@annals/contracts/objects';
import { RawJson, writeJson } from '@annals/rules/json/raw-json';
import { getOrganizationalUnit } from '@annals/contracts/organizational-units';
import { itemOf } from '@annals/contracts/page';
import { getPartition, listPartitions } from '@annals/contracts/partitions';
import { listRoles } from '@annals/contracts/roles';
import { authenticate } from '@annals/contracts/session';
import { addUserRoles, currentUser, getUser, listUsers } from '@annals/contracts/users';
import { serviceNames } from '@annals/contracts/service-name';
import type { User } from './things.ts';
import { additionalFieldsOf } from '../../ui/additional-fields/additional-fields-of.ts';
import { setAnnounced } from './announced.ts';
import { call } from './call.ts';
import { CallError, ContractError } from './errors.ts';
import { accessTokenOf, fakeServer, type Answer } from './testing/fake-server.ts';
import { startUp } from './start-up.ts';
import { changeState, clearUser, currentState } from './state.ts';

/** Answers every request as given, except GET /v1/auth. */
const answering = (answer: Answer) =>
  fakeServer(({ url }) => (url === '/v1/auth' ? { body: {} } : answer));

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('auth', 'not a token');
});
afterEach(() => {
  setAnnounced(serviceNames);
  vi.unstubAllGlobals();
});

const page = (data: unknown[], more?: object) => ({
  data,
  nextCursor: null,
  hasMore: false,
  unpaged: true,
  ...(more && { more }),
});

/** Empty because nothing was said, which is not the same as none. */
const unknown = (more?: object) => ({ ...page([], more), unknown: true });

test.each<[string, unknown, unknown]>([
  ['a bare array', [{ id: 'a' }], page([{ id: 'a' }])],
  ['{data} without cursors', { data: [{ id: 'a' }] }, page([{ id: 'a' }])],
  // The form of our own services.
  [
    '{data} with null for cursors',
    { data: [], nextCursor: null, hasMore: null },
    { data: [], nextCursor: null, hasMore: false },
  ],
  ['{data} with a number as total', { data: [], total: 0 }, page([], { total: 0 })],
  ['{items}', { items: [{ id: 'a' }], count: 1 }, page([{ id: 'a' }], { count: 1 })],
  ['{results}', { results: [{ id: 'a' }], next: null }, page([{ id: 'a' }], { next: null })],
  ['{data} within {data}', { data: { items: [{ id: 'a' }] } }, page([{ id: 'a' }])],
  ['null for the list', { data: null }, unknown({ answer: { data: null } })],
  ['null for {items}', { items: null, page: 1 }, unknown({ answer: { items: null, page: 1 } })],
  ['null within {data}', { data: { items: null } }, unknown({ answer: { data: { items: null } } })],
  ['null for the list and a total of none', { data: null, total: 0 }, page([], { total: 0 })],
  [
    'the last page of Spring',
    { content: [{ id: 'a' }], number: 0, last: true },
    page([{ id: 'a' }], { number: 0, last: true }),
  ],
  [
    'a page of Spring with more to follow',
    { content: [{ id: 'a' }], number: 0, totalPages: 2 },
    {
      data: [{ id: 'a' }],
      nextCursor: 'page-1',
      hasMore: true,
      more: { number: 0, totalPages: 2 },
    },
  ],
  [
    'HAL',
    { _embedded: { users: [{ id: 'a' }] }, _links: { self: '/' } },
    page([{ id: 'a' }], { _links: { self: '/' } }),
  ],
  ['an object without a list', { a: 1 }, unknown({ answer: { a: 1 } })],
  ['a JSON string', 'nobody', unknown({ answer: 'nobody' })],
  ['null', null, unknown({ answer: null })],
  ['only entries that are no objects', [null], unknown({ entries: [null] })],
  ['no content', undefined, unknown()],
  ['a list with null in it', [{ id: 'a' }, null], page([{ id: 'a' }], { entries: [null] })],
  ['a boolean id', [{ id: true }], page([{ id: '', $more: { id: true } }])],
  [
    'fields of other types',
    [{ id: 'a', name: 7, roles: ['A', 8], roleGrants: {} }],
    page([{ id: 'a', roles: ['A'], $more: { name: 7, roles: [8], roleGrants: {} } }]),
  ],
  [
    'dates in another time zone and invalid dates',
    [{ id: 'a', createdDate: '2022-03-01T02:00:00+02:00', lastSignInDate: '1.3.2022' }],
    page([
      { id: 'a', createdDate: '2022-03-01T00:00:00.000Z', $more: { lastSignInDate: '1.3.2022' } },
    ]),
  ],
  ['numbers as ids', [{ id: 7 }], page([{ id: '7' }])],
  ['null for omitted fields', { data: [{ id: null, status: null }] }, page([{ id: '' }])],
  [
    'nested null',
    [{ id: 1, roleGrants: [{ role: 'A', organizationalUnit: { id: 2, name: null } }] }],
    page([{ id: '1', roleGrants: [{ role: 'A', organizationalUnit: { id: '2' } }] }]),
  ],
  ['no name, email nor roles', [{ id: 'a' }, {}], page([{ id: 'a' }, { id: '' }])],
  [
    'roles as objects',
    [{ id: 'a', roles: [{ name: 'A' }, 'B'] }],
    page([{ id: 'a', roles: ['A', 'B'] }]),
  ],
  [
    'roles with more than a name',
    [{ id: 'a', roles: [{ name: 'A', id: 9 }, { role: { name: 'B' } }, { authority: 'C' }] }],
    page([{ id: 'a', roles: ['A', 'B', 'C'], $more: { roles: [{ name: 'A', id: 9 }] } }]),
  ],
  [
    'roles in a wrapper',
    [{ id: 'a', roles: { data: [{ name: 'A' }] } }],
    page([{ id: 'a', roles: ['A'] }]),
  ],
  [
    'roles without a name',
    [{ id: 'a', roles: [{ id: 1 }, { name: ' ' }] }],
    page([{ id: 'a', $more: { roles: [{ id: 1 }, { name: ' ' }] } }]),
  ],
  ['no roles', [{ id: 'a', roles: [] }], page([{ id: 'a', roles: [] }])],
  [
    'units without an id',
    [{ id: 'a', organizationalUnits: [{ unit: 4 }] }],
    page([{ id: 'a', $more: { organizationalUnits: [{ unit: 4 }] } }]),
  ],
  ['a list under its own name', { users: [{ id: 'a' }] }, page([{ id: 'a' }])],
  [
    'a list under its own name, with a total',
    { users: [{ id: 'a' }], total: 9 },
    page([{ id: 'a' }], { total: 9 }),
  ],
  [
    'a page under its own name',
    { users: { items: [{ id: 'a' }], size: 1 } },
    page([{ id: 'a' }], { size: 1 }),
  ],
  ['a list under another name', { tokens: [] }, unknown({ answer: { tokens: [] } })],
  ['two lists', { users: [], others: [] }, unknown({ answer: { users: [], others: [] } })],
  ['an empty body', undefined, { ...page([]), unknown: true }],
])('reads a list of users as a page: %s', async (_, body, read) => {
  answering({ body });
  await expect(call(listUsers, {})).resolves.toEqual(read);
});

test.each<[string, unknown]>([
  ['names', ['A']],
  ['objects with a name', [{ name: 'A' }]],
  ['objects with an authority', [{ authority: 'A' }]],
  ['objects with a name and other fields', { data: [{ name: 'A', id: 7, permissions: null }] }],
])('reads roles given as %s', async (_, body) => {
  answering({ body });
  const { data } = await call(listRoles, {});
  expect(data.map(({ name }) => name)).toEqual(['A']);
});

test.each([204, 200])('a write with an empty response (%d) succeeds', async (status) => {
  answering({ status });
  const params = { userId: 'u' };
  await expect(call(addUserRoles, { params, query: { role: ['A'] } })).resolves.toEqual({
    id: '',
  });
  await expect(call(reactivateAliasUrl, { query: { alias: 'x' } })).resolves.toEqual({
    alias: '',
  });
  await expect(call(revokeToken, { params: { tokenId: 't' } })).resolves.toBeUndefined();
});

test.each([{}, { id: 7 }, { id: null, token: null }, null, 'deleted'])(
  'ignores the response body of a deletion: %j',
  async (body) => {
    answering({ body });
    await expect(call(revokeToken, { params: { tokenId: 't' } })).resolves.toBeUndefined();
  },
);

test('reads a created token without its secret', async () => {
  answering({ body: { id: 7, token: null } });
  const body = { description: 'd', scopes: ['read' as const], expiresDate: null };
  await expect(call(createToken, { body })).resolves.toEqual({ id: '7' });
});

test('reads one alias as an object and a list of aliases as a page', async () => {
  answering({ body: { alias: 'x', visits: null } });
  await expect(call(listAliasUrls, {})).resolves.toEqual({ alias: 'x' });
  answering({ body: [{ alias: 'x' }] });
  await expect(call(listAliasUrls, {})).resolves.toEqual(page([{ alias: 'x' }]));
  answering({ body: { data: [{ alias: ['x'] }] } });
  await expect(call(listAliasUrls, {})).resolves.toEqual(
    page([{ alias: '', $more: { alias: ['x'] } }]),
  );
});

test.each([
  ['an HTML page', '<!doctype html><h1>Sign in</h1>', 'an HTML page instead of JSON'],
  ['text that is not JSON', ' See other\n', 'instead of JSON the text See other'],
  ['a long text', 'x'.repeat(2000), 'text instead of JSON'],
])('%s instead of a list is a contract error', async (_, text, problem) => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(text, { headers: { 'x-request-id': 'r-9' } })),
  );
  const error: unknown = await call(listPartitions, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ContractError);
  expect(error).toMatchObject({
    message: `Response of GET /v1/partitions: ${problem}`,
    requestId: 'r-9',
  });
});

const search = () => call(searchObjects, { params: { partitionId: '7' }, body: {} });

test.each<[string, unknown, unknown]>([
  ['no content', undefined, unknown()],
  ['an empty object', {}, unknown({ answer: {} })],
  ['null', null, unknown({ answer: null })],
])('a search answered with %s is kept as it came', async (_, body, read) => {
  answering({ body });
  await expect(search()).resolves.toEqual(read);
});

test('a search answered with text is a contract error that quotes it', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('See other')));
  await expect(search()).rejects.toThrow('instead of JSON the text See other');
});

test('a write answered with text succeeds, one answered with an HTML page fails', async () => {
  const write = () => call(addUserRoles, { params: { userId: 'u' }, query: { role: ['A'] } });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('OK')));
  await expect(write()).resolves.toEqual({ id: '' });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Sign in</html>')));
  await expect(write()).rejects.toThrow(ContractError);
  await expect(call(revokeToken, { params: { tokenId: 't' } })).rejects.toThrow(ContractError);
});

test.each([[[1]], [7], ['ada'], [true]])(
  'keeps %j in place of an object as additional data',
  async (body) => {
    answering({ body });
    await expect(call(getUser, { params: { userId: 'u' } })).resolves.toEqual({
      id: 'u',
      $more: body,
    });
  },
);

test.each<[string, unknown, unknown]>([
  ['{data}', { data: { id: 7, name: 'Ada' } }, { id: '7', name: 'Ada' }],
  ['its own name', { user: { name: 'Ada', hat: 'green' } }, { id: 'u', name: 'Ada', hat: 'green' }],
  [
    'an envelope with more',
    { status: 'success', data: { name: 'Ada', status: 'ACTIVE' }, links: {}, error: null },
    {
      id: 'u',
      name: 'Ada',
      status: 'ACTIVE',
      $more: { envelope: { status: 'success', links: {} } },
    },
  ],
  [
    'an envelope of which a field cannot be read',
    { result: { name: 'Ada', lang: 7 }, took: 3 },
    { id: 'u', name: 'Ada', $more: { lang: 7, envelope: { took: 3 } } },
  ],
])('reads a user in %s', async (_, body, user) => {
  setAnnounced([]);
  answering({ body });
  await expect(call(getUser, { params: { userId: 'u' } })).resolves.toEqual(user);
});

test.each<[string, object]>([
  ['what belongs to it', { login: 'ada', organization: { id: 'o1', name: 'ACME' } }],
  ['a field of its own beside its id', { id: 'u', data: { name: 'Ada', email: 'a@example.org' } }],
  ['two that it could be', { data: { name: 'Ada' }, user: { name: 'Grace' } }],
  ['an envelope in an envelope', { data: { user: { name: 'Ada' } } }],
])('does not take for a user %s', async (_, body) => {
  setAnnounced([]);
  answering({ body });
  await expect(call(getUser, { params: { userId: 'u' } })).resolves.toEqual({ id: 'u', ...body });
});

test.each<[string, Endpoint, object]>([
  ['organizational_unit', getOrganizationalUnit, { id: 'x', name: 'Harbour' }],
  ['unit', getOrganizationalUnit, { id: 'x', name: 'Harbour' }],
  ['partition', getPartition, { id: 'x', partitionName: 'Harbour' }],
  ['object', latestObject, { timelineId: 'x', id: '', objectData: { data: { id: 'y' } } }],
  ['application', getApplication, { id: 'x', name: 'Harbour' }],
])('reads the thing in {%s}', async (name, endpoint, thing) => {
  setAnnounced([]);
  answering({ body: { [name]: thing } });
  const ids = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => [id, 'x']);
  await expect(call(endpoint, { params: Object.fromEntries(ids) })).resolves.toEqual(thing);
});

test('reads one alias in an envelope, but no access token', async () => {
  setAnnounced([]);
  answering({ body: { data: { alias: 'x' } } });
  await expect(call(listAliasUrls, { query: { alias: 'x' } })).resolves.toEqual({ alias: 'x' });
  answering({ body: { data: { accessToken: 'x' } } });
  await expect(
    call(authenticate, { query: { type: 'REFRESH_TOKEN' }, body: { refreshToken: 'r' } }),
  ).rejects.toThrow(ContractError);
});

test('an empty response instead of an object is a contract error', async () => {
  answering({ status: 204 });
  await expect(call(getUser, { params: { userId: 'u' } })).rejects.toThrow(
    'Response of GET /v1/users/{userId}: no content',
  );
});

test.each<[string, number, unknown, string]>([
  ['text', 500, 'The tide is out.', 'The tide is out.'],
  ['HTML', 502, '<!doctype html><h1>Bad Gateway</h1>', 'HTTP 502'],
  ['a long text', 500, 'x'.repeat(2000), 'HTTP 500'],
  ['no body', 503, undefined, 'HTTP 503'],
  ['an array', 400, [{ field: 'x' }], 'HTTP 400'],
  ['only a message', 409, { message: 'Too late.' }, 'Too late.'],
  ['an error string', 200, { error: 'Fog' }, 'Fog'],
  ['an error object', 200, { error: { message: 'Fog', code: 7 } }, 'Fog'],
  ['an error object without a message', 200, { error: { code: 7 } }, '{"code":7}'],
  ['a numeric code', 400, { error: 'Bad', code: 7, message: 'No.' }, 'No.'],
  ['a null message', 404, { error: 'Not Found', message: null }, 'Not Found'],
  ['error: true', 200, { error: true, data: [] }, 'true'],
])('a failure with %s is thrown with its message', async (_, status, body, message) => {
  answering({ status, body });
  const error: unknown = await call(listUsers, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ status, message });
});

test('repeated 401s refresh at most twice and end the session', async () => {
  localStorage.setItem('refreshToken', 'r');
  const net = fakeServer(({ url }) =>
    url.startsWith('/v1/auth?')
      ? { body: { accessToken: accessTokenOf({ roles: [] }), refreshToken: 'r' } }
      : { status: 401, body: 'no' },
  );
  const calls = Array.from({ length: 20 }, () =>
    call(listUsers, {}).catch((error: unknown) => error),
  );
  for (const error of await Promise.all(calls))
    expect(error).toMatchObject({ message: 'Not authenticated' });
  expect(net.lines().filter((line) => line.startsWith('POST /v1/auth'))).toHaveLength(2);
  expect(net.requests.length).toBeLessThan(50);
  expect(localStorage.getItem('auth')).toBeNull();
});

test.each<[string, unknown, User]>([
  ['no fields', {}, { id: '' }],
  ['numbers and nulls', { id: 7, name: null, roles: null }, { id: '7' }],
  [
    'fields of other types',
    { id: 'u', createdDate: 1, roles: { A: 1 }, lang: {} },
    { id: 'u', $more: { createdDate: 1, roles: { A: 1 }, lang: {} } },
  ],
  ['an array in place of an object', ['ada'], { id: '', $more: ['ada'] }],
])('start-up accepts a user with %s', async (_, body, user) => {
  clearUser();
  changeState({ initialized: false });
  answering({ body });
  await startUp();
  expect(currentState()).toMatchObject({ initialized: true, user, annalsUser: { id: user.id } });
  expect(currentState().user).toEqual(user);
  expect(currentState().isGlobalMaster).toBe(false);
});

test.each([{ status: 204 }, { status: 404, body: 'no' }, { status: 501 }])(
  'start-up completes without a user of the data service: %j',
  async (answer) => {
    clearUser();
    changeState({ initialized: false });
    fakeServer(({ url }) =>
      url === '/v1/partitions/all/users/current'
        ? answer
        : { body: url === '/v1/auth' ? {} : { id: 'u' } },
    );
    await startUp();
    expect(currentState()).toMatchObject({ initialized: true, annalsUser: undefined });
  },
);

test('start-up fails when the current user is empty', async () => {
  clearUser();
  changeState({ initialized: false });
  answering({ status: 204 });
  await expect(startUp()).rejects.toThrow('Response of GET /v1/users/current: no content');
  await expect(call(currentUser, {})).rejects.toThrow(ContractError);
});

test('ids keep all their digits, and numbers of another service are passed on as they are written', async () => {
  setAnnounced([]);
  const more =
    '{"rate":[1.10,1e400],"share":0.99999999999999999999,"ofIds":[9007199254740993,{"n":-0}]}';
  answering({
    text: `[{"id":1234567890123456789},{"id":12345678901234567890123,${more.slice(1)}]`,
  });
  const { data } = await call(listUsers, {});
  expect(data.map(({ id }) => id)).toEqual(['1234567890123456789', '12345678901234567890123']);
  expect(
    writeJson(additionalFieldsOf(itemOf(listUsers.response) ?? listUsers.response, data[1])),
  ).toBe(more);
});

test('fields of the contract that are numbers can be written in any way', async () => {
  setAnnounced([]);
  answering({ text: '{"id":1.0,"userCount":1.20e1,"totalUserCount":1e400,"version":-0}' });
  const params = { organizationalUnitId: '1' };
  const unit = await call(getOrganizationalUnit, { params });
  expect(unit).toMatchObject({ id: '1', userCount: 12 });
  expect(writeJson(unit['$more'])).toBe('{"totalUserCount":1e400,"version":-0}');
});

test('services of ours store doubles, which may be written otherwise', async () => {
  answering({ text: '[{"id":"a","n":1.10,"big":9007199254740993}]' });
  const { data } = await call(listUsers, {});
  expect(data).toEqual([{ id: 'a', n: 1.1, big: new RawJson('9007199254740993') }]);
});
