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

const page = (data: unknown[]) => ({ data, nextCursor: null, hasMore: false });

test.each<[string, unknown, unknown]>([
  ['a bare array', [{ id: 'a' }], page([{ id: 'a' }])],
  ['{data} without cursors', { data: [{ id: 'a' }] }, page([{ id: 'a' }])],
  ['{data} with null for cursors', { data: [], nextCursor: null, hasMore: null }, page([])],
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

test('one alias is one, a list of them a list, and a fault in the list is not one alias', async () => {
  answering({ body: { alias: 'x', visits: null } });
  await expect(call(listAliasUrls, {})).resolves.toEqual({ alias: 'x' });
  answering({ body: [{ alias: 'x' }] });
  await expect(call(listAliasUrls, {})).resolves.toEqual(page([{ alias: 'x' }]));
  answering({ body: { data: [{ alias: ['x'] }] } });
  await expect(call(listAliasUrls, {})).rejects.toThrow('at data.0.alias');
});

test.each<[string, unknown, string]>([
  ['a text', '<html>Sign in</html>', 'at its top'],
  ['an object that is no list', {}, 'at data'],
  ['null', null, 'at its top'],
  ['a list with null in it', [{ id: 'a' }, null], 'at 1'],
  ['a truth for an id', [{ id: true }], 'at 0.id'],
  ['a number for a name', { data: [{ id: 'a', partitionName: 7 }] }, 'at data.0.partitionName'],
])('what is no list of partitions is named: %s', async (_, body, place) => {
  answering({ body, headers: { 'x-request-id': 'r-9' } });
  const error: unknown = await call(listPartitions, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ContractError);
  expect(error).toMatchObject({
    message: expect.stringContaining(`GET /v1/partitions breaks the contract ${place}: `),
    requestId: 'r-9',
  });
});

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
  ['numbers and nulls', { id: 7, name: null, roles: null }, { id: '7', name: null }],
  ['fields of another form', { id: 'u', createdDate: 1, roles: { A: 1 }, lang: {} }, { id: 'u' }],
])('start-up goes on with a user of %s', async (_, body, user) => {
  clearUser();
  changeState({ initialized: false });
  answering({ body });
  await startUp();
  expect(currentState()).toMatchObject({ initialized: true, user, annalsUser: { id: user.id } });
  expect(currentState().user).toEqual(user);
  expect(currentState().isGlobalMaster).toBe(false);
});

test.each([{ status: 204 }, { body: [] }, { body: 'nobody' }])(
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

test('a user that is none is an error of start-up', async () => {
  clearUser();
  changeState({ initialized: false });
  answering({ body: 'nobody' });
  await expect(startUp()).rejects.toThrow(/GET \/v1\/users\/current breaks the contract/);
  await expect(call(currentUser, {})).rejects.toThrow(ContractError);
});
