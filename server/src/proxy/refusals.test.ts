import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from '../testing/console-under-test.ts';
import { startHttpUpstream, type HttpUpstream } from '../testing/http-upstream.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function consoleBefore(...args: Parameters<typeof startConsole>): Promise<ConsoleUnderTest> {
  const server = await startConsole(...args);
  open.push(server.close);
  return server;
}

async function upstreamBehind(): Promise<HttpUpstream> {
  const upstream = await startHttpUpstream();
  open.push(upstream.close);
  return upstream;
}

describe('calls that are refused before anything is forwarded', () => {
  let upstream: HttpUpstream;
  let server: ConsoleUnderTest;
  beforeEach(async () => {
    upstream = await upstreamBehind();
    server = await consoleBefore({
      upstream: upstream.origin,
      config: { publicUrl: 'https://annals.example' },
    });
  });
  afterEach(() => {
    if (upstream.seen.length > 0) throw new Error('Something went up.');
  });

  it.each([
    ['no url', {}],
    ['a url that is no string', { url: 1 }],
    ['an unknown property', { url: '/v1/x', baseURL: 'http://evil.example' }],
    ['an unknown method', { url: '/v1/x', method: 'CONNECT' }],
    ['a method with a line break', { url: '/v1/x', method: 'GET / HTTP/1.1\r\n\r\nPOST' }],
    ['data on a GET', { url: '/v1/x', data: {} }],
    ['headers that are no object', { url: '/v1/x', headers: ['a'] }],
    ['a header that is no string', { url: '/v1/x', headers: { authorization: 1 } }],
    ['a header with a line break', { url: '/v1/x', headers: { authorization: 'a\r\nX: y' } }],
    ['a header with a NUL', '{"url":"/v1/x","headers":{"accept":"a\\u0000"}}'],
    ['a header beyond ASCII', { url: '/v1/x', headers: { accept: 'ä' } }],
    ['a header given twice', { url: '/v1/x', headers: { Accept: 'a', accept: 'b' } }],
    ['a long header', { url: '/v1/x', headers: { accept: 'a'.repeat(8193) } }],
    ['no object', '[]'],
    ['broken JSON', '{"url":'],
    ['a property twice', '{"url":"/v1/x","url":"/v1/y"}'],
    ['a header twice', '{"url":"/v1/x","headers":{"accept":"a","accept":"b"}}'],
    ['data twice', '{"url":"/v1/x","method":"POST","data":1,"\\u0064ata":2}'],
    ['a field __proto__', '{"url":"/v1/x","__proto__":{"method":"POST"}}'],
    [
      'more than 64 levels',
      `{"url":"/v1/x","method":"POST","data":${'['.repeat(64)}${']'.repeat(64)}}`,
    ],
  ])('%s: 400', async (_name, body) => {
    const reply = await server.call(body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      error: expect.any(String),
      code: 'bad_request',
      requestId: expect.any(String),
    });
  });

  it('more than 1 MiB: 413', async () => {
    expect(
      (await server.call({ url: '/v1/x', method: 'POST', data: 'x'.repeat(1024 * 1024) })).status,
    ).toBe(413);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    '',
  ])('Content-Type %j: 415', async (type) => {
    const reply = await server.call({ url: '/v1/x' }, { 'content-type': type });
    expect(reply.status).toBe(415);
  });

  it('an encoded body: 415', async () => {
    const reply = await server.call({ url: '/v1/x' }, { 'content-encoding': 'gzip' });
    expect(reply.status).toBe(415);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the scheme of another', { origin: 'http://annals.example' }],
    ['the port of another', { origin: 'https://annals.example:444' }],
    ['no origin to name', { origin: 'null' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
  ])('%s: 403', async (_name, headers: Record<string, string>) => {
    expect((await server.call({ url: '/v1/x' }, headers)).status).toBe(403);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s: 405', async (method) => {
    const reply = await fetch(`${server.origin}/api/annals`, { method });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('POST');
  });

  it('another product: 404', async () => {
    const reply = await fetch(`${server.origin}/api/other`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(reply.status).toBe(404);
  });
});

it('our own origin passes: PUBLIC_URL and the address of the request', async () => {
  const upstream = await upstreamBehind();
  const server = await consoleBefore({
    upstream: upstream.origin,
    config: { publicUrl: 'https://annals.example' },
  });
  const statuses = [];
  for (const origin of ['https://annals.example', server.origin])
    statuses.push(
      (await server.call({ url: '/v1/x' }, { origin, 'sec-fetch-site': 'same-origin' })).status,
    );
  expect(statuses).toEqual([200, 200]);
});

it('while the services start: 503 with Retry-After', async () => {
  const server = await consoleBefore();
  const reply = await server.call({ url: '/v1/x' });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
});
