import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { authenticate } from '@annals/contracts/sign-in';
import { changeUser, currentUser, getUser, listUsers } from '@annals/contracts/users';
import { endpoint } from '@annals/contracts/endpoint';
import { getObject } from '@annals/contracts/objects';
import { listPartitions } from '@annals/contracts/partitions';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from './announced.ts';
import { call } from './call.ts';
import { CallError } from './errors.ts';
import { changeState } from './state.ts';
import { currentPage, isTakenOver, ownerOf, sessionPhase, showPageOf } from './session.ts';
import { accessTokenOf, fakeServer, type Answer } from './testing/fake-server.ts';
import type { ProxyRequest } from './request.ts';

const user = { id: '0190aaaa-0000-7000-8000-000000000001' };
const bearer = (request: ProxyRequest) => request.headers['Authorization'];
const is = (request: ProxyRequest, line: string) => `${request.method} ${request.url}` === line;

/** A service whose GET /v1/auth returns no new token; other requests are answered as given. */
function server(answer: (request: ProxyRequest) => Answer) {
  return fakeServer((request) => (is(request, 'GET /v1/auth') ? { body: {} } : answer(request)));
}

const ended = vi.fn<() => void>();
sessionPhase.subscribe(() => {
  if (sessionPhase.get() === 'lost') ended();
});

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('auth', 'token-1');
  ended.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('request envelope', () => {
  test('posts url, method, data and headers to /api/{product}', async () => {
    const net = server(() => ({ body: { accessToken: 'new' } }));
    await call(authenticate, {
      query: { type: 'PASSWORD' },
      body: { username: 'ada', password: 'p' },
    });
    expect(net.posts[0]?.path).toBe('/api/annals');
    expect(net.posts[0]?.init.method).toBe('POST');
    expect(net.requests).toEqual([
      {
        url: '/v1/auth?type=PASSWORD',
        method: 'POST',
        data: { username: 'ada', password: 'p' },
        headers: { 'Content-Type': 'application/json' },
      },
    ]);
  });

  test('starts a trace for each call if the server traces, otherwise none', async () => {
    const net = server(() => ({ body: user }));
    await call(currentUser, {});
    changeState({
      env: { PRODUCT_NAME: 'annals', AUTHENTICATION_ENDPOINT: 'http://a', TRACING: 'on' },
    });
    await call(currentUser, {});
    changeState({ env: undefined });
    const traces = net.posts.map(({ init }) => new Headers(init.headers).get('traceparent'));
    expect(traces.slice(0, 2)).toEqual([null, null]);
    for (const trace of traces.slice(2)) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(new Set(traces.slice(2)).size).toBe(traces.length - 2);
  });

  test('sends the stored auth as Authorization', async () => {
    const net = server(() => ({ body: user }));
    await call(currentUser, {});
    expect(net.requests.map(bearer)).toEqual(['Bearer token-1', 'Bearer token-1']);
  });

  test('sends a given API key as X-Akarion-Api-Token instead, and keeps the session on 401', async () => {
    const net = server(() => ({ status: 401, body: { error: 'Unauthorized' } }));
    await expect(call(currentUser, {}, { apiKey: 'key' })).rejects.toThrow('Unauthorized');
    expect(net.requests).toEqual([
      { url: '/v1/users/current', method: 'GET', headers: { 'X-Akarion-Api-Token': 'key' } },
    ]);
    expect(localStorage.getItem('auth')).toBe('token-1');
    expect(ended).not.toHaveBeenCalled();
  });

  test('sends the version that a change is based on as If-Match', async () => {
    const net = server(() => ({ body: user }));
    await call(
      changeUser,
      { params: { userId: 'current' }, body: { name: 'Ada' } },
      { ifMatch: 3 },
    );
    await call(changeUser, { params: { userId: 'current' }, body: {} }, { ifMatch: undefined });
    const sent = net.requests.filter(({ method }) => method === 'PATCH');
    expect(sent.map(({ headers }) => headers['If-Match'])).toEqual(['"3"', undefined]);
  });

  test('encodes path parameters, repeats the keys of lists and omits undefined parameters', async () => {
    const net = server(() => ({ body: [] }));
    await call(listUsers, { query: { include: ['id', 'name'], name: 'a&b c', status: undefined } });
    expect(net.requests[1]?.url).toBe('/v1/users?include=id&include=name&name=a%26b%20c');
    const odd = endpoint({
      method: 'GET',
      path: '/v1/users/forName/{username}',
      summary: 'odd',
      access: { kind: 'public' },
      params: z.strictObject({ username: z.string() }),
      response: z.unknown(),
    });
    await call(odd, { params: { username: 'a/b?c#d' } });
    expect(net.requests[2]?.url).toBe('/v1/users/forName/a%2Fb%3Fc%23d');
  });

  test('sends asOf as a query parameter', async () => {
    const net = server(() => ({ body: user }));
    const ids = { partitionId: user.id, objectId: user.id };
    await call(getObject, { params: ids, query: { asOf: '2022-03-01T00:00:00Z' } });
    expect(new URL(net.requests[1]?.url ?? '', 'http://x').searchParams.get('asOf')).toBe(
      '2022-03-01T00:00:00Z',
    );
  });

  test('logs an unknown endpoint', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    server(() => ({ status: 404, body: { error: 'Unknown endpoint' } }));
    const odd = endpoint({
      method: 'GET',
      path: '/nowhere',
      summary: 'odd',
      access: { kind: 'public' },
      response: z.unknown(),
    });
    await expect(call(odd, {})).rejects.toThrow(CallError);
    expect(log).toHaveBeenCalledWith('Unknown endpoint: /nowhere');
  });
});

