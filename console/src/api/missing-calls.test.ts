// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listAliasUrls } from '@annals/contracts/alias-urls';
import { getObject, recentObjects, restoreObject } from '@annals/contracts/objects';
import { getPartition, listMembers } from '@annals/contracts/partitions';
import { getUser, listUsers } from '@annals/contracts/users';
import { call } from './call.ts';
import { ifOffered, ifThere, isNoSuchThing, NotOffered } from './errors.ts';
import { missingCalls, nameOfCall, startPage } from './missing-calls.ts';
import { sessionPhase } from './session.ts';
import { type Answer, fakeServer } from './testing/fake-server.ts';

const unknown: Answer = { status: 404, body: 'no' };
const absent: Answer = { status: 404, body: { error: 'Not Found', code: 'not_found' } };
const of = (partitionId: string) => ({ params: { partitionId } });
const isShownAsMissing = (row: Parameters<typeof nameOfCall>[0]) =>
  missingCalls.get().has(nameOfCall(row));

/** @param answer by the address that is asked for */
function server(answer: (url: string) => Answer) {
  const net = fakeServer(({ url }) => (url === '/v1/auth' ? { body: {} } : answer(url)));
  return { sent: () => net.requests.map(({ url }) => url).filter((url) => url !== '/v1/auth') };
}
const failing = (asked: Promise<unknown>) => asked.then(() => undefined).catch((error) => error);

beforeEach(() => localStorage.setItem('auth', 'token-1'));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['404 without a code', unknown],
  ['405', { status: 405, body: 'no' }],
  ['501', { status: 501, body: { error: 'Not Implemented' } }],
])('a call that was answered %s is not made again, of whatever partition', async (_, answer) => {
  const net = server(() => answer);
  expect(await failing(call(listMembers, of('7')))).toBeInstanceOf(NotOffered);
  expect(await failing(call(listMembers, of('8')))).toBeInstanceOf(NotOffered);
  expect(net.sent()).toEqual(['/v1/partitions/7/users']);
  expect(isShownAsMissing(listMembers)).toBe(true);
  expect(isShownAsMissing(recentObjects)).toBe(false);
});

it('a plain 404 of a gateway hides nothing that was answered before', async () => {
  let isRestarting = false;
  server(() => (isRestarting ? unknown : { body: [] }));
  await call(listMembers, of('7'));
  isRestarting = true;
  const error = await failing(call(listMembers, of('7')));
  expect(error).not.toBeInstanceOf(NotOffered);
  expect(isShownAsMissing(listMembers)).toBe(false);
});

it('a plain 404 is asked for again after some minutes, a call that is not implemented never', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let isRestarting = true;
  const notImplemented: Answer = { status: 501, body: 'no' };
  const net = server((url) =>
    url.includes('recent') ? notImplemented : isRestarting ? unknown : { body: [] },
  );
  await failing(call(listMembers, of('7')));
  await failing(call(recentObjects, of('7')));
  isRestarting = false;
  vi.advanceTimersByTime(5 * 60_000);
  startPage();
  expect(isShownAsMissing(listMembers)).toBe(false);
  expect(isShownAsMissing(recentObjects)).toBe(true);
  expect(await call(listMembers, of('7'))).toMatchObject({ data: [] });
  expect(await failing(call(recentObjects, of('7')))).toBeInstanceOf(NotOffered);
  expect(net.sent()).toHaveLength(3);
});

it('a service that gives its refusals a code has the call', async () => {
  const net = server(() => absent);
  for (let times = 0; times < 2; times++) {
    const error = await failing(call(listMembers, of('7')));
    expect(error).not.toBeInstanceOf(NotOffered);
    expect(isNoSuchThing(error)).toBe(true);
  }
  expect(net.sent()).toHaveLength(2);
});

it('one thing that is unknown says nothing of another', async () => {
  const net = server((url) => (url.endsWith('o2') ? { body: { id: 'o2' } } : unknown));
  const params = { partitionId: '7', objectId: 'o1' };
  expect(await failing(call(getObject, { params }))).toBeInstanceOf(NotOffered);
  expect(await failing(call(getObject, { params }))).toBeInstanceOf(NotOffered);
  await call(getObject, { params: { ...params, objectId: 'o2' } });
  expect(net.sent()).toHaveLength(2);
});

it.each([
  ['before', [getPartition, listMembers]],
  ['after', [listMembers, getPartition]],
] as const)('below what does not exist nothing is learnt, told %s', async (_, rows) => {
  server((url) => (url.startsWith('/v1/partitions/nowhere') ? unknown : { body: [] }));
  for (const row of rows) await failing(call(row, of('nowhere')));
  expect(await call(listMembers, of('7'))).toMatchObject({ data: [] });
});

it('a call of the specification is made again: every service has it', async () => {
  const net = server(() => unknown);
  for (let times = 0; times < 2; times++) {
    expect(isNoSuchThing(await failing(call(getUser, { params: { userId: 'u1' } })))).toBe(true);
    expect(await failing(call(listUsers, {}))).toBeInstanceOf(NotOffered);
  }
  expect(net.sent()).toHaveLength(4);
});

it('a list that the specification only knows with a parameter may be missing without it', async () => {
  const net = server((url) => (url.includes('alias=') ? { body: { alias: 'harbour' } } : unknown));
  await failing(call(listAliasUrls, {}));
  expect(await failing(call(listAliasUrls, {}))).toBeInstanceOf(NotOffered);
  expect(await call(listAliasUrls, { query: { alias: 'harbour' } })).toMatchObject({
    alias: 'harbour',
  });
  expect(net.sent()).toHaveLength(2);
});

it('the next sign-in asks anew', async () => {
  const net = server(() => unknown);
  await failing(call(listMembers, of('7')));
  sessionPhase.set('begun');
  expect(isShownAsMissing(listMembers)).toBe(false);
  await failing(call(listMembers, of('7')));
  expect(net.sent()).toHaveLength(2);
});

it('a button stays until the next page when what it does turns out to be missing', async () => {
  server(() => unknown);
  const params = { partitionId: '7', timelineId: 't1' };
  const body = { objectId: 'o1', predecessorId: 'o2' };
  await failing(call(restoreObject, { params, body }));
  expect(isShownAsMissing(restoreObject)).toBe(false);
  startPage();
  expect(isShownAsMissing(restoreObject)).toBe(true);
});

it('can be done without where that is said', async () => {
  server((url) => (url.endsWith('/users') ? unknown : absent));
  expect(await ifOffered(call(listMembers, of('7')))).toBeUndefined();
  expect(await ifThere(call(getPartition, of('7')))).toBeUndefined();
  await expect(ifOffered(call(getPartition, of('7')))).rejects.toThrow('Not Found');
});
