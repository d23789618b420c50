import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConsoleFiles } from './console-files.ts';
import { makeBuiltConsole, script } from './testing/built-console.ts';
import { startConsole, type ConsoleUnderTest } from './testing/console-under-test.ts';
import { startHttpUpstream } from './testing/http-upstream.ts';

let server: ConsoleUnderTest;
const built = makeBuiltConsole();
beforeAll(async () => {
  const files = readConsoleFiles(built.directory, 'annals');
  server = await startConsole({
    files,
    upstream: 'http://127.0.0.1:1',
    data: 'http://127.0.0.1:2',
  });
});
afterAll(async () => {
  await server.close();
  built.remove();
});

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Unlike fetch, does not decode bodies or normalize paths. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(server.origin, { method, path, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });
}

const asset = '/assets/main-abc123.js';

it('the licences of what is in the program are a file of the console, if it is built', () => {
  const notices = mkdtempSync(join(tmpdir(), 'annals-notices-'));
  const served = () => readConsoleFiles(built.directory, 'annals', [], notices).files;
  expect(served().has('/notices/program.json')).toBe(false);
  writeFileSync(join(notices, 'program.json'), '{"packages":[],"texts":[]}');
  writeFileSync(join(notices, 'program.json.br'), brotliCompressSync('{}'));
  const file = served().get('/notices/program.json');
  expect(file).toMatchObject({ contentType: expect.stringMatching('application/json') });
  expect([...(file?.variants.keys() ?? [])]).toEqual(['identity', 'br']);
  rmSync(notices, { recursive: true });
});

