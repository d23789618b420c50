import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, type ClientOptions } from './client.ts';
import { AnnalsError, RowRefused } from './errors.ts';
import { secondsOf } from './request.ts';
import {
  AnsweringServer,
  json,
  reset,
  silence,
  tokens,
  type Answer,
  type Received,
} from './testing/answering-server.ts';

const open: AnsweringServer[] = [];
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const server of open.splice(0)) server.close();
});

/** A client of a server with these responses. */
async function clientOf(options: ClientOptions, ...answers: Answer[]) {
  const server = await AnsweringServer.start(...answers);
  open.push(server);
  return { server, client: createClient({ url: `${server.origin}/`, ...options }) };
}

/** Like a browser that may not show the response to the page. */
const hiding: typeof fetch = async (address, init) => {
  await fetch(address, init);
  throw new TypeError('Failed to fetch');
};

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const partitionId = '0190a000-0000-7000-8000-000000000001';
const page = (data: unknown[], nextCursor: string | null = null) =>
  json({ data, nextCursor, hasMore: nextCursor !== null });
const password = { username: 'm', password: 'p' };

it('fills in parameters and query, repeats an array, and omits undefined values', async () => {
  const { server, client } = await clientOf({ token: 't' }, json({ id: 'o' }));
  await client.getObject({ partitionId, objectId: 'a/b', asOf: '2026-03-01T00:00:00Z' });
  await client.listChanges({ partitionId, include: ['id', 'type'], after: undefined });
  expect(server.lines).toEqual([
    `GET /v1/partitions/${partitionId}/objects/a%2Fb?asOf=2026-03-01T00%3A00%3A00Z`,
    `GET /v1/partitions/${partitionId}/changes?include=id&include=type`,
  ]);
});

it.each([
  ['..', 'objectId, which cannot be "..".'],
  ['', 'objectId, which is missing.'],
  ['a\ud83d', String.raw`objectId, which cannot be "a\ud83d".`],
])('refuses the id %j with a TypeError', async (objectId, needs) => {
  const { server, client } = await clientOf({ token: 't' });
  const error = await caught(client.getObject({ partitionId, objectId }));
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toHaveProperty('message', expect.stringContaining(`needs ${needs}`));
  const asOf = '\udc00';
  expect(await caught(client.getObject({ partitionId, objectId: 'a', asOf }))).toBeInstanceOf(
    TypeError,
  );
  expect(server.lines).toEqual([]);
});

it('sends a token as it is read from a file, without the line break', async () => {
  const { server, client } = await clientOf({ token: 'secret\n' }, json({ data: [] }));
  await client.listRoles();
  expect(server.calls[0]?.headers).toMatchObject({ 'X-Akarion-Api-Token': 'secret' });
});

it('calls the services directly if it is given their addresses', async () => {
  const server = await AnsweringServer.start(json({ data: [] }));
  open.push(server);
  const endpoints = { authentication: `${server.origin}/a/`, data: `${server.origin}/d` };
  const client = createClient({ endpoints, token: 'secret' });
  await client.listRoles();
  await client.listTransfers();
  await client.createPartition({ body: { partitionName: 'P' } });
  expect(server.lines).toEqual(['GET /a/v1/roles', 'GET /d/v1/jobs', 'POST /a/v1/partitions']);
  expect(server.calls[0]?.headers).toMatchObject({ 'x-akarion-api-token': 'secret' });
  expect(server.calls[2]).toMatchObject({
    data: { partitionName: 'P' },
    headers: { 'content-type': 'application/json' },
  });
  expect(() => createClient({})).toThrow('Give either');
  const elsewhere = client.send({ method: 'GET', url: '/v2/users' });
  await expect(elsewhere).rejects.toThrow('No service has /v2/users.');
});

