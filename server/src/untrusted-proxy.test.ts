import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { UntrustedProxy } from './untrusted-proxy.ts';

/** Sends a request from a peer; returns the noticed address and the warnings. */
async function send(trustProxy: string[], remoteAddress: string, forwarded: string | undefined) {
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const app = Fastify({ trustProxy: trustProxy.length > 0 ? trustProxy : false });
  const untrusted = new UntrustedProxy();
  untrusted.watch(app, log);
  app.get('/', () => 'ok');
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  for (let time = 0; time < 2; time += 1)
    await app.inject({ method: 'GET', url: '/', remoteAddress, headers });
  await app.close();
  return { address: untrusted.address, warnings };
}

it.each(['127.0.0.1', '::ffff:10.0.0.7', 'fd00::7'])(
  'warns once about a proxy at %s that is not trusted',
  async (peer) => {
    const { address, warnings } = await send([], peer, '203.0.113.7');
    expect(address).toBe(peer.replace('::ffff:', ''));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('TRUST_PROXY');
  },
);

it.each([
  ['without the header', [], '127.0.0.1', undefined],
  ['from a trusted proxy', ['127.0.0.1'], '127.0.0.1', '203.0.113.7'],
  ['from anybody on the internet', [], '8.8.8.8', '203.0.113.7'],
] as const)('says nothing about a request %s', async (_, trusted, peer, forwarded) => {
  expect(await send([...trusted], peer, forwarded)).toEqual({ address: undefined, warnings: [] });
});

it('warns about a proxy besides the trusted one', async () => {
  expect((await send(['10.0.0.7'], '127.0.0.1', '203.0.113.7')).address).toBe('127.0.0.1');
});