describe('response', () => {
  test('an error field means failure, even with status 200', async () => {
    server(() => ({ body: { error: 'Broken', requestId: 'r-1' } }));
    const error: unknown = await call(currentUser, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ status: 200, message: 'Broken', requestId: 'r-1' });
  });

  test.each([
    [{ error: true }, 'true'],
    [{ error: 1 }, '1'],
    [{ error: { message: 'Broken' } }, 'Broken'],
    [{ error: ['Broken'] }, 'Broken'],
  ])('%j means failure', async (fields, message) => {
    server(() => ({ body: { ...user, ...fields } }));
    await expect(call(currentUser, {})).rejects.toMatchObject({ status: 200, message });
  });

  test.each([
    { error: false },
    { error: null },
    { error: '' },
    { error: 0 },
    { error: {} },
    { error: [] },
    { errors: [] },
  ])('%j means no failure', async (fields) => {
    server(() => ({ body: { ...user, ...fields } }));
    await expect(call(currentUser, {})).resolves.toMatchObject(user);
  });

  test('other errors are thrown unchanged', async () => {
    const body = {
      error: 'Conflict',
      code: 'STALE',
      message: 'Someone was faster.',
      fields: [{ path: 'body.x', message: 'no' }],
    };
    server(() => ({ status: 409, body, headers: { 'x-request-id': 'r-2', 'retry-after': '7' } }));
    const error: unknown = await call(currentUser, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      status: 409,
      problem: body,
      message: 'Someone was faster.',
      requestId: 'r-2',
      retryAfter: 7,
    });
    expect(ended).not.toHaveBeenCalled();
  });

  test('other errors are neither logged nor shown', async () => {
    const messages = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const before = document.body.innerHTML;
    server(() => ({ status: 500, body: { error: 'Oh' } }));
    await expect(call(currentUser, {})).rejects.toThrow('Oh');
    expect(messages).not.toHaveBeenCalled();
    expect(document.body.innerHTML).toBe(before);
  });

  test('a failure without JSON is reported by its status', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
    localStorage.removeItem('auth');
    await expect(call(currentUser, {})).rejects.toMatchObject({
      status: 502,
      problem: { error: 'HTTP 502' },
    });
  });

  test('a response that differs from the contract is read field by field', async () => {
    server(() => ({ body: [{ id: true, partitionName: 'P' }] }));
    await expect(call(listPartitions, {})).resolves.toMatchObject({
      data: [{ id: '', partitionName: 'P', $more: { id: true } }],
    });
    server(() => ({ body: { id: 'x', roles: ['A', 7] } }));
    await expect(call(currentUser, {})).resolves.toEqual({
      id: 'x',
      roles: ['A'],
      $more: { roles: [7] },
    });
  });

  test('a bare array from another service is read as a page', async () => {
    server(() => ({ body: [{ id: 'p', partitionName: 'P' }] }));
    await expect(call(listPartitions, {})).resolves.toEqual({
      data: [{ id: 'p', partitionName: 'P' }],
      nextCursor: null,
      hasMore: false,
      unpaged: true,
    });
  });

  test('a top-level accessToken of a successful response replaces the stored auth; a nested one does not', async () => {
    server(() => ({ body: { ...user, accessToken: 'token-2' } }));
    await call(currentUser, {});
    expect(localStorage.getItem('auth')).toBe('token-2');
    server(() => ({ body: { ...user, inner: { accessToken: 'token-3' } } }));
    await call(currentUser, {});
    server(() => ({ status: 400, body: { error: 'no', accessToken: 'token-4' } }));
    await call(currentUser, {}).catch(() => undefined);
    expect(localStorage.getItem('auth')).toBe('token-2');
  });

  test.each([
    ['another vendor', [], 'another'],
    ['ours', serviceNames, 'first'],
  ] as const)(
    'an access token with another subject, of a service of %s',
    async (_, services, kept) => {
      setAnnounced(services);
      const token = (sub: string) => accessTokenOf({ sub });
      localStorage.setItem('auth', token('first'));
      showPageOf(ownerOf(token('first')));
      server(() => ({ body: { ...user, accessToken: token('another') } }));
      await call(currentUser, {});
      expect(localStorage.getItem('auth')).toBe(token(kept));
      expect(currentPage()?.owner.subject).toBe(kept);
      expect(isTakenOver()).toBe(false);
      showPageOf(undefined);
      setAnnounced(serviceNames);
    },
  );

  test('a part of a list is not read as the whole', async () => {
    setAnnounced([]);
    server(() => ({ status: 206, body: [{ id: 'p', partitionName: 'P' }] }));
    await expect(call(listPartitions, {})).resolves.toMatchObject({ hasMore: true });
    setAnnounced(serviceNames);
  });

  test('text is read as the service says that it wrote it', async () => {
    const body = Buffer.from('{"id":"Mü"}', 'latin1');
    for (const [charset, id] of [
      ['ISO-8859-1', 'Mü'],
      ['unheard-of', 'M\uFFFD'],
    ] as const) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      vi.stubGlobal('fetch', async () => new Response(body, { headers }));
      await expect(call(currentUser, {})).resolves.toMatchObject({ id });
    }
  });

  test('a response that arrives after logout does not restore the session', async () => {
    server(() => {
      localStorage.clear();
      return { body: { ...user, accessToken: 'late' } };
    });
    await call(currentUser, {});
    expect(localStorage.getItem('auth')).toBeNull();
  });
});

