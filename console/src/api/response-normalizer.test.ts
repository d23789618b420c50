import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToken, revokeToken } from '@annals/contracts/api-tokens';
import { listAliasUrls, reactivateAliasUrl } from '@annals/contracts/alias-urls';
import { listPartitions } from '@annals/contracts/partitions';
import { listRoles } from '@annals/contracts/roles';
import { addUserRoles, currentUser, getUser, listUsers, type User } from '@annals/contracts/users';
import { call } from './call.ts';
import { CallError, ContractError } from './errors.ts';
import { accessTokenOf, fakeServer, type Answer } from './testing/fake-server.ts';
import { startUp } from './start-up.ts';
import { changeState, clearUser, currentState } from './state.ts';

/** Answers every call so, but the one that comes before a call. */
const answering = (answer: Answer) =>
  fakeServer(({ url }) => (url === '/v1/auth' ? { body: {} } : answer));

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('auth', 'not a token');
});
afterEach(() => vi.unstubAllGlobals());

const page = (data: unknown[], more?: object) => ({
  data,
  nextCursor: null,
  hasMore: false,
  unpaged: true,
  ...(more && { more }),
});

test.each<[string, unknown, unknown]>([
  ['a bare array', [{ id: 'a' }], page([{ id: 'a' }])],
  ['{data} without cursors', { data: [{ id: 'a' }] }, page([{ id: 'a' }])],
  ['{data} with null for cursors', { data: [], nextCursor: null, hasMore: null }, page([])],
  ['{data} with a number as total', { data: [], total: 0 }, page([], { total: 0 })],
  ['{items}', { items: [{ id: 'a' }], count: 1 }, page([{ id: 'a' }], { count: 1 })],
  ['{results}', { results: [{ id: 'a' }], next: null }, page([{ id: 'a' }], { next: null })],
  ['{data} within {data}', { data: { items: [{ id: 'a' }] } }, page([{ id: 'a' }])],
  ['null for the list', { data: null }, page([])],
  [
    'a page of Spring that is the last',
    { content: [{ id: 'a' }], number: 0, last: true },
    page([{ id: 'a' }], { number: 0, last: true }),
  ],
  [
    'a page of Spring that others follow',
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
  ['an object without a list', { a: 1 }, page([], { answer: { a: 1 } })],
  ['a text of JSON', 'nobody', page([], { answer: 'nobody' })],
  ['null', null, page([], { answer: null })],
  ['a list with null in it', [{ id: 'a' }, null], page([{ id: 'a' }], { entries: [null] })],
  ['a truth for an id', [{ id: true }], page([{ id: '', $more: { id: true } }])],
  [
    'fields of another form',
    [{ id: 'a', name: 7, roles: ['A', 8], roleGrants: {} }],
    page([{ id: 'a', roles: ['A'], $more: { name: 7, roles: [8], roleGrants: {} } }]),
  ],
  [
    'moments of another zone, and of none',
    [{ id: 'a', createdDate: '2022-03-01T02:00:00+02:00', lastSignInDate: '1.3.2022' }],
    page([
      { id: 'a', createdDate: '2022-03-01T00:00:00.000Z', $more: { lastSignInDate: '1.3.2022' } },
    ]),
  ],
  ['numbers as ids', [{ id: 7 }], page([{ id: '7' }])],
  ['null for what is left out', { data: [{ id: null, status: null }] }, page([{ id: '' }])],
  [
    'null deep inside',
    [{ id: 1, roleGrants: [{ role: 'A', organizationalUnit: { id: 2, name: null } }] }],
    page([{ id: '1', roleGrants: [{ role: 'A', organizationalUnit: { id: '2' } }] }]),
  ],
  ['no name, email nor roles', [{ id: 'a' }, {}], page([{ id: 'a' }, { id: '' }])],
  [
    'roles as objects',
    [{ id: 'a', roles: [{ name: 'A' }, 'B'] }],
    page([{ id: 'a', roles: ['A', 'B'] }]),
  ],
  ['nothing at all', undefined, page([])],
])('a list of users as %s reads as a page', async (_, body, read) => {
  answering({ body });
  await expect(call(listUsers, {})).resolves.toEqual(read);
});

test.each<[string, unknown]>([
  ['names', ['A']],
  ['things with a name', [{ name: 'A' }]],
  ['things with a name and more', { data: [{ name: 'A', id: 7, permissions: null }] }],
])('roles as %s', async (_, body) => {
  answering({ body });
  const { data } = await call(listRoles, {});
  expect(data.map(({ name }) => name)).toEqual(['A']);
});

test.each([204, 200])(
  'a write that is answered with nothing, by a %d, has succeeded',
  async (status) => {
    answering({ status });
    const params = { userId: 'u' };
    await expect(call(addUserRoles, { params, query: { role: ['A'] } })).resolves.toEqual({
      id: '',
    });
    await expect(call(reactivateAliasUrl, { query: { alias: 'x' } })).resolves.toBeUndefined();
    await expect(call(revokeToken, { params: { tokenId: 't' } })).resolves.toBeUndefined();
  },
);

test.each([{}, { id: 7 }, { id: null, token: null }, null, 'deleted'])(
  'an answer to a deletion is not looked at: %j',
  async (body) => {
    answering({ body });
    await expect(call(revokeToken, { params: { tokenId: 't' } })).resolves.toBeUndefined();
  },
);

test('a new token without its secret has none', async () => {
  answering({ body: { id: 7, token: null } });
  const body = { description: 'd', scopes: ['read' as const], expiresDate: null };
  await expect(call(createToken, { body })).resolves.toEqual({ id: '7' });
});

test('one alias is one, a list of them a list, and a list of other aliases is not one alias', async () => {
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
  ['a page for people', '<!doctype html><h1>Sign in</h1>'],
  ['a text that is no JSON', 'See other'],
])('%s in place of a list is named', async (_, text) => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(text, { headers: { 'x-request-id': 'r-9' } })),
  );
  const error: unknown = await call(listPartitions, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ContractError);
  expect(error).toMatchObject({
    message: expect.stringContaining('GET /v1/partitions breaks the contract at its top: '),
    requestId: 'r-9',
  });
});

