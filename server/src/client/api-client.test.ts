import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addUnitRoles, type OrganizationalUnit } from '@annals/contracts/organizational-units';
import { listPartitions, type Partition } from '@annals/contracts/partitions';
import { freePort } from '../testing/running-program.ts';
import { ApiClient, CallFailed, ServerUnavailable } from './api-client.ts';

interface Envelope {
  url: string;
  method: string;
  headers: Record<string, string>;
  data?: unknown;
}
type Answer = (call: Envelope, reply: ServerResponse) => void;

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A console whose proxy answers itself: the first call with the first answer, and so on; the last one repeats. */
async function consoleThat(...answers: Answer[]) {
  const calls: Envelope[] = [];
  const server = createServer((request: IncomingMessage, reply) => {
    if (request.url === '/api/env') {
      reply.end(
        '{"PRODUCT_NAME":"chronicle","AUTHENTICATION_ENDPOINT":"http://a","CHRONICLE_ENDPOINT":"http://b"}',
      );
      return;
    }
    expect(request.url).toBe('/api/chronicle');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = JSON.parse(Buffer.concat(chunks).toString()) as Envelope;
      const answer = answers[Math.min(calls.push(call), answers.length) - 1];
      answer?.(call, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls };
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_call, reply) =>
    reply
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const reset: Answer = (_call, reply) => reply.socket?.resetAndDestroy();
const tokens = (accessToken: string, expiresIn = 300) =>
  json({ accessToken, refreshToken: `refresh-${accessToken}`, expiresIn });
const partition: Partition = {
  id: 'p',
  partitionName: 'A & B',
  description: null,
  role: 'OWNER',
  timelineCount: 0,
  versionCount: 0,
  createdDate: '2026-01-01T00:00:00.000Z',
  lastChangeDate: null,
  archivedDate: null,
  retentionDays: null,
  version: 1,
};
const unit: OrganizationalUnit = {
  id: 'u',
  name: 'Unit',
  parentId: null,
  path: [],
  emailDomains: [],
  domains: [],
  roles: ['A', 'B'],
  secondFactorRequired: false,
  secondFactorGraceHours: 0,
  userCount: 0,
  totalUserCount: 0,
  childCount: 0,
  createdDate: '2026-01-01T00:00:00.000Z',
  mayChange: true,
  version: 4,
};
const credentials = { username: 'm', password: 'p' };
const bearers = (calls: Envelope[]) => calls.map(({ headers }) => headers['Authorization']);
const urls = (calls: Envelope[]) => calls.map(({ method, url }) => `${method} ${url}`);

it('signs in and calls with the token, path, query and body of the row', async () => {
  const { origin, calls } = await consoleThat(
    tokens('one'),
    json({ data: [partition], nextCursor: null, hasMore: false }),
  );
  const client = new ApiClient(origin);
  await client.signIn(credentials);
  const { data } = await client.call(listPartitions, { query: { name: 'A & B' } });
  expect(data[0]?.id).toBe('p');
  expect(urls(calls)).toEqual([
    'POST /v1/auth?type=PASSWORD',
    'GET /v1/partitions?name=A%20%26%20B',
  ]);
  expect(calls[0]?.data).toEqual({ username: 'm', password: 'p' });
  expect(bearers(calls)).toEqual([undefined, 'Bearer one']);
});

it('calls with an API token, the base version of a write, and repeated parameters', async () => {
  const { origin, calls } = await consoleThat(json(unit));
  const client = new ApiClient(origin, { apiToken: 'annals_secret' });
  const { version } = await client.call(
    addUnitRoles,
    { params: { organizationalUnitId: 'u' }, query: { role: ['A', 'B'] } },
    { ifVersion: 3, idempotencyKey: 'key-1' },
  );
  expect(version).toBe(4);
  expect(urls(calls)).toEqual(['PUT /v1/organizational-units/u/roles?role=A&role=B']);
  expect(calls[0]?.headers).toMatchObject({
    'X-Akarion-Api-Token': 'annals_secret',
    'If-Match': '"3"',
    'Idempotency-Key': 'key-1',
  });
  expect(bearers(calls)).toEqual([undefined]);
});

it('renews its token after half its lifetime', async () => {
  const { origin, calls } = await consoleThat(
    tokens('one', 0),
    json({ accessToken: 'two' }),
    json({}),
  );
  const client = new ApiClient(origin);
  await client.signIn(credentials);
  await client.send({ method: 'GET', url: '/v1/x' });
  expect(urls(calls).slice(1)).toEqual(['GET /v1/auth', 'GET /v1/x']);
  expect(bearers(calls)).toEqual([undefined, 'Bearer one', 'Bearer two']);
});

it('on 401 uses the refresh token, and the password if that is refused too', async () => {
  const denied = json({ error: 'no' }, 401);
  const { origin, calls } = await consoleThat(
    tokens('one'),
    denied,
    tokens('two'),
    json({}),
    denied,
    denied,
    tokens('three'),
    json({}),
  );
  const client = new ApiClient(origin);
  await client.signIn(credentials);
  await client.send({ method: 'GET', url: '/v1/x' });
  await client.send({ method: 'GET', url: '/v1/y' });
  expect(urls(calls).slice(1)).toEqual([
    'GET /v1/x',
    'POST /v1/auth?type=REFRESH_TOKEN',
    'GET /v1/x',
    'GET /v1/y',
    'POST /v1/auth?type=REFRESH_TOKEN',
    'POST /v1/auth?type=PASSWORD',
    'GET /v1/y',
  ]);
  expect(calls[2]?.data).toEqual({ refreshToken: 'refresh-one' });
});

describe('a server that is briefly unavailable', () => {
  it.each([
    ['503', json({ error: 'x' }, 503, { 'retry-after': '0' })],
    ['502', json({ error: 'x' }, 502)],
    ['504', json({ error: 'x' }, 504)],
    ['429', json({ error: 'x' }, 429, { 'retry-after': '0' })],
    ['a reset connection', reset],
  ])('%s: repeats the call with the same key', async (_name, failure) => {
    const { origin, calls } = await consoleThat(failure, failure, json({ done: true }));
    const reasons: string[] = [];
    const client = new ApiClient(origin, { onWaiting: (reason) => reasons.push(reason) });
    const call = {
      method: 'POST',
      url: '/v1/x',
      data: '{"a":1.50}',
      idempotencyKey: 'key',
    } as const;
    expect(await client.send(call)).toEqual({ done: true });
    expect(calls).toHaveLength(3);
    expect(calls[2]).toEqual(calls[0]);
    expect(calls[0]?.headers['Idempotency-Key']).toBe('key');
    expect(reasons).toHaveLength(2);
  });

  it('does not repeat a write without a key', async () => {
    const { origin, calls } = await consoleThat(reset, json({}));
    await expect(new ApiClient(origin).send({ method: 'POST', url: '/v1/x' })).rejects.toThrow(
      ServerUnavailable,
    );
    expect(calls).toHaveLength(1);
  });

  it('gives up after its patience', async () => {
    const away = new ApiClient(`http://127.0.0.1:${await freePort()}`, { patienceMs: 300 });
    await expect(away.send({ method: 'GET', url: '/v1/x' })).rejects.toThrow(
      /cannot be reached \(ECONNREFUSED\)/,
    );
    const { origin } = await consoleThat(json({ error: 'The database is unavailable.' }, 503));
    await expect(
      new ApiClient(origin, { patienceMs: 300 }).send({ method: 'GET', url: '/v1/x' }),
    ).rejects.toThrow('The database is unavailable.');
  });

  it('can be interrupted while waiting', async () => {
    const stop = new AbortController();
    const { origin } = await consoleThat(json({ error: 'x' }, 503, { 'retry-after': '60' }));
    const client = new ApiClient(origin, { signal: stop.signal, onWaiting: () => stop.abort() });
    await expect(client.send({ method: 'GET', url: '/v1/x' })).rejects.toThrow(/abort/i);
  });
});

it('throws a permanent error with the server’s message', async () => {
  const { origin, calls } = await consoleThat(
    json({ error: 'e', code: 'conflict', message: 'It is taken.', requestId: 'r' }, 409),
  );
  const failure = await new ApiClient(origin)
    .send({ method: 'GET', url: '/v1/x' })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallFailed);
  expect(failure).toMatchObject({
    status: 409,
    message: 'It is taken.',
    answer: { code: 'conflict', requestId: 'r' },
  });
  expect(calls).toHaveLength(1);
});
