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

/** Loads the page: first the script that runs before the first paint, then the app. */
async function open() {
  vi.resetModules();
  await import('../../before-paint.js');
  const { changeState, currentState } = await import('./state.ts');
  // Set here, because these tests are about the requests for the user.
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

test('start-up uses the early calls once, each sent with the latest token', async () => {
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

  // Later calls do not reuse the early responses.
  const [{ call }, { currentUser }] = await Promise.all([
    import('./call.ts'),
    import('@annals/contracts/user'),
  ]);
  await call(currentUser, {});
  expect(net.lines().slice(-2)).toEqual(['GET /v1/auth', 'GET /v1/users/current']);
});

test.each([null, '', 7, false])(
  'an access token that is none (%j) is not sent: each call has the stored one',
  async (accessToken) => {
    const net = services(({ url }) => (url === '/v1/auth' ? { body: { accessToken } } : undefined));
    expect(await open()).toMatchObject({ initialized: true, user: { id }, annalsUser: { id } });
    expect(net.lines()).toEqual(startCalls);
    const stored = `Bearer ${localStorage.getItem('auth')}`;
    expect(new Set(net.requests.map(({ headers }) => headers['Authorization']))).toEqual(
      new Set([stored]),
    );
  },
);

test('start-up refreshes an expired session and sends the remaining calls', async () => {
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

test('calls use the current token when renewal returns no new one', async () => {
  const net = services(({ url }) => (url === '/v1/auth' ? { body: {} } : undefined));
  expect(await open()).toMatchObject({ initialized: true, user: { id } });
  expect(net.lines()).toEqual(startCalls);
});

test('nothing is sent without a session', async () => {
  localStorage.clear();
  const net = services(() => undefined);
  await open();
  expect(net.requests).toEqual([]);
});
