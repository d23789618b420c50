import pino from 'pino';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { endpoint } from '@annals/contracts/endpoint';
import { checkIfMatch } from './etag.ts';
import { mountOn } from './mount.ts';
import { noDatabase } from './testing/databases.ts';
import { createService } from './service.ts';

const thing = { id: 'a', version: 3 };

function service() {
  const app = createService({ log: pino({ level: 'silent' }) });
  const mount = mountOn(app, { database: noDatabase, authenticate: async () => undefined });
  const row = {
    path: '/v1/thing',
    summary: 'A thing',
    access: { kind: 'public' },
    response: z.looseObject({}),
    takesIfMatch: true,
  } as const;
  mount(endpoint({ ...row, method: 'GET' }), async () => thing);
  mount(endpoint({ ...row, path: '/v1/nothing', method: 'GET' }), async () => ({ version: '3' }));
  mount(endpoint({ ...row, method: 'PUT', records: 'nothing' }), async ({ request }) => {
    checkIfMatch(request, thing.version, thing);
    return { ...thing, version: 4 };
  });
  const { takesIfMatch: _, ...plain } = row;
  mount(
    endpoint({ ...plain, path: '/v1/plain', method: 'PUT', records: 'nothing' }),
    async () => ({}),
  );
  mount(endpoint({ ...row, method: 'DELETE', records: 'nothing' }), async ({ request }) => {
    checkIfMatch(request, thing.version);
    return {};
  });
  return app;
}

const app = service();
const change = (tags?: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  app.inject({
    method,
    url: '/v1/thing',
    headers: tags === undefined ? {} : { 'if-match': tags },
  });

describe('a response with a version', () => {
  it('carries it as its ETag, including after a change', async () => {
    expect((await app.inject('/v1/thing')).headers['etag']).toBe('"3"');
    expect((await change()).headers['etag']).toBe('"4"');
  });

  it('carries no ETag if the version is not a number', async () => {
    expect((await app.inject('/v1/nothing')).headers).not.toHaveProperty('etag');
  });
});

describe('If-Match', () => {
  it.each([undefined, '*', ' * ', '"3"', '"2", "3"', '"2","3"'])(
    'allows an edit of this version (%s)',
    async (tags) => {
      expect((await change(tags)).statusCode).toBe(200);
    },
  );

  it.each(['"2"', 'W/"2"', '3', '', '"33"', '"2", "4"'])(
    'refuses an edit of any other version (%s)',
    async (tags) => {
      const answer = await change(tags);
      expect(answer.statusCode).toBe(412);
      expect(answer.json()).toMatchObject({ code: 'changed_meanwhile', current: thing });
    },
  );

  it('says that a weak tag never matches, as a proxy that compresses makes it (RFC 9110, section 13.1.1)', async () => {
    const answer = await change('"2", W/"3"');
    expect(answer.statusCode).toBe(412);
    expect(answer.json()).toMatchObject({
      code: 'weak_tag',
      messageCode: 'weakTag',
      current: thing,
    });
  });

  it('returns the current state only if the call provides it', async () => {
    const answer = await change('"2"', 'DELETE');
    expect(answer.statusCode).toBe(412);
    expect(answer.json()).not.toHaveProperty('current');
  });

  it('is refused by a call that compares no versions', async () => {
    const send = (headers: Record<string, string>) =>
      app.inject({ method: 'PUT', url: '/v1/plain', headers });
    expect((await send({})).statusCode).toBe(200);
    const refused = await send({ 'if-match': '"3"' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ fields: [{ path: 'headers.if-match' }] });
  });
});