describe('GET /v1/auth before a call', () => {
  test('is sent first, and the call uses the token it returns', async () => {
    const net = fakeServer((request) =>
      is(request, 'GET /v1/auth') ? { body: { accessToken: 'token-2' } } : { body: user },
    );
    await call(currentUser, {});
    await call(currentUser, {});
    expect(net.lines()).toEqual([
      'GET /v1/auth',
      'GET /v1/users/current',
      'GET /v1/auth',
      'GET /v1/users/current',
    ]);
    expect(net.requests.map(bearer)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-2',
      'Bearer token-2',
    ]);
  });

  test('is shared by calls that start while it is pending', async () => {
    const net = server(() => ({ body: user }));
    await Promise.all([
      call(currentUser, {}),
      call(currentUser, {}),
      call(getUser, { params: { userId: user.id } }),
    ]);
    expect(net.lines().filter((line) => line === 'GET /v1/auth')).toHaveLength(1);
    expect(net.requests).toHaveLength(4);
  });

  test('is omitted without stored auth', async () => {
    localStorage.removeItem('auth');
    const net = server(() => ({ body: user }));
    await call(currentUser, {});
    expect(net.lines()).toEqual(['GET /v1/users/current']);
  });

  test('does not block the call when a service does not support it', async () => {
    fakeServer((request) =>
      is(request, 'GET /v1/auth') ? { status: 404, body: { error: 'x' } } : { body: user },
    );
    await expect(call(currentUser, {})).resolves.toEqual(user);
  });
});
