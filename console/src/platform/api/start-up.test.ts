import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listTokens } from '@annals/contracts/api-tokens';
import { call } from './call.ts';
import { beginSession } from './current-user.ts';
import { logout } from './logout.ts';
import { setAnnounced } from './announced.ts';
import { sessionPhase } from './session.ts';
import { startUp } from './start-up.ts';
import { changeState, clearUser, currentState } from './state.ts';
import { accessTokenOf, fakeServer, type Answer } from './testing/fake-server.ts';
import type { ProxyRequest } from './request.ts';

const user = { id: '0190aaaa-0000-7000-8000-000000000001', name: 'Ada' };
const productUser = { id: user.id, username: 'ada' };

function services(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  return fakeServer((request) => {
    const special = over(request);
    if (special) return special;
    if (request.url === '/v1/auth')
      return request.method === 'DELETE' ? { status: 204 } : { body: {} };
    return { body: request.url === '/v1/users/current' ? user : productUser };
  });
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('auth', accessTokenOf({ roles: ['ORG_ADMIN'] }));
  clearUser();
  // Set here, because these tests are about the requests for the user.
  changeState({
    initialized: false,
    env: { PRODUCT_NAME: 'annals', AUTHENTICATION_ENDPOINT: 'http://a' },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('loads the current user, then the partition-service user, then derives the master flag', async () => {
  const seen: unknown[] = [];
  const net = services((request) => {
    const { user: loaded, annalsUser, isGlobalMaster, initialized } = currentState();
    seen.push([
      request.url,
      loaded !== undefined,
      annalsUser !== undefined,
      isGlobalMaster,
      initialized,
    ]);
    return undefined;
  });
  await startUp();
  expect(seen).toEqual([
    ['/v1/auth', false, false, false, false],
    // Sent ahead, for the call that follows the response with the user.
    ['/v1/auth', false, false, false, false],
    ['/v1/users/current', false, false, false, false],
    ['/v1/partitions/all/users/current', true, false, false, false],
  ]);
  expect(currentState()).toMatchObject({
    user,
    annalsUser: productUser,
    isGlobalMaster: true,
    initialized: true,
  });
  await startUp();
  expect(net.requests).toHaveLength(4);
});

test('does not wait for the start-up of somebody who has logged out', async () => {
  const net = services(({ url }) =>
    url === '/v1/users/current' ? (new Promise(() => undefined) as never) : undefined,
  );
  void startUp();
  await vi.waitFor(() => expect(net.lines()).toContain('GET /v1/users/current'));
  localStorage.clear();
  clearUser();
  await startUp();
  expect(currentState()).toMatchObject({ initialized: true, user: undefined });
});

test('completes without requests when no auth is stored, so that the login page renders', async () => {
  localStorage.clear();
  const net = services();
  sessionPhase.set('begun');
  await startUp();
  expect(net.requests).toEqual([]);
  // Nor has a session ended, as it has for somebody of whom there is only a token.
  expect(sessionPhase.get()).toBe('begun');
  expect(currentState()).toMatchObject({
    initialized: true,
    user: undefined,
    isGlobalMaster: false,
  });
});

test('ends an expired session and completes, so that the login page renders', async () => {
  localStorage.setItem('refreshToken', 'r');
  const net = services(() => ({ status: 401, body: { error: 'Unauthorized' } }));
  await startUp();
  await expect(call(listTokens, {})).rejects.toThrow('Not authenticated');
  expect(net.lines().filter((line) => line.startsWith('POST'))).toHaveLength(1);
  expect(currentState()).toMatchObject({ initialized: true, user: undefined });
  expect(localStorage.getItem('auth')).toBeNull();
});

test('fails while a service is unavailable and can be retried', async () => {
  let away = true;
  services((request) =>
    away && request.url === '/v1/users/current'
      ? { status: 503, body: { error: 'away' } }
      : undefined,
  );
  await expect(startUp()).rejects.toThrow('away');
  expect(currentState().initialized).toBe(false);
  away = false;
  await startUp();
  expect(currentState()).toMatchObject({ initialized: true, user });
});

test('completes when the data service does not know the user', async () => {
  services((request) =>
    request.url.startsWith('/v1/partitions') ? { status: 404, body: { error: 'none' } } : undefined,
  );
  await startUp();
  expect(currentState()).toMatchObject({ initialized: true, user, annalsUser: undefined });
});

test('a sign-in loads the user', async () => {
  services();
  await beginSession();
  expect(currentState()).toMatchObject({ user, isGlobalMaster: true });
});

test.each([204, 404, 500])(
  'logout ends the session locally when the service answers %s',
  async (status) => {
    localStorage.setItem('refreshToken', 'r');
    localStorage.setItem('idp', 'i');
    const net = services((request) =>
      request.url === '/v1/auth/sign-out'
        ? { status, ...(status !== 204 && { body: { error: 'x' } }) }
        : undefined,
    );
    await startUp();
    await logout();
    expect(net.lines().at(-1)).toBe('POST /v1/auth/sign-out');
    expect([localStorage.auth, localStorage.refreshToken, localStorage.idp]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(currentState()).toMatchObject({
      user: undefined,
      annalsUser: undefined,
      isGlobalMaster: false,
    });
  },
);

test.each([
  [
    'https://id.example.org/logout?client_id=annals',
    'https://id.example.org/logout?client_id=annals',
  ],
  ['javascript:alert(1)', undefined],
  [null, undefined],
])('logout leads to the provider that the service names: %s', async (providerSignOutUrl, to) => {
  services(({ url }) =>
    url === '/v1/auth/sign-out' ? { body: { providerSignOutUrl } } : undefined,
  );
  await startUp();
  expect(await logout()).toBe(to);
  expect(localStorage.auth).toBeUndefined();
});

test('logout asks nothing of a service of another vendor, whose specification has no call for it', async () => {
  setAnnounced([]);
  localStorage.setItem('refreshToken', 'r');
  const net = services();
  await startUp();
  expect(await logout()).toBeUndefined();
  expect(net.lines().filter((line) => /sign-out|DELETE/.test(line))).toEqual([]);
  expect(localStorage.auth).toBeUndefined();
});