describe('files', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])('Accept-Encoding %s', async (accepted, encoding, decode) => {
    const { status, headers, body } = await ask(asset, { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('accept-encoding');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(decode(body).toString()).toBe(script);
  });

  it('have a tag per encoding; a cached one is not sent again', async () => {
    const plain = String((await ask(asset)).headers['etag']);
    const brotli = String((await ask(asset, { 'accept-encoding': 'br' })).headers['etag']);
    expect(plain).toMatch(/^"[\w-]+"$/);
    expect(brotli).not.toBe(plain);
    for (const tags of [plain, `W/${plain}`, `"other", ${plain}`, '*']) {
      const { status, headers, body } = await ask(asset, { 'if-none-match': tags });
      expect([status, body.length, headers['etag'], headers['vary']]).toEqual([
        304,
        0,
        plain,
        'accept-encoding',
      ]);
    }
    expect((await ask(asset, { 'if-none-match': brotli })).status).toBe(200);
  });

  it('answer HEAD with the headers of GET', async () => {
    const got = await ask(asset, { 'accept-encoding': 'br' });
    const head = await ask(asset, { 'accept-encoding': 'br' }, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-type', 'content-encoding', 'etag'])
      expect(head.headers[name]).toBe(got.headers[name]);
  });

  it('without a compressed variant are sent plain, and revalidated', async () => {
    const { headers } = await ask('/favicon.svg', { 'accept-encoding': 'br' });
    expect([
      headers['content-encoding'],
      headers['content-type'],
      headers['cache-control'],
    ]).toEqual([undefined, 'image/svg+xml', 'no-cache']);
  });
});

const isIndex = ({ headers, body }: Answer) =>
  headers['content-type'] === 'text/html; charset=utf-8' &&
  body.toString().startsWith('<!doctype html>');

describe('routes of the console', () => {
  it.each([
    '/',
    '/login',
    '/login?redirect=%2F',
    '/v1/users',
    '/v1/partitions/a.b/objects/recent',
    '/set-password',
  ])('%s: 200 and index.html', async (path) => {
    const answer = await ask(path);
    expect([answer.status, isIndex(answer), answer.headers['cache-control']]).toEqual([
      200,
      true,
      'no-cache',
    ]);
  });

  it.each([
    ['/', '</assets/calls-def456.js>; rel=modulepreload'],
    ['/v1/users?page=2', '</assets/calls-def456.js>; rel=modulepreload'],
    ['/login?redirect=%2F', undefined],
    ['/nowhere', undefined],
  ])('%s: includes the transport if a page starts with a call: %s', async (path, link) => {
    expect((await ask(path)).headers['link']).toBe(link);
  });

  it('index.html contains the product and the build', async () => {
    const html = (await ask('/')).body.toString();
    expect(html).toContain(
      '<head lang="en"><meta name="product" content="annals"><meta name="build" content="build-1"><meta name="services" content="">',
    );
    const { body } = await ask('/', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(body).toString()).toBe(html);
  });

  it('escapes what is filled in', () => {
    const { index, login } = readConsoleFiles(built.directory, '"><script>&');
    expect(index.variants.get('identity')?.body.toString()).toContain(
      'content="&quot;&gt;&lt;script&gt;&amp;"',
    );
    expect(login.variants.get('identity')?.body.toString()).toContain(
      '<h1>Sign in to &quot;&gt;&lt;script&gt;&amp;</h1>',
    );
  });

  it.each(['/login', '/login?redirect=%2F'])(
    '%s contains the form to sign in to the product',
    async (path) => {
      const html = (await ask(path)).body.toString();
      expect(html).toContain('<h1>Sign in to Annals</h1>');
      expect(html).toContain('<meta name="build" content="build-1">');
      expect((await ask('/reset')).body.toString()).not.toContain('Sign in to');
    },
  );

  it.each([
    '/nowhere',
    '/v1/users/a/b/c',
    '/v1/partitions//objects',
    '/LOGIN',
    '/../../etc/passwd',
    '/%2e%2e/etc/passwd',
  ])('%s: 404, shown by the console', async (path) => {
    const answer = await ask(path);
    expect([answer.status, isIndex(answer), answer.headers['etag']]).toEqual([
      404,
      true,
      undefined,
    ]);
  });

  it.each(['/v1/accounts/ada@example.org', '/v1/users/ada.l/roles/x.y', '/robots.txt'])(
    '%s: 404, shown by the console to who asks for a page',
    async (path) => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const answer = await ask(path, { accept });
      expect([answer.status, isIndex(answer)]).toEqual([404, true]);
      expect(isIndex(await ask(path, { accept: '*/*' }))).toBe(false);
      const old = await ask('/assets/main-old.js', { accept });
      expect([old.status, isIndex(old)]).toEqual([404, false]);
    },
  );

  it.each(['/v1/users/%', '/v1/users/%C3', '/nowhere/%zz?a=%'])(
    '%s, which cannot be decoded: 404, shown by the console to who asks for a page',
    async (path) => {
      const answer = await ask(path, { accept: 'text/html' });
      expect([answer.status, isIndex(answer)]).toEqual([404, true]);
      expect((await ask(path, { accept: '*/*' })).status).toBe(400);
      expect((await ask('/api/annals/v1/users/%zz', { accept: 'text/html' })).status).toBe(400);
      const toBot = await ask(path, { accept: 'text/html', 'user-agent': 'Googlebot/2.1' });
      expect([toBot.status, toBot.body.toString()]).toEqual([404, 'Not found.\n']);
    },
  );

  it('bots get no error page', async () => {
    const answer = await ask('/nowhere', {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)',
    });
    expect([answer.status, answer.body.toString()]).toEqual([404, 'Not found.\n']);
    expect((await ask('/login', { 'user-agent': 'Googlebot/2.1' })).status).toBe(200);
  });

  it.each([
    '/assets/main-old.js',
    '/assets/',
    '/assets',
    '/assets/../index.html',
    '/favicon.ico',
    '/robots.txt',
    '/index.html',
    '/login.html',
    '/build.json',
    `${asset}.br`,
    '/.env',
    '/assets/%00',
    '/api/unknown',
    '/api',
    '/builds/',
    '/builds/meta/other.json',
    '/builds/meta/build-1',
  ])('%s: 404 and no page', async (path) => {
    const answer = await ask(path);
    expect([answer.status, isIndex(answer)]).toEqual([404, false]);
  });

  it('paths full of dots take no more time than others', async () => {
    /** The shortest, which a pause of the machine does not change. */
    const millisecondsFor = async (character: string) => {
      let shortest = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 10; round++) {
        const started = performance.now();
        expect((await ask(`/${character.repeat(15_000)}/`)).status).toBe(404);
        shortest = Math.min(shortest, performance.now() - started);
      }
      return shortest;
    };
    // A search in quadratic time takes twenty times as long, on any machine.
    const letters = await millisecondsFor('a');
    expect(await millisecondsFor('.')).toBeLessThan(5 * letters);
  });

  it('other methods: 404', async () => {
    expect((await ask('/reset', {}, 'POST')).status).toBe(404);
  });
});

it('reports where the services are', async () => {
  const { body } = await ask('/api/env');
  expect(JSON.parse(body.toString())).toEqual({
    PRODUCT_NAME: 'annals',
    AUTHENTICATION_ENDPOINT: 'http://127.0.0.1:1',
    ANNALS_ENDPOINT: 'http://127.0.0.1:2',
    SERVICES: 'authentication data',
    MCP_PATH: '/mcp',
  });
});

