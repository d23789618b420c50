import { request } from 'node:http';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { startConsole } from '../testing/console-under-test.ts';
import { startHttpUpstream } from '../testing/http-upstream.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A console before two services, called as programs call it: the call itself, behind /api/annals. */
async function start(config: Parameters<typeof startConsole>[0] = {}) {
  const authentication = await startHttpUpstream();
  const data = await startHttpUpstream();
  const server = await startConsole({
    upstream: authentication.origin,
    data: data.origin,
    ...config,
  });
  open.push(authentication.close, data.close, server.close);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${server.origin}/api/annals${path}`, init);
  return { authentication, data, call, origin: server.origin };
}

describe('a call behind /api/annals', () => {
  it('is forwarded unchanged to the service of its path', async () => {
    const { authentication, data, call } = await start();
    await call('/authentication/v1/roles');
    await call('/v1/users?role=A&role=B%20C');
    await call('/v1/jobs');
    expect(authentication.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/roles',
      'GET /v1/users?role=A&role=B%20C',
    ]);
    expect(data.seen.map(({ url }) => url)).toEqual(['/v1/jobs']);
  });

  it('is forwarded too if the request line names the whole address, as a proxy may write it', async () => {
    const { authentication, origin } = await start();
    const path = 'http://annals.example.org/api/annals/v1/users?role=A';
    const status = await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: new URL(origin).port, path }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect([status, authentication.seen.map(({ url }) => url)]).toEqual([
      200,
      ['/v1/users?role=A'],
    ]);
  });

  it('carries its body byte for byte, its credential and its key, and no other headers', async () => {
    const { authentication, call } = await start();
    const body =
      '{ "name" : "Ä", "n": [1.0, 1e400, -0, 9007199254740993], "n": 1, "__proto__": 2 }';
    await call('/v1/partitions', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-akarion-api-token': 'ann_secret',
        'idempotency-key': 'key-12345',
        cookie: 'a=b',
        'x-forwarded-for': '192.0.2.1',
      },
    });
    const [seen] = authentication.seen;
    expect(seen).toMatchObject({
      method: 'POST',
      body,
      headers: { 'x-akarion-api-token': 'ann_secret', 'idempotency-key': 'key-12345' },
    });
    expect(Object.keys(seen?.headers ?? {})).not.toContain('cookie');
    expect(Object.keys(seen?.headers ?? {})).not.toContain('x-forwarded-for');
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('%s is forwarded too', async (method) => {
    const { authentication, call } = await start();
    expect((await call('/v1/users/1', { method })).status).toBe(200);
    expect(authentication.seen.map((each) => each.method)).toEqual([method]);
  });

  it('is refused if no service has the path', async () => {
    const { authentication, data, call } = await start();
    for (const [path, status] of [
      ['/other/v1', 404],
      ['/v1//users', 400],
      ['/v1/users/%41da', 400],
      ['/', 400],
    ] as const)
      expect([path, (await call(path)).status]).toEqual([path, status]);
    expect(await (await call('/v1//users')).json()).toMatchObject({
      code: 'bad_request',
      fields: [{ path: 'url' }],
    });
    expect([...authentication.seen, ...data.seen]).toEqual([]);
  });

  it('is checked as strictly as the same call in an envelope', async () => {
    const { authentication, data, call } = await start();
    const segment = fc.stringMatching(/^[\w.~%;:@!-]{0,12}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 4 }), async (segments) => {
        authentication.seen.length = 0;
        data.seen.length = 0;
        const path = `/v1/users/${segments.join('/')}`;
        const { status } = await call(path);
        const up = [...authentication.seen, ...data.seen].map(({ url }) => url);
        // fetch itself resolves dot segments before it sends
        expect([200, 400, 404]).toContain(status);
        expect(up).toHaveLength(status === 200 ? 1 : 0);
        const isDisguised = (url = '') => /\/\.{1,2}(?:\/|$)|%2e|\/\//i.test(url);
        expect(up.filter(isDisguised)).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('is refused from a page of another origin, and with other methods', async () => {
    const { authentication, call } = await start();
    expect((await call('/v1/users', { headers: { origin: 'https://evil.example' } })).status).toBe(
      403,
    );
    for (const method of ['OPTIONS', 'HEAD']) {
      const reply = await call('/v1/users', { method });
      expect([reply.status, reply.headers.get('allow')]).toEqual([
        405,
        'GET, POST, PUT, PATCH, DELETE',
      ]);
    }
    expect(authentication.seen).toEqual([]);
  });

  it('is refused with 415 if the body is not JSON, and with 400 if it is invalid', async () => {
    const { authentication, call } = await start();
    const post = (type: string, body: string) =>
      call('/v1/users', { method: 'POST', headers: { 'content-type': type }, body });
    expect((await post('text/plain', '{}')).status).toBe(415);
    expect((await post('application/json', '{')).status).toBe(400);
    expect(authentication.seen).toEqual([]);
    // Nothing is of any type.
    await post('text/plain', '');
    expect(authentication.seen).toMatchObject([{ method: 'POST', url: '/v1/users', body: '' }]);
  });
});
