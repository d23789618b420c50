import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authenticate } from '@annals/contracts/sign-in';
import { currentUser } from '@annals/contracts/users';
import { call } from './call.ts';
import { callDeadlineMs } from '@annals/contracts/call-deadline';
import { CallError, NotAnswered, NotAuthenticated } from './errors.ts';
import { currentPage, ownerOf, sessionPhase, showPageOf } from './session.ts';
import { accessTokenOf, fakeServer, type Answer } from './testing/fake-server.ts';
import type { ProxyRequest } from './request.ts';

const user = { id: '0190aaaa-0000-7000-8000-000000000001' };
const unauthorized = { status: 401, body: { error: 'Unauthorized' } };
const refreshUrl = '/v1/auth?type=REFRESH_TOKEN';
const ended = vi.fn<() => void>();
sessionPhase.subscribe(() => {
  if (sessionPhase.get() === 'lost') ended();
});

/** A service that accepts only one access token, and answers a refresh as given. */
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
afterEach(() => {
  showPageOf(undefined);
  vi.unstubAllGlobals();
});

test('a 401 from GET /v1/auth refreshes the access token before the call is sent', async () => {
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

test('a 401 from the call itself, after a successful GET /v1/auth, is retried exactly once', async () => {
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

test('without a refresh token, auth is removed, the session ends and "Not authenticated" is thrown', async () => {
  localStorage.removeItem('refreshToken');
  service('new', () => ({ body: {} }));
  await expect(call(currentUser, {})).rejects.toThrow('Not authenticated');
  expect(localStorage.getItem('auth')).toBeNull();
  expect(localStorage.getItem('idp')).toBe('corp');
  expect(ended).toHaveBeenCalledTimes(1);
});

test.each([
  ['is refused', unauthorized],
  ['returns no token', { body: {} }],
  ['returns an empty token', { body: { accessToken: '' } }],
  ['fails', { status: 500, body: { error: 'x' } }],
])('the session ends when the refresh %s', async (_, answer: Answer) => {
  const net = service('new', () => answer);
  await expect(call(currentUser, {})).rejects.toThrow('Not authenticated');
  expect(localStorage.getItem('auth')).toBeNull();
  expect(ended).toHaveBeenCalledTimes(1);
  // The session has ended, so the call is not repeated without a token.
  expect(net.lines()).toEqual(['GET /v1/auth', `POST ${refreshUrl}`]);
});

test('a refresh without a response is a network error and does not end the session', async () => {
  service('new', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(currentUser, {})).rejects.toThrow('Failed to fetch');
  expect(localStorage.getItem('auth')).toBe('old');
  expect(ended).not.toHaveBeenCalled();
});

test.each([
  ['GET /v1/auth', '/v1/auth'],
  ['a refresh', refreshUrl],
])('%s that is never answered fails its calls in time, and holds no later one', async (_, hung) => {
  vi.useFakeTimers();
  try {
    let isHanging = true;
    const net = fakeServer(({ url, headers }) => {
      if (url === hung && isHanging) return new Promise(() => undefined);
      if (url === refreshUrl) return { body: { accessToken: 'new' } };
      return headers['Authorization'] === 'Bearer new' ? { body: user } : unauthorized;
    });
    const failures = [1, 2].map(() => expect(call(currentUser, {})).rejects.toThrow(NotAnswered));
    await vi.advanceTimersByTimeAsync(callDeadlineMs);
    await Promise.all(failures);
    expect(net.posts.at(-1)?.init.signal?.aborted).toBe(true);
    expect(net.lines()).not.toContain('GET /v1/users/current');
    expect(localStorage.getItem('auth')).toBe('old');
    expect(ended).not.toHaveBeenCalled();
    isHanging = false;
    await expect(call(currentUser, {})).resolves.toEqual(user);
  } finally {
    vi.useRealTimers();
  }
});

test('a refresh waits in time also for the one of another tab', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, { signal }: LockOptions) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    },
  });
  try {
    service('new', () => ({ body: { accessToken: 'new' } }));
    const failed = call(currentUser, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(callDeadlineMs);
    expect(await failed).toBeInstanceOf(NotAnswered);
  } finally {
    vi.useRealTimers();
  }
});

