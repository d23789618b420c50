import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import type { GuardedFetchOptions } from '@annals/kit/outgoing/guarded-fetch';
import { providerFetch } from './provider-fetch.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function get(address: string, options: Partial<GuardedFetchOptions> = {}) {
  return providerFetch({ hosts: [], ...options })(address, {
    method: 'GET',
  });
}

it('returns the response of an allowed host', async () => {
  const host = await serving((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"a":1}');
  });
  const response = await get(`http://${host}/x`, { hosts: [host] });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({ a: 1 });
});

it('sends a form unchanged', async () => {
  const received: string[] = [];
  const host = await serving((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(`${request.method} ${chunk.toString()}`));
    request.on('end', () => response.end());
  });
  await providerFetch({ hosts: [host] })(`http://${host}/token`, {
    method: 'POST',
    headers: {},
    body: new URLSearchParams({ a: 'b c' }),
  });
  expect(received).toEqual(['POST a=b+c']);
});

it.each([
  ['http://idp.example/', /must start with https/],
  ['ftp://idp.example/', /must start with https/],
  ['https://user:secret@idp.example/', /must not contain a user name/],
  ['https://127.0.0.1/', /not have a public address/],
  ['https://127.1/', /not have a public address/],
  ['https://0x7f000001/', /not have a public address/],
  ['https://2130706433/', /not have a public address/],
  ['https://[::1]/', /not have a public address/],
  ['https://[::ffff:10.0.0.1]/', /not have a public address/],
  ['https://169.254.169.254/latest/meta-data/', /not have a public address/],
])('refuses %s', async (address, message) => {
  await expect(get(address)).rejects.toThrow(message);
});

it('refuses a name that resolves to a private address, even beside a public one', async () => {
  for (const addresses of [['10.0.0.1'], ['93.184.215.14', '192.168.0.1'], ['fd00::1']]) {
    const resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const refused = get('https://idp.example/', { resolve });
    await expect(refused).rejects.toThrow(/idp\.example does not have a public address/);
    await expect(refused).rejects.not.toThrow(/10\.0|192\.168|fd00/);
  }
});

it('connects to the first resolved address, whatever the name resolves to later', async () => {
  let asked = 0;
  const host = await serving((_, response) => {
    asked += 1;
    response.end('mine');
  });
  const port = host.split(':')[1];
  const resolve = vi
    .fn<NonNullable<GuardedFetchOptions['resolve']>>()
    .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
    .mockResolvedValue([{ address: '10.255.255.1', family: 4 }]);
  const response = await get(`http://rebound.example:${port}/`, {
    hosts: [`rebound.example:${port}`],
    resolve,
  });
  expect(await response.text()).toBe('mine');
  expect(resolve).toHaveBeenCalledTimes(1);
  expect(asked).toBe(1);
});

it('refuses a name that is public at first and private later', async () => {
  const resolve = vi
    .fn<NonNullable<GuardedFetchOptions['resolve']>>()
    // An unused documentation address would take time, so the deadline has already passed.
    .mockResolvedValueOnce([{ address: '93.184.215.14', family: 4 }])
    .mockResolvedValue([{ address: '127.0.0.1', family: 4 }]);
  const deadline = () => AbortSignal.abort();
  const options = { hosts: [], resolve };
  await expect(get('https://rebound.example/', { ...options, deadline })).rejects.toThrow(
    /longer than 5 seconds/,
  );
  await expect(get('https://rebound.example/', options)).rejects.toThrow(
    /not have a public address/,
  );
});

it('treats an entry without a port as the default port of the scheme', async () => {
  const host = await serving((_, response) => response.end());
  await expect(get(`http://${host}/`, { hosts: ['127.0.0.1'] })).rejects.toThrow(
    /must start with https/,
  );
});

it('follows no redirect', async () => {
  let asked = 0;
  const host = await serving((_, response) => {
    asked += 1;
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  });
  await expect(get(`http://${host}/`, { hosts: [host] })).rejects.toThrow(/redirect/);
  expect(asked).toBe(1);
});

it.each([
  ['as it is', (body: Buffer) => ({ body, headers: {} })],
  ['packed', (body: Buffer) => ({ body: gzipSync(body), headers: { 'content-encoding': 'gzip' } })],
])('reads at most 256 KiB, %s', async (_, pack) => {
  const answerOf = async (bytes: number) => {
    const { body, headers } = pack(Buffer.alloc(bytes, 'a'));
    const host = await serving((_request, response) => response.writeHead(200, headers).end(body));
    return get(`http://${host}/`, { hosts: [host] });
  };
  expect((await (await answerOf(256 * 1024)).arrayBuffer()).byteLength).toBe(256 * 1024);
  await expect(answerOf(256 * 1024 + 1)).rejects.toThrow(/larger than 256 KiB/);
});

it.each([
  ['no answer', (): void => undefined],
  [
    'an answer that does not end',
    (response: { write: (text: string) => void }) => response.write('{'),
  ],
])('gives up at the deadline: %s', async (_, answer) => {
  const deadline = new AbortController();
  const host = await serving((_request, response) => {
    answer(response);
    setImmediate(() => deadline.abort());
  });
  const options = { hosts: [host], deadline: () => deadline.signal };
  await expect(get(`http://${host}/`, options)).rejects.toThrow(/longer than 5 seconds/);
});

it('gives up at the deadline while the name is looked up', async () => {
  const deadline = new AbortController();
  const resolve = () => {
    setImmediate(() => deadline.abort());
    return new Promise<never>(() => undefined);
  };
  await expect(
    get('https://idp.example/', { resolve, deadline: () => deadline.signal }),
  ).rejects.toThrow(/longer than 5 seconds/);
});

it('reports a host that does not exist', async () => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));
  await expect(get('https://idp.example/', { resolve })).rejects.toThrow(
    /idp\.example was not found/,
  );
  const host = await serving((_, response) => response.end());
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
  await expect(get(`http://${host}/`, { hosts: [host] })).rejects.toThrow(/Could not connect/);
});
