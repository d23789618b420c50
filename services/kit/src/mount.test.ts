import { say } from '@annals/contracts/messages';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import * as z from 'zod/mini';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endpoint, type Endpoint } from '@annals/contracts/endpoint';
import type { Caller } from './caller.ts';
import { DatabaseUnavailable } from './database/errors.ts';
import { mountOn } from './mount.ts';
import { noDatabase } from './testing/databases.ts';
import { conflict, Problem } from './problem.ts';
import { createService } from './service.ts';

const partitionId = '01890a5d-ac96-774b-bcce-b302099a8057';
const caller = (scope: Caller['scope'] = () => undefined): Caller => ({
  userId: 'u',
  username: 'u',
  name: 'U',
  sessionId: 's',
  roles: [],
  scope,
});

function serviceWith(
  row: Endpoint,
  options: {
    roles?: Record<string, 'READER' | 'OWNER'>;
    may?: boolean;
    handler?: () => Promise<unknown>;
    ignoresKey?: boolean;
    log?: FastifyBaseLogger;
  } = {},
) {
  const app = createService({ log: options.log ?? pino({ level: 'silent' }) });
  const mount = mountOn(app, {
    database: noDatabase,
    authenticate: async ({ headers }) =>
      headers.authorization === 'Bearer good'
        ? caller((permission) =>
            options.may || permission === 'partitions:write' ? 'all' : undefined,
          )
        : undefined,
    findMemberRole: async (_caller, id) => options.roles?.[id],
    checkResponses: true,
  });
  mount(row, async (call) => {
    if (!options.ignoresKey) void call.idempotency;
    return (await options.handler?.()) ?? { got: call.body };
  });
  return app;
}

const write = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/things',
  records: 'nothing',
  summary: 'Write',
  access: { kind: 'partition', role: 'OWNER' },
  params: z.strictObject({ partitionId: z.uuid() }),
  query: z.strictObject({ flag: z.optional(z.enum(['a'])) }),
  body: z.strictObject({ name: z.string() }),
  status: 201,
  response: z.looseObject({ got: z.optional(z.unknown()) }),
});

