import { afterEach, describe, expect, it } from 'vitest';
import { serviceNames, type ServiceName } from '@annals/contracts/service-name';
import { startConsole } from '../testing/console-under-test.ts';
import { startHttpUpstream } from '../testing/http-upstream.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const secret = 'a'.repeat(43);
const pair = `__Host-annals-trusted-devices=${secret}`;
const set = `${pair}; Path=/; Max-Age=1209600; HttpOnly; SameSite=Strict; Secure`;

/** A service that sets cookies with every response, behind a console that knows or does not know it. */
async function start(
  knownServices: readonly ServiceName[],
  { cookies = [set, 'session=1; Path=/'], announces = false } = {},
) {
  const upstream = await startHttpUpstream((reply) =>
    reply
      .writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': cookies,
        ...(announces && { 'annals-service': 'authentication' }),
      })
      .end('{}'),
  );
  const server = await startConsole({ upstream: upstream.origin, config: { knownServices } });
  open.push(upstream.close, server.close);
  const call = (url: string, cookie = `theme=dark; ${pair}; other=1`) =>
    server.call({ url, method: 'POST', data: {} }, { cookie });
  return { upstream, call };
}

const signIn = '/v1/auth?type=PASSWORD';

describe('the cookie of trusted devices', () => {
  it('goes to a sign-in at our own service and back, alone', async () => {
    const { upstream, call } = await start(serviceNames);
    const { headers } = await call(signIn);
    expect(upstream.seen[0]?.headers.cookie).toBe(pair);
    expect(headers.getSetCookie()).toEqual([set]);
  });

  it.each([
    '/v1/auth/password-reset',
    '/v1/auth/passkey',
    '/v1/partitions',
    '/v1/users/current/password',
  ])('goes nowhere else: %s', async (url) => {
    const { upstream, call } = await start(serviceNames);
    const { headers } = await call(url);
    expect(upstream.seen[0]?.headers).not.toHaveProperty('cookie');
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('is neither given to nor taken from a service of another vendor', async () => {
    const { upstream, call } = await start([]);
    for (let count = 0; count < 2; count++)
      expect((await call(signIn)).headers.getSetCookie()).toEqual([]);
    expect(upstream.seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  it('goes to a service once that has announced itself', async () => {
    const { upstream, call } = await start([], { announces: true });
    await call('/v1/auth/passkey');
    expect((await call(signIn)).headers.getSetCookie()).toEqual([set]);
    expect(upstream.seen.at(-1)?.headers.cookie).toBe(pair);
  });

  it.each([
    ['another name', 'session=1; Path=/; HttpOnly'],
    ['a domain', set.replace('Path=/', 'Path=/; Domain=example.org')],
    ['a line break in disguise', `${set}, session=1`],
  ])('is not passed on with %s', async (_, cookie) => {
    const { call } = await start(serviceNames, { cookies: [cookie] });
    expect((await call(signIn)).headers.getSetCookie()).toEqual([]);
  });

  it.each(['annals-trusted-devices=short', `${pair}x`, 'theme=dark'])(
    'is not passed on with a value that we did not set: %s',
    async (cookie) => {
      const { upstream, call } = await start(serviceNames);
      await call(signIn, cookie);
      expect(upstream.seen[0]?.headers).not.toHaveProperty('cookie');
    },
  );
});
