import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from './testing/console-under-test.ts';
import { startHttpUpstream, type HttpUpstream } from './testing/http-upstream.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
let upstream: HttpUpstream;
let server: ConsoleUnderTest;
let status = 204;
beforeAll(async () => {
  upstream = await startHttpUpstream((reply) =>
    reply
      .writeHead(status, { 'content-type': 'application/json' })
      .end(status === 204 ? undefined : '{"message":"It was received before."}'),
  );
  server = await startConsole({ upstream: upstream.origin, data: 'http://127.0.0.1:2' });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(() => {
  status = 204;
  upstream.seen.length = 0;
});

const post = (path: string, fields: Record<string, string> | [string, string][]) =>
  fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    // As the provider's page posts it.
    headers: { origin: 'https://id.example.org' },
  });

it('passes the response of a provider on to the login page', async () => {
  const response = await post('/login', {
    code: 'a code & more',
    state: 's',
    iss: 'https://id.example.org',
    session_state: 'not needed',
  });
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
  const to = new URL(response.headers.get('location') ?? '', server.origin);
  expect([to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
    '/login',
    { code: 'a code & more', state: 's', iss: 'https://id.example.org' },
  ]);
});

it('passes on no field that occurs twice', async () => {
  const response = await post('/login', [
    ['code', 'one'],
    ['code', 'two'],
    ['error', 'access_denied'],
  ]);
  expect(response.headers.get('location')).toBe('/login?error=access_denied');
});

it('passes a logout token on to the service', async () => {
  const response = await post(`/back-channel-logout/${id}`, { logout_token: 'a.b.c' });
  expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
    200,
    'no-store',
    '',
  ]);
  expect(upstream.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', `/v1/auth/identity-providers/${id}/logout`, '{"logoutToken":"a.b.c"}'],
  ]);
});

it.each([
  [400, 400, 'It was received before.'],
  [404, 400, 'It was received before.'],
])('answers %s of the service with %s, as providers expect it', async (given, expected, why) => {
  status = given;
  const response = await post(`/back-channel-logout/${id}`, { logout_token: 'a.b.c' });
  expect(response.status).toBe(expected);
  expect(await response.json()).toEqual({ error: 'invalid_request', error_description: why });
});

it('asks the provider to try again while the service fails', async () => {
  status = 503;
  const response = await post(`/back-channel-logout/${id}`, { logout_token: 'a.b.c' });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
});

it.each<[string, string, Record<string, string>]>([
  ['no token', `/back-channel-logout/${id}`, {}],
  ['no provider', '/back-channel-logout/..%2Fusers', { logout_token: 'a.b.c' }],
])('passes on nothing with %s', async (_, path, fields) => {
  const response = await post(path, fields);
  expect(response.status).toBe(400);
  expect(upstream.seen).toEqual([]);
});

it('takes no larger body', async () => {
  const response = await post(`/back-channel-logout/${id}`, { logout_token: 'a'.repeat(40_000) });
  expect(response.status).toBe(413);
});
