import { say } from '@annals/contracts/messages';
import type { FastifyRequest } from 'fastify';
import pino from 'pino';
import * as z from 'zod/mini';
import { describe, expect, it, vi } from 'vitest';
import { endpoint, type Access, type Endpoint } from '@annals/contracts/endpoint';
import { positionHeader } from '@annals/contracts/position';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Caller } from '../caller.ts';
import type { ReadReplicas } from '../database/read-replicas.ts';
import { JsonText } from '../json-text.ts';
import { conflict, Problem } from '../problem.ts';
import { createService } from '../service.ts';
import { noDatabase } from '../testing/databases.ts';
import { admit, type Admission } from './admit.ts';
import { render, send, type Response } from './answer.ts';
import { checkInput, refuseAsOf } from './check-input.ts';
import { identify } from './identify.ts';

const partitionId = '01890a5d-ac96-774b-bcce-b302099a8057';
const caller: Caller = {
  userId: 'u',
  username: 'u',
  name: 'U',
  sessionId: 's',
  roles: [],
  scope: () => undefined,
};
const request = { headers: {}, query: {}, socket: {}, ip: '127.0.0.1' } as FastifyRequest;
const stop = new AbortController().signal;

const rowWith = (access: Access, method: Endpoint['method'] = 'GET'): Endpoint =>
  endpoint({
    method,
    path: access.kind === 'partition' ? '/v1/partitions/{partitionId}/things' : '/v1/things',
    summary: 'A call',
    access,
    params: access.kind === 'partition' ? z.strictObject({ partitionId: z.uuid() }) : undefined,
    response: z.looseObject({ version: z.optional(z.number()) }),
  });

describe('identify', () => {
  const identifying = (access: Access, found: Caller | undefined = caller) =>
    identify(rowWith(access), { authenticate: async () => found }, request);

  it('asks for nobody in a public call', async () => {
    const authenticate = vi.fn(async () => caller);
    await expect(
      identify(rowWith({ kind: 'public' }), { authenticate }, request),
    ).resolves.toBeUndefined();
    expect(authenticate).not.toHaveBeenCalled();
  });

  it('refuses strangers, tokens without the scope, and callers without the permission', async () => {
    await expect(identifying({ kind: 'signedIn' })).resolves.toBe(caller);
    await expect(
      identify(rowWith({ kind: 'signedIn' }), { authenticate: async () => undefined }, request),
    ).rejects.toMatchObject({ status: 401 });
    const token = { scopes: ['write' as const], partitionIds: undefined };
    await expect(identifying({ kind: 'signedIn' }, { ...caller, token })).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      identifying({ kind: 'permission', permission: 'users:read' }),
    ).rejects.toMatchObject({ status: 403 });
  });
});

describe('admit', () => {
  const admitting = (access: Access, role: MemberRole | undefined, method?: Endpoint['method']) =>
    admit(
      rowWith(access, method),
      { database: noDatabase, findMemberRole: async () => role },
      { caller, params: { partitionId }, request, stop },
    );
  const partition = (role: MemberRole): Access => ({ kind: 'partition', role });

  it('tells members what they lack, and others nothing', async () => {
    await expect(admitting(partition('READER'), 'READER')).resolves.toBeDefined();
    await expect(admitting(partition('OWNER'), 'EDITOR')).rejects.toMatchObject({ status: 403 });
    await expect(admitting(partition('READER'), undefined)).rejects.toMatchObject({ status: 404 });
    await expect(admitting(partition('EDITOR'), 'OWNER', 'POST')).rejects.toMatchObject({
      status: 403,
    });
  });

  it('leaves the role of a reader to the first statement, and confirms it at the end', async () => {
    const query = vi.fn(async () => []);
    const findMemberRole = vi.fn(async () => undefined);
    const admission = await admit(
      rowWith(partition('READER')),
      {
        database: { ...noDatabase, query },
        findMemberRole,
        memberRoleSource: {
          select: () => ({ sql: 'role' }) as never,
          selectPartition: () => ({ sql: 'partition' }) as never,
          roleOf: (_, role) => role ?? undefined,
        },
      },
      { caller, params: { partitionId }, request, stop },
    );
    expect([findMemberRole, query].map((each) => each.mock.calls.length)).toEqual([0, 0]);
    await expect(admission.confirm()).rejects.toMatchObject({ status: 404 });
  });
});

