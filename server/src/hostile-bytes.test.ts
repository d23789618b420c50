import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerMalformed } from '@annals/kit/malformed-request';
import { securityHeaders } from './security-headers.ts';
import { startConsole, type ConsoleUnderTest } from './testing/console-under-test.ts';
import { startHttpUpstream, type HttpUpstream } from './testing/http-upstream.ts';

let upstream: HttpUpstream;
let server: ConsoleUnderTest;
beforeAll(async () => {
  upstream = await startHttpUpstream();
  server = await startConsole({ upstream: upstream.origin });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(() => void upstream.seen.splice(0));

/** Everything received on one connection until the server closes it. */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    // A server that has reported an error closes the connection during further input.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    socket.write(bytes);
  });
}

const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** The security headers that a response lacks. */
function missingHeaders(received: string): string[] {
  const [head = ''] = received.split('\r\n\r\n');
  const lines = head.toLowerCase().split('\r\n');
  return Object.entries(securityHeaders(false))
    .filter(([name, value]) => !lines.includes(`${name}: ${value}`.toLowerCase()))
    .map(([name]) => name);
}

const call = '{"url":"/v1/x"}';
const another = `POST /api/annals HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`;
const post = (headers: string, body: string | Buffer = call) =>
  Buffer.concat([
    Buffer.from(
      `POST /api/annals HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`,
    ),
    Buffer.from(body),
  ]);
const length = `Content-Length: ${call.length}`;
const get = (line: string, headers = 'Host: localhost\r\n') =>
  `${line} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

it('a valid call is forwarded', async () => {
  expect(statusesIn(await exchange(post(length)))).toEqual([200]);
  expect(upstream.seen).toHaveLength(1);
});

describe('ambiguous bytes are answered once, and not forwarded', () => {
  it.each<[string, string | Buffer, number]>([
    [
      'a length and chunks',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${another}`),
      400,
    ],
    [
      'chunks and a length',
      post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${another}`),
      400,
    ],
    ['two lengths', post(`Content-Length: 0\r\n${length}`), 400],
    ['a length with a sign', post(`Content-Length: +${call.length}`), 400],
    ['a length that is none', post('Content-Length: 0x0f'), 400],
    ['chunks under another name', post('Transfer-Encoding: xchunked', another), 400],
    ['a space before the colon', post(`Content-Length : ${call.length}`), 400],
    ['a folded header', post(`${length}\r\nAccept: a\r\n b`), 400],
    ['a NUL in a header', post(`${length}\r\nAccept: a\0b`), 400],
    ['a return without a feed in a header', post(`${length}\r\nAccept: a\rX: b`), 400],
    ['feeds without returns', post(length).toString().replaceAll('\r\n', '\n'), 400],
    ['no host', get('GET /healthz', ''), 400],
    ['two hosts', get('GET /healthz', 'Host: localhost\r\nhOST: evil.example\r\n'), 400],
    ['a space in the target', get('GET /a b'), 400],
    ['a NUL in the target', get('GET /\0'), 400],
    ['no target', 'GET HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['another version', 'GET / HTTP/3.0\r\nHost: localhost\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), 400],
    ['no request at all', 'SSH-2.0-OpenSSH_9.9\r\n', 400],
    ['headers of 20 KB', get('GET /', `Host: localhost\r\nA: ${'a'.repeat(20_000)}\r\n`), 431],
    [
      'chunks with a long extension',
      post('Transfer-Encoding: chunked', `f;${'x'.repeat(20_000)}\r\n${call}\r\n0\r\n\r\n`),
      400,
    ],
    ['what nobody expects', post(`${length}\r\nExpect: the-unexpected`), 417],
    [
      'a body that is compressed',
      post(`Content-Encoding: gzip\r\nContent-Length: ${gzipSync(call).length}`, gzipSync(call)),
      415,
    ],
    ['more than was announced', post(`Content-Length: 4`, `null${another}`), 400],
  ])('%s', async (_name, bytes, status) => {
    const received = await exchange(bytes);
    expect(statusesIn(received)).toEqual([status]);
    expect(missingHeaders(received)).toEqual([]);
    expect(upstream.seen).toEqual([]);
  });
});

describe('responses outside of routes have the security headers', () => {
  it.each([
    ['a path that cannot be decoded', get('GET /%zz'), 400],
    ['a path with half a character', get('GET /%ed%a0%80'), 400],
    ['a path to nowhere', get('GET /api/nowhere'), 404],
    ['a target that is too long', get(`GET /${'a'.repeat(20_000)}`), 431],
    ['a parameter that is too long', get(`GET /a/${'a'.repeat(16_300)}`), 404],
    ['a body that is too large', post('Content-Length: 99999999'), 413],
  ])('%s', async (_name, bytes, status) => {
    const received = await exchange(bytes);
    expect(statusesIn(received)).toEqual([status]);
    expect(missingHeaders(received)).toEqual([]);
  });

  it('a request that does not arrive in time', async () => {
    const both = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    const written: string[] = [];
    both.write = (chunk: unknown) => written.push(String(chunk)) > 0;
    const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    answerMalformed(
      securityHeaders(false),
      error,
      Object.assign(both, { destroySoon: () => both.destroy() }) as never,
    );
    expect(statusesIn(written.join(''))).toEqual([408]);
    expect(missingHeaders(written.join(''))).toEqual([]);
  });
});

describe('unneeded methods', () => {
  it.each([
    'TRACE /',
    'TRACK /',
    'OPTIONS *',
    'OPTIONS /login',
    'PROPFIND /',
    'PUT /index.html',
    'DELETE /',
  ])('%s is refused, without repeating the request', async (line) => {
    const headers = 'Host: localhost\r\nAuthorization: Bearer secret\r\n';
    const received = await exchange(get(line, headers));
    expect(statusesIn(received)[0]).toBeGreaterThanOrEqual(400);
    expect(received).not.toContain('secret');
    expect(received.toLowerCase()).not.toContain('access-control-');
    expect(missingHeaders(received)).toEqual([]);
  });

  it('a tunnel is refused', async () => {
    expect(statusesIn(await exchange(get('CONNECT evil.example:443')))).toEqual([]);
  });

  it('a protocol switch is refused', async () => {
    const headers = 'Host: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n';
    expect(statusesIn(await exchange(get('GET /healthz', headers)))).toEqual([200]);
  });
});

describe('a form of another site', () => {
  it.each([
    ['as browsers send it', 'application/x-www-form-urlencoded'],
    ['as text that is JSON', 'text/plain'],
    ['with a second type', 'text/plain; application/json'],
  ])('%s does nothing', async (_name, type) => {
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const { status } = await server.call(call, { 'content-type': type, ...headers });
      expect(status).toBe('origin' in headers || 'sec-fetch-site' in headers ? 403 : 415);
    }
    expect(upstream.seen).toEqual([]);
  });
});
