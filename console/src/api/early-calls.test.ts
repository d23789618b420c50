import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProxyRequest } from './request.ts';
import { accessTokenOf, fakeServer, type Answer } from './testing/fake-server.ts';

const id = '0190aaaa-0000-7000-8000-000000000001';

function services(over: (request: ProxyRequest) => Answer | undefined) {
  return fakeServer(
    (request) =>
      over(request) ?? {
        body: request.url === '/v1/users/current' ? { id, name: 'Ada' } : { id, username: 'ada' },
      },
  );
}

/** The page as it is opened: the script before the first paint, then the code. */
async function open() {
  vi.resetModules();
  await import('../before-paint.js');
  const { changeState, currentState } = await import('./state.ts');
  // It is there already: these tests are about the calls of the user.
  changeState({ env: { PRODUCT_NAME: 'annals', AUTHENTICATION_ENDPOINT: 'http://a' } });
  const { startUp } = await import('./start-up.ts');
  await startUp();
  return currentState();
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('auth', accessTokenOf({ roles: ['ORG_ADMIN'] }));
});
afterEach(() => vi.unstubAllGlobals());

const startCalls = [
  'GET /v1/auth',
  'GET /v1/users/current',
  'GET /v1/auth',
  'GET /v1/partitions/all/users/current',
];

test('the code takes the calls that are sent before it, with the token of each renewal, once', async () => {
  let renewals = 0;
  const net = services(({ url }) => {
    if (url !== '/v1/auth') return undefined;
    renewals += 1;
    return { body: { accessToken: accessTokenOf({ roles: ['ORG_ADMIN'] }, `new-${renewals}`) } };
  });
  const state = await open();
  expect(state).toMatchObject({ initialized: true, user: { id }, annalsUser: { id } });
  expect(net.lines()).toEqual(startCalls);
  expect(net.requests.map(({ headers }) => headers['Authorization']?.split('.').at(-1))).toEqual([
    'sig',
    'new-1',
    'new-1',
    'new-2',
  ]);
  expect(localStorage.getItem('auth')).toMatch(/new-2$/);

  // Who asks later gets no answer of then.
  const [{ call }, { currentUser }] = await Promise.all([
    import('./call.ts'),
    import('@annals/contracts/user'),
  ]);
  await call(currentUser, {});
  expect(net.lines().slice(-2)).toEqual(['GET /v1/auth', 'GET /v1/users/current']);
});

test('a session that has expired is renewed by the code, which sends the rest', async () => {
  localStorage.setItem('refreshToken', 'r-1');
  const renewed = accessTokenOf({ roles: ['ORG_ADMIN'] }, 'renewed');
  const net = services(({ method, url, headers }) => {
    if (method === 'POST') return { body: { accessToken: renewed, refreshToken: 'r-2' } };
    return url === '/v1/auth' && !headers['Authorization']?.endsWith('renewed')
      ? { status: 401, body: { error: 'expired' } }
      : undefined;
  });
  expect(await open()).toMatchObject({ initialized: true, user: { id }, annalsUser: { id } });
  expect(net.lines().slice(0, 2)).toEqual(['GET /v1/auth', 'POST /v1/auth?type=REFRESH_TOKEN']);
  expect(localStorage.getItem('auth')).toBe(renewed);
});

test('services that renew without a new token are asked with the one there is', async () => {
  const net = services(({ url }) => (url === '/v1/auth' ? { body: {} } : undefined));
  expect(await open()).toMatchObject({ initialized: true, user: { id } });
  expect(net.lines()).toEqual(startCalls);
});

test('without a session nothing is sent', async () => {
  localStorage.clear();
  const net = services(() => undefined);
  await open();
  expect(net.requests).toEqual([]);
});