describe('checkInput', () => {
  it('names what is wrong where it is', () => {
    const schema = z.strictObject({ n: z.number(), list: z.array(z.string()) });
    const fields = () => checkInput(schema, { n: 'x', list: ['a', 1], more: 1 }, 'body');
    expect(fields).toThrow(
      expect.objectContaining({
        status: 400,
        extras: {
          fields: [
            expect.objectContaining({ path: 'body.n' }),
            expect.objectContaining({ path: 'body.list.1' }),
            { path: 'body', ...say('unknownKeys', { keys: 'more' }) },
          ],
        },
      }),
    );
    expect(checkInput(schema, { n: 1, list: [] }, 'body')).toEqual({ n: 1, list: [] });
  });

  it('refuses input that the call does not take, and what no database stores', () => {
    expect(checkInput(undefined, {}, 'query')).toBeUndefined();
    expect(() => checkInput(undefined, { a: '1' }, 'query')).toThrow('no query parameters');
    expect(() => checkInput(z.object({}), { a: '\0' }, 'query')).toThrow(Problem);
  });

  it('refuses to write into the past', () => {
    expect(() => refuseAsOf({ asOf: 'now' })).toThrow('The past cannot be changed');
    expect(refuseAsOf({})).toBeUndefined();
  });
});

describe('an answer', () => {
  const replicas = { position: async () => '0/16B3748' } as ReadReplicas;
  const admission: Admission = {
    queryable: noDatabase,
    confirm: async () => undefined,
    isOfReplica: false,
  };
  const answering = async (
    handling: () => Promise<unknown>,
    {
      method = 'GET',
      isOfReplica = false,
    }: { method?: Endpoint['method']; isOfReplica?: boolean } = {},
  ) => {
    const row = rowWith({ kind: 'signedIn' }, method);
    const app = createService({ log: pino({ level: 'silent' }) });
    app.get('/', async (_request, reply) => {
      const given = { reply, admission: { ...admission, isOfReplica } };
      const answer = await render(row, { replicas, checkResponses: true }, given, handling);
      return send(row, {}, { key: 'u', reply }, answer);
    });
    return app.inject('/');
  };

  it('has the version as its ETag, and the position of the database', async () => {
    const { headers, body } = await answering(async () => ({ version: 3 }));
    expect([headers['etag'], headers[positionHeader], body]).toEqual([
      '"3"',
      '0/16B3748',
      '{"version":3}',
    ]);
    const text = await answering(async () => new JsonText('{"version":3}'));
    expect(text.body).toBe(body);
  });

  it('has no position if a replica has answered, and one if a write is refused', async () => {
    const late = await answering(async () => ({}), { isOfReplica: true });
    expect(late.headers[positionHeader]).toBeUndefined();
    const refuse = async () => {
      throw conflict('changed', say('foreign', { text: 'Changed.' }));
    };
    const refused = await answering(refuse, { method: 'POST' });
    expect([refused.statusCode, refused.headers[positionHeader]]).toEqual([409, '0/16B3748']);
    expect((await answering(refuse)).headers[positionHeader]).toBeUndefined();
  });

  it('has no body if the status says so', async () => {
    const app = createService({ log: pino({ level: 'silent' }) });
    const nothing: Response = { status: 204, text: undefined };
    app.get('/', (_request, reply) =>
      send(rowWith({ kind: 'signedIn' }), {}, { key: 'u', reply }, nothing),
    );
    const { statusCode, body } = await app.inject('/');
    expect([statusCode, body]).toEqual([204, '']);
  });

  it('is checked against the row in tests', async () => {
    const app = await answering(async () => ({ version: 'three' }));
    expect(app.statusCode).toBe(500);
  });
});
