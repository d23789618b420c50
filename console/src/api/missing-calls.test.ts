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

/** @param answer returns the response to a URL */
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
])('does not repeat a call answered with %s, for any partition', async (_, answer) => {
  const net = server(() => answer);
  expect(await failing(call(listMembers, of('7')))).toBeInstanceOf(NotOffered);
  expect(await failing(call(listMembers, of('8')))).toBeInstanceOf(NotOffered);
  expect(net.sent()).toEqual(['/v1/partitions/7/users']);
  expect(isShownAsMissing(listMembers)).toBe(true);
  expect(isShownAsMissing(recentObjects)).toBe(false);
});

it('keeps a call after a plain 404 if it succeeded before', async () => {
  let isRestarting = false;
  server(() => (isRestarting ? unknown : { body: [] }));
  await call(listMembers, of('7'));
  isRestarting = true;
  const error = await failing(call(listMembers, of('7')));
  expect(error).not.toBeInstanceOf(NotOffered);
  expect(isShownAsMissing(listMembers)).toBe(false);
});

it('retries a call after five minutes if it returned a plain 404, never if it returned 501', async () => {
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

it('treats a 404 with an error code as a missing object, not a missing call', async () => {
  const net = server(() => absent);
  for (let times = 0; times < 2; times++) {
    const error = await failing(call(listMembers, of('7')));
    expect(error).not.toBeInstanceOf(NotOffered);
    expect(isNoSuchThing(error)).toBe(true);
  }
  expect(net.sent()).toHaveLength(2);
});

it('requests other objects after a plain 404 for one of them', async () => {
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
] as const)(
  'keeps a call that failed within a missing partition; partition read %s',
  async (_, rows) => {
    server((url) => (url.startsWith('/v1/partitions/nowhere') ? unknown : { body: [] }));
    for (const row of rows) await failing(call(row, of('nowhere')));
    expect(await call(listMembers, of('7'))).toMatchObject({ data: [] });
  },
);

it('repeats a call of the specification, since every service has it', async () => {
  const net = server(() => unknown);
  for (let times = 0; times < 2; times++) {
    expect(isNoSuchThing(await failing(call(getUser, { params: { userId: 'u1' } })))).toBe(true);
    expect(await failing(call(listUsers, {}))).toBeInstanceOf(NotOffered);
  }
  expect(net.sent()).toHaveLength(4);
});

it('does not repeat a rejected list, but sends its specified form with a parameter', async () => {
  const net = server((url) => (url.includes('alias=') ? { body: { alias: 'harbour' } } : unknown));
  await failing(call(listAliasUrls, {}));
  expect(await failing(call(listAliasUrls, {}))).toBeInstanceOf(NotOffered);
  expect(await call(listAliasUrls, { query: { alias: 'harbour' } })).toMatchObject({
    alias: 'harbour',
  });
  expect(net.sent()).toHaveLength(2);
});

it('requests missing calls again after the next sign-in', async () => {
  const net = server(() => unknown);
  await failing(call(listMembers, of('7')));
  sessionPhase.set('begun');
  expect(isShownAsMissing(listMembers)).toBe(false);
  await failing(call(listMembers, of('7')));
  expect(net.sent()).toHaveLength(2);
});

it('keeps a button until the next page after its call turns out to be missing', async () => {
  server(() => unknown);
  const params = { partitionId: '7', timelineId: 't1' };
  const body = { objectId: 'o1', predecessorId: 'o2' };
  await failing(call(restoreObject, { params, body }));
  expect(isShownAsMissing(restoreObject)).toBe(false);
  startPage();
  expect(isShownAsMissing(restoreObject)).toBe(true);
});

it('ifOffered and ifThere return undefined for a missing call or object', async () => {
  server((url) => (url.endsWith('/users') ? unknown : absent));
  expect(await ifOffered(call(listMembers, of('7')))).toBeUndefined();
  expect(await ifThere(call(getPartition, of('7')))).toBeUndefined();
  await expect(ifOffered(call(getPartition, of('7')))).rejects.toThrow('Not Found');
});