describe('an address that cannot be one of a server', () => {
  it.each([
    '',
    'annals.example.org',
    'localhost:8080',
    'ftp://annals.example.org',
    'https://',
    'https://master:secret@annals.example.org',
    'https://annals.example.org?product=annals',
    'https://annals.example.org/#/login',
  ])('is refused at once: %j', (address) => {
    const message = 'is not the address of a server. It looks like https://annals.example.org';
    expect(() => createClient({ url: address })).toThrow(`url ${message}`);
    const data = 'http://127.0.0.1:1';
    expect(() => createClient({ endpoints: { authentication: data, data: address } })).toThrow(
      `endpoints.data ${message}`,
    );
  });

  it('may have a path, and a slash at its end', () => {
    for (const url of ['http://127.0.0.1:8080', 'https://example.org/annals/', 'https://[::1]/'])
      expect(createClient({ url })).toBeDefined();
  });

  it('has a server that speaks no TLS: the call fails at once', async () => {
    const server = await AnsweringServer.start(json({}));
    open.push(server);
    const retries: unknown[] = [];
    const url = server.origin.replace('http:', 'https:');
    const client = createClient({ url, token: 't', onRetry: (retry) => retries.push(retry) });
    await expect(client.listUsers()).rejects.toThrow(/cannot be reached \(ERR_SSL_/);
    expect(retries).toEqual([]);
  });
});

it('a header that cannot be sent is refused at once, without repeating it', async () => {
  const { server, client } = await clientOf({ token: 'se\ncret' }, json({}));
  const error = await caught(client.listUsers());
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain('X-Akarion-Api-Token contains characters that cannot be sent');
  expect(String(error)).not.toContain('cret');
  expect(server.calls).toEqual([]);
});

describe('in a page of another origin', () => {
  const origin = 'https://app.example.org';

  it('a failure names CORS, and is not retried', async () => {
    vi.stubGlobal('location', { origin });
    const retries: unknown[] = [];
    const { server, client } = await clientOf(
      { token: 't', fetch: hiding, onRetry: (retry) => retries.push(retry) },
      json({}),
    );
    await expect(client.listUsers()).rejects.toMatchObject({
      message: `The server at ${server.origin} cannot be reached from this page. Either it is down, or it does not admit pages of ${origin} (CORS); the browser does not say which.`,
      code: 'unreachable',
      status: 0,
    });
    expect(retries).toEqual([]);
  });

  it('is retried once the server has answered', async () => {
    vi.stubGlobal('location', { origin });
    const { server, client } = await clientOf({ token: 't' }, page([]), reset, page([]));
    await client.listUsers();
    await client.listUsers();
    expect(server.calls).toHaveLength(3);
  });

  it('in a page of its own origin, a failure is retried', async () => {
    const { server, client } = await clientOf({ token: 't' }, reset, page([]));
    vi.stubGlobal('location', { origin: server.origin });
    await client.listUsers();
    expect(server.calls).toHaveLength(2);
  });
});

it('reports that an address does not belong to Annals', async () => {
  const { client } = await clientOf(
    { token: 't', fetch: (address, init) => fetch(address.replace('/api/env', '/else'), init) },
    json('no console', 404),
  );
  await expect(client.listUsers()).rejects.toThrow('There is no Annals console at');
  const away = createClient({ url: 'http://127.0.0.1:1', token: 't', patienceMs: 0 });
  await expect(away.listUsers()).rejects.toThrow(/cannot be reached/);
});

it('sends the latest position that a service reported', async () => {
  const { server, client } = await clientOf(
    { token: 't' },
    json({ id: 'o' }, 200, { 'annals-position': '0/A0' }),
    json({ id: 'o' }),
  );
  for (let n = 0; n < 3; n += 1) await client.getObject({ partitionId, objectId: 'a' });
  expect(server.calls.map(({ headers }) => headers['annals-position'])).toEqual([
    undefined,
    '0/A0',
    '0/A0',
  ]);
});

describe('a session', () => {
  const bearers = ({ calls }: AnsweringServer) =>
    calls.map(({ headers }) => headers['Authorization']);

  it('starts with the first call, once for concurrent calls', async () => {
    const stored: unknown[] = [];
    const { server, client } = await clientOf(
      { ...password, onTokens: (each) => stored.push(each) },
      tokens('one'),
      page([]),
    );
    await Promise.all([client.listUsers(), client.listUsers(), client.listPartitions()]);
    expect(server.lines.filter((line) => line.startsWith('POST'))).toEqual([
      'POST /v1/auth?type=PASSWORD',
    ]);
    expect(server.calls[0]?.data).toEqual(password);
    expect(bearers(server)).toEqual([undefined, 'Bearer one', 'Bearer one', 'Bearer one']);
    expect(stored).toEqual([{ accessToken: 'one', refreshToken: 'refresh-one' }]);
  });

  it('is renewed after half the life of its token', async () => {
    const { server, client } = await clientOf(
      password,
      tokens('one', 0),
      json({ accessToken: 'two' }),
      page([]),
    );
    await client.signIn('m', 'p');
    await client.listUsers();
    expect(server.lines.slice(1)).toEqual(['GET /v1/auth', 'GET /v1/users']);
    expect(bearers(server)).toEqual([undefined, 'Bearer one', 'Bearer two']);
  });

  it('is refreshed once when many calls are refused, which are then repeated', async () => {
    const { server, client } = await clientOf(password, ({ url, headers }, reply) => {
      if (url.includes('PASSWORD')) return tokens('one')({} as never, reply);
      if (url.includes('REFRESH')) return tokens('two')({} as never, reply);
      return headers['Authorization'] === 'Bearer two'
        ? page([])({} as never, reply)
        : json({ error: 'no' }, 401)({} as never, reply);
    });
    await client.signIn('m', 'p');
    await Promise.all([client.listUsers(), client.listUsers(), client.listUsers()]);
    expect(server.lines.filter((line) => line.includes('REFRESH'))).toHaveLength(1);
    expect(server.lines.filter((line) => line.includes('PASSWORD'))).toHaveLength(1);
  });

  it('uses the password if the refresh token is refused', async () => {
    const denied = json({ error: 'no' }, 401);
    const { server, client } = await clientOf(
      { ...password, refreshToken: 'old' },
      denied,
      tokens('new'),
      page([]),
    );
    await client.listUsers();
    expect(server.lines).toEqual([
      'POST /v1/auth?type=REFRESH_TOKEN',
      'POST /v1/auth?type=PASSWORD',
      'GET /v1/users',
    ]);
    expect(server.calls[0]?.data).toEqual({ refreshToken: 'old' });
  });

  it('uses the password if nobody knows whether the refresh token was used, and repeats it', async () => {
    const late = json({ error: 'x' }, 504);
    const { server, client } = await clientOf(
      { ...password, refreshToken: 'old' },
      late,
      late,
      tokens('new'),
      page([]),
    );
    await client.listUsers();
    expect(server.lines).toEqual([
      'POST /v1/auth?type=REFRESH_TOKEN',
      'POST /v1/auth?type=PASSWORD',
      'POST /v1/auth?type=PASSWORD',
      'GET /v1/users',
    ]);
  });

  it('reports that a second factor is required, and can be completed with it', async () => {
    const { server, client } = await clientOf(
      password,
      json({ challenge: 'c', methods: ['TOTP'] }),
      tokens('one'),
      page([]),
    );
    await expect(client.listUsers()).rejects.toMatchObject({ code: 'second_factor', status: 401 });
    await client.authenticate({ type: 'SECOND_FACTOR', body: { challenge: 'c', code: '123456' } });
    await client.listUsers();
    expect(server.calls.at(-1)?.headers['Authorization']).toBe('Bearer one');
  });

  it('throws the 401 if it cannot be renewed', async () => {
    const { server, client } = await clientOf({ token: 'bad' }, json({ error: 'no' }, 401));
    await expect(client.listUsers()).rejects.toMatchObject({ status: 401 });
    expect(server.calls).toHaveLength(1);
  });
});

describe('a server that is temporarily unavailable', () => {
  it.each([
    ['503', json({ error: 'x' }, 503, { 'retry-after': '0' })],
    ['502', json({ error: 'x' }, 502)],
    ['504', json({ error: 'x' }, 504)],
    ['429', json({ error: 'x' }, 429, { 'retry-after': '0' })],
    ['a reset connection', reset],
  ])('%s: the same write again with the same key', async (_name, failure) => {
    const reasons: string[] = [];
    const { server, client } = await clientOf(
      { token: 't', onRetry: ({ reason }) => reasons.push(reason) },
      failure,
      failure,
      json({ id: 'p' }, 201),
    );
    const made = await client.createPartition({ body: { partitionName: 'P' } });
    expect(made.id).toBe('p');
    expect(server.calls).toHaveLength(3);
    expect(server.calls[2]).toEqual(server.calls[0]);
    expect(server.calls[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
    expect(reasons).toHaveLength(2);
  });

  it('each write has its own key unless one is given; a read has none', async () => {
    const { server, client } = await clientOf({ token: 't' }, json({}));
    const body = { partitionName: 'P' };
    await client.createPartition({ body });
    await client.createPartition({ body });
    await client.createPartition({ body }, { idempotencyKey: 'my-own-key' });
    await client.searchObjects({ partitionId, body: {} });
    await client.archivePartition({ partitionId, body: {} }, { ifMatch: 3 });
    const keys = server.calls.map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(4);
    expect(keys.slice(2)).toEqual(['my-own-key', undefined, undefined]);
    expect(server.calls[4]?.headers['If-Match']).toBe('"3"');
  });

  it('a raw write without a key is not retried', async () => {
    const { server, client } = await clientOf({ token: 't' }, reset, json({}));
    await expect(client.send({ method: 'POST', url: '/v1/x' })).rejects.toMatchObject({
      status: 0,
      code: 'unreachable',
    });
    expect(server.calls).toHaveLength(1);
  });

  it('Retry-After is honoured, within the limit for retries', async () => {
    // However long an attempt really takes.
    vi.useFakeTimers({ toFake: ['Date'] });
    const waits: number[] = [];
    const onRetry = ({ waitMs }: { waitMs: number }) => {
      waits.push(waitMs);
      vi.setSystemTime(Date.now() + waitMs);
    };
    const away = json({ error: 'The database is unavailable.' }, 503, { 'retry-after': '1' });
    const { client } = await clientOf({ token: 't', patienceMs: 1500, onRetry }, away);
    const error = await caught(client.listUsers());
    expect(error).toMatchObject({
      message: 'The database is unavailable.',
      retryAfter: 1,
      status: 503,
    });
    expect(waits).toEqual([1000]);
  });

  it.each([
    ['7', 7],
    ['0', 0],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 30],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 30],
    ['Sun, 06 Nov 1994 08:49:06 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('reads Retry-After: %j', (header, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(1994, 10, 6, 8, 49, 7) });
    expect(secondsOf(header)).toBe(seconds);
  });

  it('a wait and a call can be aborted', async () => {
    const stop = new AbortController();
    const options = { token: 't', onRetry: () => stop.abort() };
    const { client } = await clientOf(options, json({ error: 'x' }, 503, { 'retry-after': '30' }));
    await expect(client.listUsers({}, { signal: stop.signal })).rejects.toThrow(/abort/i);
    await expect(client.listUsers({}, { signal: stop.signal })).rejects.toThrow(/abort/i);

    const leave = new AbortController();
    const { client: other } = await clientOf({ token: 't' }, () => leave.abort());
    await expect(other.listUsers({}, { signal: leave.signal })).rejects.toThrow(/abort/i);
  });

  it('an attempt that takes too long ends', async () => {
    const { client } = await clientOf({ token: 't', timeoutMs: 50, patienceMs: 0 }, silence);
    await expect(client.listUsers()).rejects.toThrow('did not answer within 0.05 s');
  });
});

it('an error has status, code, problem, request and call', async () => {
  const problem = { error: 'e', code: 'conflict', message: 'It is taken.', requestId: 'r' };
  const { server, client } = await clientOf({ token: 't' }, json(problem, 409));
  const error = await caught(client.createPartition({ body: { partitionName: 'P' } }));
  expect(error).toBeInstanceOf(AnnalsError);
  expect(error).toMatchObject({
    call: 'POST /v1/partitions',
    status: 409,
    code: 'conflict',
    message: 'It is taken.',
    requestId: 'r',
    problem,
  });
  expect(server.calls).toHaveLength(1);
});

it('an HTML response is reported as such', async () => {
  const html: Answer = (_call, reply) => reply.writeHead(200).end('<html>');
  const { client } = await clientOf({ token: 't' }, html);
  await expect(client.listUsers()).rejects.toMatchObject({ code: 'not_json' });
});

describe('lists', () => {
  it('are read page by page while iterating', async () => {
    const { server, client } = await clientOf(
      { token: 't' },
      page([{ id: '1' }, { id: '2' }], 'two'),
      page([], 'three'),
      page([{ id: '3' }]),
    );
    const ids: string[] = [];
    const asked: number[] = [];
    for await (const { id } of client.listUsers.all({ pageSize: 2 })) {
      ids.push(id);
      asked.push(server.calls.length);
    }
    expect(ids).toEqual(['1', '2', '3']);
    expect(asked).toEqual([1, 1, 3]);
    expect(server.lines).toEqual([
      'GET /v1/users?pageSize=2',
      'GET /v1/users?pageSize=2&cursor=two',
      'GET /v1/users?pageSize=2&cursor=three',
    ]);
  });

  it('may be bare arrays from other services', async () => {
    const { client } = await clientOf({ token: 't' }, json([{ id: '1' }]));
    const { data, hasMore } = await client.listUsers();
    expect([data.length, hasMore]).toEqual([1, false]);
  });
});

describe('the change feed', () => {
  const changes = (ids: string[], nextCursor: string, hasMore = false) =>
    json({ data: ids.map((id) => ({ id })), nextCursor, hasMore });

  it('continues after failures, waits for changes, and ends on request', async () => {
    const stop = new AbortController();
    const { server, client } = await clientOf(
      { token: 't', patienceMs: 0 },
      changes(['1', '2'], 'a', true),
      reset,
      changes(['3'], 'b'),
      changes([], 'b'),
      json({ error: 'x' }, 503, { 'retry-after': '0' }),
      changes(['4'], 'c'),
    );
    const feed = client.followChanges({ partitionId, signal: stop.signal });
    const seen: [string, string | undefined][] = [];
    const following = (async () => {
      for await (const { id } of feed) {
        seen.push([id, feed.cursor]);
        if (id === '4') stop.abort();
      }
    })();
    await expect(following).rejects.toThrow(/abort/i);
    expect(seen).toEqual([
      ['1', undefined],
      ['2', undefined],
      ['3', 'a'],
      ['4', 'b'],
    ]);
    expect(feed.cursor).toBe('c');
    const afters = server.calls.map(({ url }) =>
      new URLSearchParams(url.split('?')[1]).get('after'),
    );
    expect(afters).toEqual([null, 'a', 'a', 'b', 'b', 'b']);
  });

  it('waits no longer than an attempt may take', async () => {
    const stop = new AbortController();
    const { server, client } = await clientOf({ token: 't', timeoutMs: 10_000 }, () =>
      stop.abort(),
    );
    const following = client.followChanges({ partitionId, signal: stop.signal }).pages().next();
    await expect(following).rejects.toThrow(/abort/i);
    expect(server.lines[0]).toMatch(/wait=5$/);
  });

  it('ends after the existing versions if it is not to wait', async () => {
    const { server, client } = await clientOf(
      { token: 't' },
      changes(['1'], 'a', true),
      changes(['2'], 'b'),
    );
    const feed = client.followChanges({ partitionId, after: 'start', wait: false });
    const cursors: string[] = [];
    for await (const { nextCursor } of feed.pages()) cursors.push(nextCursor);
    expect([cursors, feed.cursor]).toEqual([['a', 'b'], 'b']);
    expect(server.lines[0]).toMatch(/wait=0&after=start$/);
  });
});

describe('a transaction', () => {
  it('resolves references to objects that it creates, and returns their versions', async () => {
    const { server, client } = await clientOf(
      { token: 't' },
      json({ dryRun: false, data: [{ id: 'v0' }, { id: 'v1' }, { id: 'v2' }] }, 201),
    );
    const transaction = client.transaction(partitionId);
    const supplier = transaction.create({ type: 'SUPPLIER', objectData: { name: 'Nordwind' } });
    const references = [{ name: 'supplier', to: supplier }];
    transaction.newVersion({ timelineId: 't1', predecessorId: 'p', objectData: {}, references });
    transaction.end({ timelineId: 't2' });
    const result = await transaction.commit({ reason: 'New supplier' });
    expect(result.versionOf(supplier).id).toBe('v0');
    expect(() => result.versionOf({ localName: 'other' })).toThrow('does not create other');
    expect(server.calls[0]?.data).toEqual({
      reason: 'New supplier',
      operations: [
        {
          operation: 'create',
          localName: 'object-0',
          type: 'SUPPLIER',
          objectData: { name: 'Nordwind' },
        },
        {
          operation: 'newVersion',
          timelineId: 't1',
          predecessorId: 'p',
          objectData: {},
          references: [{ name: 'supplier', localName: 'object-0' }],
        },
        { operation: 'end', timelineId: 't2' },
      ],
    });
  });

  it('can be committed again with the same key until an operation is added', async () => {
    const { server, client } = await clientOf(
      { token: 't', patienceMs: 0 },
      reset,
      json({ data: [] }),
    );
    const transaction = client.transaction(partitionId);
    transaction.end({ timelineId: 't' });
    await expect(transaction.commit()).rejects.toMatchObject({ status: 0 });
    await transaction.commit();
    await transaction.end({ timelineId: 'u' }).commit();
    await transaction.check();
    const [first, second, third] = server.calls.map(({ headers }) => headers['Idempotency-Key']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(server.calls[3]?.url).toMatch(/\/transactions\?dryRun=true$/);
  });
});

describe('an import', () => {
  const rows = ['a', 'b', 'c'].map((key) => ({ key, type: 'T', objectData: {} }));
  const counts = { created: 0, changed: 0, ended: 0, existing: 0, refused: [] };
  const rowCountOf = ({ data }: Received) => (data as { rows: unknown[] }).rows.length;
  /** Batches arrive in any order. */
  const byRows =
    (answers: Record<number, Answer>): Answer =>
    (call, reply) =>
      answers[rowCountOf(call)]?.(call, reply);

  it('counts over its batches, and reports refused rows by their index among all', async () => {
    const { server, client } = await clientOf(
      { token: 't' },
      byRows({
        500: json({ ...counts, created: 500 }),
        3: json({ ...counts, existing: 2, refused: [{ row: 1, code: 'bad', message: 'No.' }] }),
      }),
    );
    const many = Array.from({ length: 503 }, (_, number) => ({
      key: `k${number}`,
      type: 'T',
      objectData: {},
    }));
    const done: number[] = [];
    const onProgress = ({ rows: sent }: { rows: number }) => done.push(sent);
    const result = await client.importRows({
      partitionId,
      rows: many,
      skipRefused: true,
      onProgress,
    });
    expect(result).toEqual({
      ...counts,
      created: 500,
      existing: 2,
      rows: 503,
      refused: [{ row: 501, code: 'bad', message: 'No.' }],
    });
    expect(done).toEqual([500, 503]);
    for (const line of server.lines) expect(line).toContain('/import?skipRefused=true');
    const keys = server.calls.map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('sends a batch after the one before, and again if the service does not wait for that', async () => {
    const { server, client } = await clientOf(
      { token: 't' },
      byRows({
        500: json({ ...counts, created: 500 }),
        1: (call, reply) =>
          (call.url.includes('?after=')
            ? json({ error: 'e', code: 'previous_batch_missing' }, 409)
            : json({ ...counts, created: 1 }))(call, reply),
      }),
    );
    const many = Array.from({ length: 501 }, (_, number) => ({
      key: `k${number}`,
      type: 'T',
      objectData: {},
    }));
    const result = await client.importRows({ partitionId, rows: many });
    expect(result).toMatchObject({ created: 501, rows: 501 });
    const sentWith = (rowCount: number) =>
      server.calls
        .filter((call) => rowCountOf(call) === rowCount)
        .map(({ url, headers }) => [url.split('/import')[1], headers['Idempotency-Key']]);
    const [[, first] = []] = sentWith(500);
    const [[, second] = []] = sentWith(1);
    expect(sentWith(500)).toEqual([['', first]]);
    expect(sentWith(1)).toEqual([
      [`?after=${first}`, second],
      ['', second],
    ]);
  });

  it.each([
    [{ fields: [{ path: 'body.rows.1.type', message: 'Too long.' }] }, 'type: Too long.'],
    [{ message: 'Row 1 is dated 2020.' }, 'This row is dated 2020.'],
  ])('stops at a refused row and names it', async (problem, why) => {
    const { client } = await clientOf({ token: 't' }, json({ error: 'e', ...problem }, 400));
    const error = await caught(client.importRows({ partitionId, rows }));
    expect(error).toBeInstanceOf(RowRefused);
    expect(error).toMatchObject({ row: 1, why, status: 400 });
  });
});