const send = (
  app: ReturnType<typeof serviceWith>,
  {
    id = partitionId,
    query = '',
    payload = '{"name":"n"}',
    token = 'good',
    type = 'application/json',
    encoding = '',
  } = {},
) =>
  app.inject({
    method: 'POST',
    url: `/v1/partitions/${id}/things${query}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      ...(encoding === '' ? {} : { 'content-encoding': encoding }),
    },
    payload,
  });

describe('a mounted row', () => {
  const app = serviceWith(write, { roles: { [partitionId]: 'OWNER' } });

  it('answers with the status of the row', async () => {
    const answer = await send(app);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ got: { name: 'n' } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers an error that the API document lists, and fails tests with any other', async () => {
    const statusOf = async (status: number, row: Endpoint = write) => {
      const handler = () =>
        Promise.reject(new Problem(status, 'some_code', say('foreign', { text: 'Some error.' })));
      const answer = await send(serviceWith(row, { roles: { [partitionId]: 'OWNER' }, handler }));
      return answer.statusCode;
    };
    expect(await statusOf(409)).toBe(409);
    expect(await statusOf(412)).toBe(500);
    expect(await statusOf(412, { ...write, takesIfMatch: true })).toBe(412);
    expect(await statusOf(410)).toBe(500);
  });

  it('says in the log why the database is unavailable, and not to the caller', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const handler = () =>
      Promise.reject(new DatabaseUnavailable('The database cannot be reached.', { cause }));
    const roles = { [partitionId]: 'OWNER' as const };
    const answer = await send(serviceWith(write, { roles, handler, log }));
    expect(answer.json()).toMatchObject({ code: 'database_unavailable' });
    expect(answer.body).not.toContain('Nothing accepts');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        msg: 'database_unavailable',
        reason: expect.stringContaining('Nothing accepts connections there'),
      },
    ]);
  });

  it('fails tests if it ignores the Idempotency-Key that it takes', async () => {
    const statusOf = async (row: Endpoint) => {
      const options = { roles: { [partitionId]: 'OWNER' as const }, ignoresKey: true };
      return (await send(serviceWith(row, options))).statusCode;
    };
    expect(await statusOf(write)).toBe(500);
    expect(await statusOf({ ...write, repeatable: true })).toBe(201);
  });

  it('answers 401 before it validates the input', async () => {
    const answer = await send(app, { token: 'bad', id: 'no-uuid', payload: '{"x":1}' });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'not_authenticated' });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it.each([
    ['an unknown property', { payload: '{"name":"n","more":1}' }, 'body'],
    ['a wrong type', { payload: '{"name":1}' }, 'body.name'],
    ['an unknown query parameter', { query: '?flog=a' }, 'query'],
    ['a repeated single parameter', { query: '?flag=a&flag=a' }, 'query.flag'],
    ['a bad id', { id: 'no-uuid' }, 'params.partitionId'],
  ])('answers 400 to %s and says where', async (_name, input, path) => {
    const answer = await send(app, input);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual([expect.objectContaining({ path })]);
    expect(answer.json()).toMatchObject({
      error: expect.any(String),
      code: 'bad_request',
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it('answers 415 to another media type and 413 to a body that is too large', async () => {
    expect((await send(app, { type: 'text/plain' })).statusCode).toBe(415);
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'GZIP'])
      expect((await send(app, { encoding })).statusCode).toBe(415);
    for (const encoding of ['identity', 'Identity'])
      expect((await send(app, { encoding })).statusCode).toBe(201);
    const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    expect((await send(app, { payload: large })).statusCode).toBe(413);
  });

  it.each([
    ['of a type that is not JSON', ['content-type: text/plain', 'content-length: 0'], 201],
    ['in chunks', ['transfer-encoding: chunked'], 201],
    ['in chunks, of a type', ['content-type: text/plain', 'transfer-encoding: chunked'], 201],
    ['in chunks, with a body', ['transfer-encoding: chunked'], 415, '1\r\n{\r\n'],
  ])('takes an empty body %s', async (_name, headers, status, body = '') => {
    const listening = serviceWith(
      { ...write, body: undefined },
      { may: true, roles: { [partitionId]: 'OWNER' } },
    );
    onTestFinished(() => listening.close());
    const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    const end = headers.includes('transfer-encoding: chunked') ? `${body}0\r\n\r\n` : '';
    socket.write(
      [
        `POST /v1/partitions/${partitionId}/things HTTP/1.1`,
        'host: localhost',
        'authorization: Bearer good',
        'connection: close',
        ...headers,
        '',
        end,
      ].join('\r\n'),
    );
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('answers 404 if the caller is not a member, as if the partition did not exist', async () => {
    const absent = await send(app, { id: '01890a5d-ac96-774b-bcce-b302099a8058' });
    expect(absent.statusCode).toBe(404);
  });

  it('answers 403 if the role does not suffice', async () => {
    const answer = await send(serviceWith(write, { roles: { [partitionId]: 'READER' } }));
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toContain('OWNER');
  });
});

describe('a body with several forms', () => {
  const row = endpoint({
    ...write,
    body: z.strictObject({
      rows: z.array(
        z.union([
          z.strictObject({ key: z.string(), type: z.string(), date: z.string() }),
          z.strictObject({ key: z.string(), ended: z.literal(true), date: z.string() }),
        ]),
      ),
    }),
  });
  it('reports what the closest form lacks', async () => {
    const app = serviceWith(row, { roles: { [partitionId]: 'OWNER' } });
    const fields = async (...rows: object[]) =>
      (await send(app, { payload: JSON.stringify({ rows }) })).json().fields;
    await expect(fields({ key: 'a', type: 1, date: 'd' })).resolves.toMatchObject([
      { path: 'body.rows.0.type', message: 'Must be text.' },
    ]);
    await expect(fields({ key: 'a', ended: true })).resolves.toEqual([
      expect.objectContaining({ path: 'body.rows.0.date' }),
    ]);
  });
});

describe('a row without a body', () => {
  const { body: _, ...rest } = write;
  const row = endpoint({ ...rest, body: undefined, query: undefined });
  const app = serviceWith(row, { roles: { [partitionId]: 'OWNER' } });

  it.each(['', '{}'])('accepts none, or an empty one (%s)', async (payload) => {
    expect((await send(app, { payload })).statusCode).toBe(201);
  });

  it.each([
    ['{"name":"n"}', 'body.name'],
    ['["n"]', 'body.0'],
    ['"n"', 'body.body'],
    ['7', 'body.body'],
  ])('refuses one with content (%s)', async (payload, path) => {
    const answer = await send(app, { payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toMatchObject([{ path, message: 'Unknown.' }]);
  });

  it('refuses query parameters if it takes none', async () => {
    const answer = await send(app, { payload: '', query: '?dryRun=true' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toMatchObject([{ path: 'query.dryRun', message: 'Unknown.' }]);
  });
});

describe('a row with a permission', () => {
  const row = endpoint({ ...write, access: { kind: 'permission', permission: 'users:read' } });
  it('accepts callers who have it and nobody else', async () => {
    expect((await send(serviceWith(row, { may: true }))).statusCode).toBe(201);
    expect((await send(serviceWith(row))).statusCode).toBe(403);
  });
});

describe('an error', () => {
  it('prevents the start if a row has no access rule', () => {
    const { access: _left, ...row } = write;
    expect(() => serviceWith(row as unknown as Endpoint)).toThrow(/has no access rule/);
  });

  it('prevents the start if a partition call has no way to find member roles', () => {
    const app = createService({ log: pino({ level: 'silent' }) });
    const mount = mountOn(app, { database: noDatabase, authenticate: async () => undefined });
    const row = { ...write, access: { kind: 'partition', role: 'READER' } } as const;
    expect(() => mount(row, async () => ({ got: undefined }))).toThrow(/findMemberRole/);
  });

  it('is hidden behind a request id if it is unexpected', async () => {
    const app = createService({ log: pino({ level: 'silent' }) });
    app.get('/boom', () => {
      throw new Error('select secret from table at host db.internal');
    });
    const answer = await app.inject('/boom');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
    expect(answer.json().requestId).toBe(answer.headers['x-request-id']);
  });

  it('includes the current state for a conflict', async () => {
    const app = createService({ log: pino({ level: 'silent' }) });
    app.get('/conflict', () => {
      throw conflict('stale', say('foreign', { text: 'Somebody was faster.' }), { id: 'head' });
    });
    const answer = await app.inject('/conflict');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'stale', current: { id: 'head' } });
  });

  it('is a 404 in the same format for an unknown address', async () => {
    const app = createService({ log: pino({ level: 'silent' }) });
    const answer = await app.inject('/nothing');
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error).toEqual(expect.any(String));
  });

  it('has the same format for a path that cannot be decoded, without repeating it', async () => {
    const app = createService({ log: pino({ level: 'silent' }) });
    const answer = await app.inject('/%zz-canary');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', requestId: expect.any(String) });
    expect(answer.body).not.toContain('canary');
  });

  it.each([
    ['GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('has the same format for bytes that are not a request (%#)', async (bytes, status) => {
    const app = createService({ log: pino({ level: 'silent' }) });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(bytes);
    const answer = await text(socket);
    await app.close();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>;
    expect(body).toEqual({
      error: body['message'],
      code: 'bad_request',
      message: expect.any(String),
      messageCode: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it('ends a request that does not arrive', () => {
    const app = createService({ log: pino({ level: 'silent' }) });
    expect(app.server.requestTimeout).toBeGreaterThan(0);
  });
});

describe('a parameter', () => {
  it('may be as long as its row says', async () => {
    const row = endpoint({
      method: 'GET',
      path: '/v1/words/{word}',
      summary: 'Read',
      access: { kind: 'public' },
      params: z.strictObject({ word: z.string().check(z.maxLength(200)) }),
      response: z.looseObject({}),
    });
    const app = serviceWith(row);
    expect((await app.inject(`/v1/words/${'a'.repeat(200)}`)).statusCode).toBe(200);
    const tooLong = await app.inject(`/v1/words/${'a'.repeat(201)}`);
    expect(tooLong.statusCode).toBe(400);
    expect(tooLong.json().fields).toEqual([expect.objectContaining({ path: 'params.word' })]);
  });
});