test('a write answered with a text has succeeded, one answered with a page for people has not', async () => {
  const write = () => call(addUserRoles, { params: { userId: 'u' }, query: { role: ['A'] } });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('OK')));
  await expect(write()).resolves.toEqual({ id: '' });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Sign in</html>')));
  await expect(write()).rejects.toThrow(ContractError);
  await expect(call(revokeToken, { params: { tokenId: 't' } })).rejects.toThrow(ContractError);
});

test.each([[[1]], [7], ['ada'], [true]])(
  'a thing that is %j is more from the service',
  async (body) => {
    answering({ body });
    await expect(call(getUser, { params: { userId: 'u' } })).resolves.toEqual({
      id: 'u',
      $more: body,
    });
  },
);

test('nothing where one thing was asked for is named as well', async () => {
  answering({ status: 204 });
  await expect(call(getUser, { params: { userId: 'u' } })).rejects.toThrow('at its top');
});

test.each<[string, number, unknown, string]>([
  ['text', 500, 'The tide is out.', 'The tide is out.'],
  ['HTML', 502, '<!doctype html><h1>Bad Gateway</h1>', 'HTTP 502'],
  ['a text as long as a page', 500, 'x'.repeat(2000), 'HTTP 500'],
  ['nothing', 503, undefined, 'HTTP 503'],
  ['an array', 400, [{ field: 'x' }], 'HTTP 400'],
  ['a message alone', 409, { message: 'Too late.' }, 'Too late.'],
  ['an error as a text', 200, { error: 'Fog' }, 'Fog'],
  ['an error as an object', 200, { error: { message: 'Fog', code: 7 } }, 'Fog'],
  ['an error as an object without words', 200, { error: { code: 7 } }, '{"code":7}'],
  ['an error beside a number for a code', 400, { error: 'Bad', code: 7, message: 'No.' }, 'No.'],
  ['an error beside null', 404, { error: 'Not Found', message: null }, 'Not Found'],
  ['an error that is true', 200, { error: true, data: [] }, 'true'],
])('a failure told as %s is thrown with its words', async (_, status, body, message) => {
  answering({ status, body });
  const error: unknown = await call(listUsers, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ status, message });
});

test('a storm of 401 ends: refreshed before the calls and once after, and out', async () => {
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
  ['hardly anything', {}, { id: '' }],
  ['numbers and nulls', { id: 7, name: null, roles: null }, { id: '7' }],
  [
    'fields of another form',
    { id: 'u', createdDate: 1, roles: { A: 1 }, lang: {} },
    { id: 'u', $more: { createdDate: 1, roles: { A: 1 }, lang: {} } },
  ],
  ['another form', ['ada'], { id: '', $more: ['ada'] }],
])('start-up goes on with a user of %s', async (_, body, user) => {
  clearUser();
  changeState({ initialized: false });
  answering({ body });
  await startUp();
  expect(currentState()).toMatchObject({ initialized: true, user, annalsUser: { id: user.id } });
  expect(currentState().user).toEqual(user);
  expect(currentState().isGlobalMaster).toBe(false);
});

test.each([{ status: 204 }, { status: 404, body: 'no' }, { status: 501 }])(
  'start-up does without a user of the data service: %j',
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

test('nothing for a user is an error of start-up', async () => {
  clearUser();
  changeState({ initialized: false });
  answering({ status: 204 });
  await expect(startUp()).rejects.toThrow(/GET \/v1\/users\/current breaks the contract/);
  await expect(call(currentUser, {})).rejects.toThrow(ContractError);
});
