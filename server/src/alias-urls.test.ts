import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConsoleFiles } from './console-files.ts';
import type { Deadlines } from './proxy/upstream.ts';
import { makeBuiltConsole } from './testing/built-console.ts';
import { startConsole, type ConsoleUnderTest } from './testing/console-under-test.ts';
import { startHttpUpstream, type HttpUpstream } from './testing/http-upstream.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const objectPage = `/v1/partitions/${id}/objects/${id}`;

let upstream: HttpUpstream;
let server: ConsoleUnderTest;
let answer: (reply: ServerResponse) => void;
const built = makeBuiltConsole();
beforeAll(async () => {
  upstream = await startHttpUpstream((reply) => answer(reply));
  server = await startAt(upstream);
});
afterAll(async () => {
  await server.close();
  await upstream.close();
  built.remove();
});

const startAt = ({ origin }: HttpUpstream, deadlines?: Deadlines) =>
  startConsole({
    files: readConsoleFiles(built.directory, 'annals'),
    upstream: origin,
    data: 'http://127.0.0.1:2',
    config: { aliasHosts: ['docs.example.org'] },
    ...(deadlines && { deadlines }),
  });
const answering = (status: number, body: string) => {
  answer = (reply) => reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
};
const leadingTo = (location: unknown) => answering(200, JSON.stringify({ location }));
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** As a person opens it, unless the headers say otherwise. */
const open = (path: string, { headers, ...init }: RequestInit = {}, { origin } = server) =>
  fetch(origin + path, {
    redirect: 'manual',
    headers: { 'user-agent': browser, ...(headers as Record<string, string> | undefined) },
    ...init,
  });
const isConsole = async (response: Response) => (await response.text()).startsWith('<!doctype');

it.each([
  objectPage,
  `/v1/partitions/${id}/timelines/${id}/objects/latest`,
  'https://docs.example.org/guide?a=b#c',
])('leads to %s', async (location) => {
  leadingTo(location);
  upstream.seen.length = 0;
  const response = await open('/a/Tree.Rings');
  expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(upstream.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/v1/alias-url/visit?alias=tree.rings', ''],
  ]);
});

it('HEAD redirects and counts no visit', async () => {
  leadingTo(objectPage);
  upstream.seen.length = 0;
  const response = await open('/a/rings', { method: 'HEAD' });
  expect([response.status, response.headers.get('location')]).toEqual([302, objectPage]);
  expect(upstream.seen.map(({ url }) => url)).toEqual([
    '/v1/alias-url/visit?alias=rings&count=false',
  ]);
});

it.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/v1/users',
  '/login?redirect=//evil.example',
  `${objectPage}?x=//evil.example`,
  `${objectPage}/../../../..//evil.example`,
  `/v1/partitions/..%2f..%2fevil/objects/${id}`,
  'javascript:alert(1)',
  'https://evil.example/',
  'https://docs.example.org@evil.example/',
  'https://docs.example.org:444/',
  `${objectPage}\r\nset-cookie: a=b`,
  '',
  17,
  null,
])('never redirects to %j, whatever a service returns', async (location) => {
  leadingTo(location);
  const response = await open('/a/rings');
  expect([response.status, response.headers.get('location')]).toEqual([404, null]);
});

it.each([
  [404, 404],
  [501, 404],
  [401, 404],
  [500, 502],
  [503, 503],
])('for a service that answers %i: %i, and the console says why', async (given, status) => {
  answering(given, '{"error":"no"}');
  const response = await open('/a/rings');
  expect([
    response.status,
    response.headers.get('cache-control'),
    await isConsole(response),
  ]).toEqual([status, 'no-store', true]);
});

it('redirects nowhere for a response that is not JSON, or missing', async () => {
  answering(200, '<html>');
  expect((await open('/a/rings')).status).toBe(404);
  // With separate limits, because on a busy machine even a response may take longer than this.
  const hurried = await startAt(upstream, { headersMs: 100, wholeMs: 100 });
  answer = () => undefined;
  expect((await open('/a/rings', {}, hurried)).status).toBe(504);
  await hurried.close();
  answer = (reply) => reply.destroy();
  expect((await open('/a/rings')).status).toBe(502);
});

it('forwards nothing that cannot be an alias', async () => {
  upstream.seen.length = 0;
  for (const path of ['/a/-', '/a/a%2Fb', '/a/a%00', '/a/b%20c', '/a/', '/a', '/a/b/c'])
    expect([path, (await open(path)).status]).toEqual([path, 404]);
  expect(upstream.seen).toEqual([]);
});

it('sends bots no page', async () => {
  answering(404, '{}');
  const response = await open('/a/rings', { headers: { 'user-agent': 'Googlebot/2.1' } });
  expect([response.status, await response.text()]).toEqual([404, 'Not found.\n']);
});

it('reports that it is starting until the services are known', async () => {
  const starting = await startConsole();
  const response = await fetch(`${starting.origin}/a/rings`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  await starting.close();
});
