import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, RequestClients } from './request-clients.ts';
import { createService } from './service.ts';

const client = { address: '203.0.113.9', userAgent: 'Firefox' };
const log = Fastify({ logger: { level: 'silent' } }).log;

function service(options: Partial<Parameters<typeof createService>[0]>): FastifyInstance {
  const app = createService({ log, ...options });
  app.get('/', (request) => ({ ...clientOf(request), id: request.id }));
  return app;
}

describe('a service behind the console server', () => {
  const requestClients = new RequestClients();
  const app = service({ requestClients });
  afterAll(() => app.close());

  const ask = async (id: string, remoteAddress = '127.0.0.1') => {
    const headers = { 'x-request-id': id, 'user-agent': 'curl' };
    const answer = await app.inject({ url: '/', remoteAddress, headers });
    return { ...answer.json<object>(), header: answer.headers['x-request-id'] };
  };

  it('finds the client of a request by its key, and restores its id', async () => {
    const key = requestClients.register(client, 'request-of-ada');
    const known = { ...client, id: 'request-of-ada', header: 'request-of-ada' };
    expect(await ask(key)).toEqual(known);
    expect(await ask(key, '::1')).toEqual(known);
    expect(await ask(key, '::ffff:127.0.0.1')).toEqual(known);
    requestClients.remove(key);
    expect(await ask(key)).toMatchObject({ address: '127.0.0.1', userAgent: 'curl', id: key });
  });

  it('distinguishes two requests with one id', async () => {
    const other = { address: '203.0.113.10', userAgent: 'Safari' };
    const keys = [
      requestClients.register(client, 'same-same'),
      requestClients.register(other, 'same-same'),
    ];
    expect(await ask(keys[0] ?? '')).toMatchObject({ ...client, id: 'same-same' });
    expect(await ask(keys[1] ?? '')).toMatchObject({ ...other, id: 'same-same' });
    requestClients.remove(keys[0] ?? '');
    expect(await ask(keys[1] ?? '')).toMatchObject(other);
  });

  it('ignores keys from another machine, and the request’s own id', async () => {
    const key = requestClients.register(client, 'request-of-eve');
    expect(await ask(key, '203.0.113.66')).toMatchObject({ address: '203.0.113.66' });
    expect(await ask('request-of-eve')).toMatchObject({ address: '127.0.0.1', userAgent: 'curl' });
  });

  it('creates an id for a request without a usable one', async () => {
    const key = requestClients.register(client, 'no id at all');
    expect(await ask(key)).toMatchObject({
      ...client,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('creates keys that cannot be guessed from one another', () => {
    const keys = Array.from({ length: 100 }, () => requestClients.register(client, 'x'));
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
  });
});

describe('X-Forwarded-For', () => {
  const ask = async (
    trustProxy: string[],
    remoteAddress: string,
    forwarded: string,
  ): Promise<unknown> => {
    const app = service({ trustProxy });
    const headers = { 'x-forwarded-for': forwarded };
    const answer = await app.inject({ url: '/', remoteAddress, headers });
    await app.close();
    return answer.json<{ address: string }>().address;
  };

  it.each([
    ['is not trusted without a trusted proxy', [], '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['is not trusted from this machine either', [], '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    ['is not trusted from another proxy', ['10.0.0.7'], '10.0.0.8', '203.0.113.9', '10.0.0.8'],
    ['is trusted from the trusted proxy', ['10.0.0.7'], '10.0.0.7', '203.0.113.9', '203.0.113.9'],
    [
      'only its last entry is trusted',
      ['10.0.0.7'],
      '10.0.0.7',
      '127.0.0.1, 192.0.2.1, 203.0.113.9',
      '203.0.113.9',
    ],
    [
      'is followed through a chain of trusted proxies',
      ['10.0.0.0/8'],
      '10.0.0.7',
      '192.0.2.1, 203.0.113.9, 10.1.1.1',
      '203.0.113.9',
    ],
    ['is ignored if it is not an address', ['10.0.0.7'], '10.0.0.7', 'localhost', '10.0.0.7'],
    ['IPv6', ['::1'], '::1', '2001:db8::1', '2001:db8::1'],
    // Azure's Application Gateway and App Service add the client's port.
    ['a port is no part of it', ['10.0.0.7'], '10.0.0.7', '203.0.113.9:61598', '203.0.113.9'],
    ['nor of IPv6', ['10.0.0.7'], '10.0.0.7', '[2001:db8::1]:61598', '2001:db8::1'],
    [
      'nor of a proxy on the way',
      ['10.0.0.0/8'],
      '10.0.0.7',
      '192.0.2.1, 203.0.113.9:443, 10.1.1.1:61598',
      '203.0.113.9',
    ],
    ['IPv4 in hexadecimal', ['::ffff:a00:0/104'], '10.0.0.7', '::ffff:cb00:7109', '203.0.113.9'],
    [
      'a proxy on the way in hexadecimal',
      ['10.0.0.0/8'],
      '10.0.0.7',
      '203.0.113.9, ::ffff:a01:101',
      '203.0.113.9',
    ],
    ['all of IPv6 is no IPv4', ['::/0'], '10.0.0.7', '203.0.113.9', '10.0.0.7'],
    [
      'IPv4 written as IPv6',
      ['127.0.0.1'],
      '::ffff:127.0.0.1',
      '::ffff:203.0.113.9',
      '203.0.113.9',
    ],
  ])('%s', async (_, trusted, from, forwarded, address) => {
    expect(await ask(trusted, from, forwarded)).toBe(address);
  });
});

describe('through a real socket', () => {
  const requestClients = new RequestClients();
  const app = service({ requestClients });
  let port = 0;
  beforeAll(async () => {
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(() => app.close());

  it('refuses two keys in one request', async () => {
    const key = requestClients.register(client, 'request-of-ada');
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${key}\r\nX-Request-Id: ${key}\r\nConnection: close\r\n\r\n`,
        ),
      );
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(answer).toContain('"address":"127.0.0.1"');
  });
});
