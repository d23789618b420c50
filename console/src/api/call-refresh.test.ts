import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authenticate } from '@annals/contracts/sign-in';
import { currentUser } from '@annals/contracts/users';
import { call } from './call.ts';
import { CallError, NotAuthenticated } from './errors.ts';
import { sessionPhase } from './session.ts';
import { fakeServer, type Answer } from './testing/fake-server.ts';
import type { ProxyRequest } from './request.ts';

const user = { id: '0190aaaa-0000-7000-8000-000000000001' };
const unauthorized = { status: 401, body: { error: 'Unauthorized' } };
const refreshUrl = '/v1/auth?type=REFRESH_TOKEN';
const ended = vi.fn<() => void>();
sessionPhase.subscribe(() => {
  if (sessionPhase.get() === 'lost') ended();
});

/** A service that takes one access token only, and answers a refresh as given. */
function service(good: string, refreshed: (request: ProxyRequest) => Answer | Promise<Answer>) {
  return fakeServer((request) => {
    if (request.url === refreshUrl) return refreshed(request);
    if (request.headers['Authorization'] !== `Bearer ${good}`) return unauthorized;
    return { body: request.url === '/v1/auth' ? {} : user };
  });
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('auth', 'old');
  localStorage.setItem('refreshToken', 'refresh-1');
  localStorage.setItem('idp', 'corp');
  ended.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

test('a 401 asks for a new access token and then the call once more', async () => {
  const net = service('new', () => ({ body: { accessToken: 'new', refreshToken: 'refresh-2' } }));
  await expect(call(currentUser, {})).resolves.toEqual(user);
  expect(net.lines()).toEqual(['GET /v1/auth', `POST ${refreshUrl}`, 'GET /v1/users/current']);
  expect(net.requests[1]).toMatchObject({ data: { refreshToken: 'refresh-1' } });
  expect(net.requests[1]?.headers).not.toHaveProperty('Authorization');
  expect([localStorage.getItem('auth'), localStorage.getItem('refreshToken')]).toEqual([
    'new',
    'refresh-2',
  ]);
  expect(ended).not.toHaveBeenCalled();
});

test('a 401 of the call itself, after a good GET /v1/auth, is retried exactly once', async () => {
  let attempts = 0;
  const net = fakeServer((request) => {
    if (request.url === refreshUrl) return { body: { accessToken: 'new' } };
    if (request.url === '/v1/auth') return { body: {} };
    attempts += 1;
    return unauthorized;
  });
  await expect(call(currentUser, {})).rejects.toThrow(NotAuthenticated);
  expect(attempts).toBe(2);
  expect(net.lines()).toEqual([
    'GET /v1/auth',
    'GET /v1/users/current',
    `POST ${refreshUrl}`,
    'GET /v1/users/current',
  ]);
});

test('without a refresh token the stored auth goes, the person goes to login and "Not authenticated" is raised', async () => {
  localStorage.removeItem('refreshToken');
  service('new', () => ({ body: {} }));
  await expect(call(currentUser, {})).rejects.toThrow('Not authenticated');
  expect(localStorage.getItem('auth')).toBeNull();
  expect(localStorage.getItem('idp')).toBe('corp');
  expect(ended).toHaveBeenCalledTimes(1);
});

test.each([
  ['is refused', unauthorized],
  ['brings no token', { body: {} }],
  ['fails', { status: 500, body: { error: 'x' } }],
])('the same when the refresh %s', async (_, answer: Answer) => {
  const net = service('new', () => answer);
  await expect(call(currentUser, {})).rejects.toThrow('Not authenticated');
  expect(localStorage.getItem('auth')).toBeNull();
  expect(ended).toHaveBeenCalledTimes(1);
  // It is over: nothing is asked once more without a token.
  expect(net.lines()).toEqual(['GET /v1/auth', `POST ${refreshUrl}`]);
});

test('a refresh that gets no answer at all is an error of the network, not the end of the session', async () => {
  service('new', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(currentUser, {})).rejects.toThrow('Failed to fetch');
  expect(localStorage.getItem('auth')).toBe('old');
  expect(ended).not.toHaveBeenCalled();
});

test('many calls at once refresh once', async () => {
  const net = service('new', () => ({ body: { accessToken: 'new' } }));
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(currentUser, {})));
  expect(answers).toEqual(Array.from({ length: 6 }, () => user));
  expect(net.lines().filter((line) => line === `POST ${refreshUrl}`)).toHaveLength(1);
});

test('so they do where the service answers GET /v1/auth whatever the token', async () => {
  const net = fakeServer((request) => {
    if (request.url === refreshUrl) return { body: { accessToken: 'new' } };
    if (request.url === '/v1/auth') return { body: {} };
    return request.headers['Authorization'] === 'Bearer new' ? { body: user } : unauthorized;
  });
  await Promise.all(Array.from({ length: 6 }, () => call(currentUser, {})));
  expect(net.lines().filter((line) => line === `POST ${refreshUrl}`)).toHaveLength(1);
});

test('a tab that finds another tab has refreshed meanwhile takes that token', async () => {
  vi.stubGlobal('navigator', {
    locks: {
      // The lock is ours only after the other tab, which held it, has stored its token.
      request: async (_name: string, action: () => Promise<void>) => {
        localStorage.setItem('auth', 'new');
        await action();
      },
    },
  });
  const net = service('new', () => unauthorized);
  await expect(call(currentUser, {})).resolves.toEqual(user);
  expect(net.lines()).not.toContain(`POST ${refreshUrl}`);
});

test('a wrong password is an answer, not the end of a session', async () => {
  const net = fakeServer(() => unauthorized);
  const signIn = call(authenticate, {
    query: { type: 'PASSWORD' },
    body: { username: 'a', password: 'b' },
  });
  await expect(signIn).rejects.toBeInstanceOf(CallError);
  expect(net.requests).toHaveLength(1);
  expect(ended).not.toHaveBeenCalled();
  expect(localStorage.getItem('auth')).toBe('old');
});