test('a refused refresh leaves the session that somebody has begun meanwhile', async () => {
  const theirs = accessTokenOf({ sub: 'another' });
  service(theirs, () => {
    localStorage.setItem('auth', theirs);
    return unauthorized;
  });
  await expect(call(currentUser, {})).resolves.toEqual(user);
  expect(localStorage.getItem('auth')).toBe(theirs);
  expect(ended).not.toHaveBeenCalled();
});

test.each([
  ['before it begins', []],
  ['while it waits for GET /v1/auth', ['GET /v1/auth']],
])('a call on a page whose token is gone %s is not sent, and the session ends', async (_, sent) => {
  showPageOf(ownerOf('old'));
  if (sent.length === 0) localStorage.clear();
  const net = fakeServer(() => {
    localStorage.clear();
    return { body: user };
  });
  await expect(call(currentUser, {})).rejects.toThrow(NotAuthenticated);
  expect(net.lines()).toEqual(sent);
  expect(ended).toHaveBeenCalledTimes(1);
});

test('a call about whoever is signed in is not sent for nobody, and the session ends', async () => {
  localStorage.clear();
  const net = service('new', () => unauthorized);
  await expect(call(currentUser, {}, { ofAnyone: true })).rejects.toThrow(NotAuthenticated);
  expect(net.requests).toEqual([]);
  expect(ended).toHaveBeenCalledTimes(1);
});

test('what is left of the session of somebody else, who has come and gone meanwhile, is not refreshed', async () => {
  const mira = accessTokenOf({ sub: 'mira' });
  localStorage.setItem('auth', mira);
  showPageOf(ownerOf(mira));
  const net = fakeServer(() => {
    localStorage.setItem('refreshToken', 'refresh-guest');
    localStorage.removeItem('auth');
    return unauthorized;
  });
  await expect(call(currentUser, {})).rejects.toThrow(NotAuthenticated);
  expect(net.lines()).toEqual(['GET /v1/auth']);
  expect(ended).toHaveBeenCalledTimes(1);
});

test('a token that names nobody gives way to one that names somebody', async () => {
  const named = accessTokenOf({ sub: user.id });
  const net = service(named, () => ({ body: { accessToken: named } }));
  await expect(call(currentUser, {})).resolves.toEqual(user);
  localStorage.setItem('auth', 'old');
  showPageOf(ownerOf('old'));
  await expect(call(currentUser, {})).resolves.toEqual(user);
  expect(currentPage()?.owner.subject).toBe(user.id);
  expect(net.lines().filter((line) => line === `POST ${refreshUrl}`)).toHaveLength(2);
  expect(ended).not.toHaveBeenCalled();
});

test('concurrent calls refresh only once', async () => {
  const net = service('new', () => ({ body: { accessToken: 'new' } }));
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(currentUser, {})));
  expect(answers).toEqual(Array.from({ length: 6 }, () => user));
  expect(net.lines().filter((line) => line === `POST ${refreshUrl}`)).toHaveLength(1);
});

test('concurrent calls refresh only once when GET /v1/auth accepts any token', async () => {
  const net = fakeServer((request) => {
    if (request.url === refreshUrl) return { body: { accessToken: 'new' } };
    if (request.url === '/v1/auth') return { body: {} };
    return request.headers['Authorization'] === 'Bearer new' ? { body: user } : unauthorized;
  });
  await Promise.all(Array.from({ length: 6 }, () => call(currentUser, {})));
  expect(net.lines().filter((line) => line === `POST ${refreshUrl}`)).toHaveLength(1);
});

test('a tab uses the token that another tab has refreshed in the meantime', async () => {
  vi.stubGlobal('navigator', {
    locks: {
      // This tab gets the lock only after the other tab has stored its token.
      request: async (_name: string, _options: LockOptions, action: () => Promise<void>) => {
        localStorage.setItem('auth', 'new');
        await action();
      },
    },
  });
  const net = service('new', () => unauthorized);
  await expect(call(currentUser, {})).resolves.toEqual(user);
  expect(net.lines()).not.toContain(`POST ${refreshUrl}`);
});

test('a wrong password is an error response and does not end the session', async () => {
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