it('reports the public addresses, if configured', async () => {
  const named = await startConsole({
    config: { publicUrl: 'https://annals.example.org' },
    upstream: 'http://127.0.0.1:1',
  });
  const env: unknown = await (await fetch(`${named.origin}/api/env`)).json();
  expect(env).toMatchObject({ PUBLIC_URL: 'https://annals.example.org' });
  const document = await (await fetch(`${named.origin}/openapi.json`)).json();
  expect(document).toMatchObject({ servers: [{ url: 'https://annals.example.org/api/annals' }] });
  await named.close();
});

it('learns from responses which services are Annals’ own, and offers assistants only with them', async () => {
  let announced: Record<string, string> = {};
  const upstream = await startHttpUpstream((reply) => {
    for (const [name, value] of Object.entries(announced)) reply.setHeader(name, value);
    reply.end('{}');
  });
  const other = await startConsole({ config: { knownServices: [] }, upstream: upstream.origin });
  const environment = async () =>
    (await (await fetch(`${other.origin}/api/env`)).json()) as Record<string, string>;
  const callAs = async (url: string, service?: string) => {
    announced = service === undefined ? {} : { 'annals-service': service };
    const reply = await other.call({ url });
    expect(reply.headers.get('annals-service')).toBe(service ?? null);
    return (await environment())['SERVICES'];
  };
  expect(await environment()).toMatchObject({ SERVICES: '' });
  expect(await callAs('/v1/users')).toBe('');
  expect(await callAs('/v1/users', 'authentication')).toBe('authentication');
  expect(await environment()).not.toHaveProperty('MCP_PATH');
  expect(await callAs('/v1/partitions', 'data')).toBe('authentication data');
  expect(await environment()).toHaveProperty('MCP_PATH');
  expect(await callAs('/v1/partitions')).toBe('authentication');
  await other.close();
  await upstream.close();
});

it('names the services in its document that are known from the start', () => {
  const { index } = readConsoleFiles(built.directory, 'annals', ['authentication', 'data']);
  expect(index.variants.get('identity')?.body.toString()).toContain(
    '<meta name="services" content="authentication data">',
  );
});

it('supports another product name', async () => {
  const other = await startConsole({
    config: { productName: 'chronicle' },
    upstream: 'http://127.0.0.1:1',
  });
  const env: unknown = await (await fetch(`${other.origin}/api/env`)).json();
  expect(env).toMatchObject({
    PRODUCT_NAME: 'chronicle',
    CHRONICLE_ENDPOINT: 'http://127.0.0.1:1',
  });
  const document = await (await fetch(`${other.origin}/openapi.json`)).json();
  expect(document).toMatchObject({ servers: [{ url: '/api/chronicle' }] });
  expect((await fetch(`${other.origin}/api/annals`, { method: 'POST' })).status).toBe(404);
  await other.close();
});

it('returns the manifest of its build', async () => {
  const latest = await ask('/builds/latest.json');
  expect(JSON.parse(latest.body.toString())).toEqual({
    id: 'build-1',
    timestamp: 1_700_000_000_000,
  });
  expect(latest.headers['cache-control']).toBe('no-store');
  const meta = await ask('/builds/meta/build-1.json');
  expect(JSON.parse(meta.body.toString())).toEqual({
    id: 'build-1',
    timestamp: 1_700_000_000_000,
    assets: [
      '/assets/calls-def456.js',
      '/assets/main-abc123.js',
      '/favicon.svg',
      '/index.html',
      '/login.html',
    ],
  });
});

it('every response has the security headers', async () => {
  const answers = [
    await ask('/'),
    await ask(asset),
    await ask(asset, { 'if-none-match': '*' }),
    await ask('/nowhere'),
    await ask('/assets/none.js'),
    await ask('/api/env'),
    await ask('/api/annals', {}, 'POST'),
    await ask('/api/annals', {}, 'PUT'),
    await ask('/api/none', {}, 'POST'),
    await ask('/builds/latest.json'),
    await ask('/healthz'),
    await ask('/readyz'),
  ];
  for (const { headers } of answers) {
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-request-id']).toBeTruthy();
  }
});

it('sends HSTS if the public address is https', async () => {
  const secure = await startConsole({ config: { publicUrl: 'https://annals.example' } });
  const { headers } = await fetch(`${secure.origin}/healthz`);
  expect(headers.get('strict-transport-security')).toBe('max-age=15552000');
  await secure.close();
});

it('is not ready until the services are known', async () => {
  const starting = await startConsole();
  expect((await fetch(`${starting.origin}/readyz`)).status).toBe(503);
  expect((await fetch(`${starting.origin}/healthz`)).status).toBe(200);
  await starting.close();
});
