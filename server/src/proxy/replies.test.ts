import { afterEach, describe, expect, it, vi } from 'vitest';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { startConsole } from '../testing/console-under-test.ts';
import { startRawUpstream } from '../testing/raw-upstream.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of open.splice(0).toReversed()) await close();
});

async function behind(
  answer: (socket: Socket, count: number) => void,
  deadlines = { headersMs: 60_000, wholeMs: 60_000 },
) {
  const upstream = await startRawUpstream(answer);
  const server = await startConsole({ upstream: upstream.origin, deadlines });
  open.push(upstream.close, server.close);
  return { upstream, server };
}

const replying = (status: string, headers: string[], body: string | Buffer) => (socket: Socket) => {
  const head = [
    `HTTP/1.1 ${status}`,
    ...headers,
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.end(body);
};

describe('a reply is passed on unchanged', () => {
  it.each([
    '200 OK',
    '201 Created',
    '202 Accepted',
    '400 Bad',
    '401 No',
    '404 No',
    '409 No',
    '412 No',
    '422 No',
    '429 Wait',
    '500 Oh',
    '503 Away',
  ])('%s', async (status) => {
    const body = '{ "error" : "x", "n": 1.50 }\n';
    const { server } = await behind(replying(status, ['content-type: application/json'], body));
    const reply = await server.call({ url: '/v1/x', method: 'POST', data: {} });
    expect(reply.status).toBe(Number(status.slice(0, 3)));
    expect(await reply.text()).toBe(body);
  });

  it('without a body', async () => {
    const { server } = await behind((socket) =>
      socket.end('HTTP/1.1 204 No Content\r\netag: "7"\r\n\r\n'),
    );
    const reply = await server.call({ url: '/v1/x', method: 'DELETE' });
    expect([reply.status, await reply.text(), reply.headers.get('etag')]).toEqual([204, '', '"7"']);
  });

  it('a bare array of another service', async () => {
    const { server } = await behind(
      replying('200 OK', ['content-type: application/json'], '[{"id":"1"}]'),
    );
    expect(await (await server.call({ url: '/v1/partitions' })).json()).toEqual([{ id: '1' }]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('decoded, if the service encodes it by %s', async (name, encode) => {
    const sent = encode('{"id":"1"}');
    const headers = ['content-type: application/json', `content-encoding: ${name}`];
    const { server } = await behind(replying('200 OK', headers, sent));
    const reply = await server.call({ url: '/v1/x' });
    expect(await reply.json()).toEqual({ id: '1' });
  });

  it.each([
    ['long JSON, compressed', 'application/json', 5_000, {}, 'gzip'],
    ['short JSON', 'application/json', 500, {}, null],
    ['anything else', 'application/octet-stream', 5_000, {}, null],
    [
      'long JSON, if the client does not accept gzip',
      'application/json',
      5_000,
      { 'accept-encoding': 'identity' },
      null,
    ],
  ])('%s', async (_name, type, length, accepted, encoding) => {
    const body = JSON.stringify('ring '.repeat(length / 5));
    const { server } = await behind(replying('200 OK', [`content-type: ${type}`], body));
    const reply = await server.call({ url: '/v1/x' }, accepted);
    expect([reply.headers.get('content-encoding'), await reply.text()]).toEqual([encoding, body]);
  });

  it('bytes that are not JSON', async () => {
    const bytes = Buffer.from([0, 255, 1, 13, 10, 128]);
    const { server } = await behind(
      replying('200 OK', ['content-type: application/octet-stream'], bytes),
    );
    const reply = await server.call({ url: '/v1/x' });
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes);
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('with the named headers only', async () => {
    const { server } = await behind(
      replying(
        '200 OK',
        [
          'content-type: application/json',
          'etag: "1"',
          'retry-after: 7',
          'x-request-id: from-above',
          'set-cookie: a=b',
          'server: secret/1.2',
          'access-control-allow-origin: *',
          'content-security-policy: none',
        ],
        '{}',
      ),
    );
    const reply = await server.call({ url: '/v1/x' });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/json',
      etag: '"1"',
      'retry-after': '7',
      'x-request-id': 'from-above',
    });
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect(reply.headers.get('server')).toBeNull();
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  });

  it.each([
    ['Bearer realm="theirs"', 'Bearer realm="theirs"'],
    ['Basic realm="theirs"', null],
    ['Negotiate', null],
  ])(
    'the challenge %s of a 401 as %s, so that no browser asks for a password',
    async (sent, got) => {
      const { server } = await behind(
        replying(
          '401 Unauthorized',
          ['content-type: application/json', `www-authenticate: ${sent}`],
          '{}',
        ),
      );
      const reply = await server.call({ url: '/v1/x' });
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, got]);
    },
  );

  it('a redirect is neither followed nor shown', async () => {
    const { server, upstream } = await behind(
      replying('302 Found', ['location: http://127.0.0.1:1/v1/other'], ''),
    );
    const reply = await fetch(`${server.origin}/api/annals`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: '{"url":"/v1/x"}',
    });
    expect([reply.status, reply.headers.get('location'), upstream.received.length]).toEqual([
      302,
      null,
      1,
    ]);
  });
});

const brief = { headersMs: 150, wholeMs: 300 };

async function failing(
  answer: (socket: Socket, count: number) => void,
  deadlines?: { headersMs: number; wholeMs: number },
): Promise<{ outcome: unknown[]; attempts: number }> {
  const { server, upstream } = await behind(answer, deadlines);
  const reply = await server.call({ url: '/v1/x', method: 'POST', data: {} });
  const body = (await reply.json()) as Record<string, unknown>;
  expect(body).toMatchObject({
    error: expect.any(String),
    message: expect.any(String),
    requestId: expect.any(String),
  });
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|UND_ERR|\bat \S*[(/]/);
  return { outcome: [reply.status, body['code']], attempts: upstream.received.length };
}

const trickle = (socket: Socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
};

const sending = (bytes: string) => (socket: Socket) => socket.end(bytes);

describe('a reply that cannot be passed on', () => {
  it('no reply in time: 504', async () => {
    expect((await failing(() => undefined, brief)).outcome).toEqual([504, 'upstream_deadline']);
  });

  it('a body that trickles past the deadline: 504', async () => {
    expect((await failing(trickle, brief)).outcome).toEqual([504, 'upstream_deadline']);
  });

  it('a reset connection: 502, without a retry', async () => {
    expect(await failing((socket) => socket.resetAndDestroy())).toEqual({
      outcome: [502, 'upstream_unreachable'],
      attempts: 1,
    });
  });

  it('half a body: 502', async () => {
    const half = sending('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"half":');
    expect((await failing(half)).outcome).toEqual([502, 'upstream_unreachable']);
  });

  it('half a chunked body: 502', async () => {
    const half = sending('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n');
    expect((await failing(half)).outcome).toEqual([502, 'upstream_unreachable']);
  });

  it('not HTTP: 502', async () => {
    expect((await failing((socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n'))).outcome).toEqual([
      502,
      'upstream_unusable',
    ]);
  });

  it.each(['gzip', 'br', 'compress'])(
    'a body that does not have the named encoding %s: 502',
    async (name) => {
      const reply = replying('200 OK', [`content-encoding: ${name}`], 'x');
      expect((await failing(reply)).outcome).toEqual([502, 'upstream_unusable']);
    },
  );

  it('more than 10 MiB once it is decoded: 502', async () => {
    const tooMuch = gzipSync(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
    const reply = replying('200 OK', ['content-encoding: gzip'], tooMuch);
    expect((await failing(reply)).outcome).toEqual([502, 'upstream_unusable']);
  });

  it('more than 10 MiB, announced or not: 502', async () => {
    const tooMuch = Buffer.alloc(10 * 1024 * 1024 + 1, 'x');
    expect((await failing(replying('200 OK', [], tooMuch))).outcome).toEqual([
      502,
      'upstream_unusable',
    ]);
    const onlyAnnounced = sending(`HTTP/1.1 200 OK\r\ncontent-length: ${tooMuch.length}\r\n\r\n`);
    expect((await failing(onlyAnnounced)).outcome).toEqual([502, 'upstream_unusable']);
    const unannounced = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
      socket.end(tooMuch);
    };
    expect((await failing(unannounced)).outcome).toEqual([502, 'upstream_unusable']);
  });

  it('nobody listens: 502', async () => {
    const gone = await startRawUpstream();
    await gone.close();
    const server = await startConsole({ upstream: gone.origin });
    open.push(server.close);
    expect((await server.call({ url: '/v1/x' })).status).toBe(502);
  });

  it('does not affect other calls', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { server, upstream } = await behind((socket, count) => {
      if (count > 0) replying('200 OK', [], '{}')(socket);
    });
    const hanging = server.call({ url: '/v1/hangs' });
    await expect.poll(() => upstream.received.length).toBe(1);
    expect((await server.call({ url: '/v1/works' })).status).toBe(200);
    vi.advanceTimersByTime(60_000);
    expect((await hanging).status).toBe(504);
  });
});

it('exactly 10 MiB is passed on', async () => {
  const { server } = await behind(replying('200 OK', [], Buffer.alloc(10 * 1024 * 1024, 'x')));
  expect((await (await server.call({ url: '/v1/x' })).arrayBuffer()).byteLength).toBe(
    10 * 1024 * 1024,
  );
});

it('a GET with a reset connection is retried once', async () => {
  const { server, upstream } = await behind((socket, count) =>
    count === 0 ? socket.resetAndDestroy() : replying('200 OK', [], '{}')(socket),
  );
  expect((await server.call({ url: '/v1/x' })).status).toBe(200);
  expect(upstream.received).toHaveLength(2);

  const always = await behind((socket) => socket.resetAndDestroy());
  expect((await always.server.call({ url: '/v1/x' })).status).toBe(502);
  expect(always.upstream.received).toHaveLength(2);
});

it('a GET with an incomplete reply is not retried', async () => {
  const { server, upstream } = await behind((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
  );
  expect((await server.call({ url: '/v1/x' })).status).toBe(502);
  expect(upstream.received).toHaveLength(1);
});

describe('a file', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/zip\r\nconnection: close\r\n';
  const piece = Buffer.alloc(1024 * 1024, 'z');
  const ask = { url: '/v1/partitions/p/evidence' };

  it.each(['application/zip', 'application/x-ndjson'])(
    '%s is passed on however long it is and takes',
    async (type) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const whole = 24 * piece.length;
      let sendPiece: () => unknown = () => undefined;
      const { server } = await behind((socket) => {
        socket.write(`${head.replace('application/zip', type)}content-length: ${whole}\r\n\r\n`);
        sendPiece = () => socket.write(piece);
        sendPiece();
      });
      const reply = await server.call(ask);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
      let received = 0;
      for await (const { length } of reply.body ?? []) {
        received += length;
        if (received < whole && received % piece.length === 0) {
          // Each pause is shorter than the deadline for a whole answer, and all of them are much longer.
          vi.advanceTimersByTime(20_000);
          sendPiece();
        }
      }
      expect(received).toBe(whole);
    },
  );

  it.each<[string, (socket: Socket) => unknown]>([
    ['ends early', (socket) => socket.end()],
    ['is reset', (socket) => socket.resetAndDestroy()],
    ['stops', () => undefined],
  ])('that %s breaks off, so that nobody takes the part for the whole', async (_, then) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { server } = await behind((socket) => {
      socket.write(`${head}content-length: ${2 * piece.length}\r\n\r\n`);
      socket.write(piece, () => then(socket));
    });
    const reply = await server.call(ask);
    expect(reply.status).toBe(200);
    const read = async () => {
      let received = 0;
      for await (const { length } of reply.body ?? []) {
        received += length;
        // Nothing more comes before the deadline.
        if (received === piece.length) vi.advanceTimersByTime(60_000);
      }
    };
    await expect(read()).rejects.toThrow(/terminated|aborted/);
  });

  it('is cancelled at the service when the client disconnects', async () => {
    let closed = false;
    const { server } = await behind((socket) => {
      socket.on('close', () => (closed = true));
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n`);
    });
    // A connection of its own, which fetch would open anew after it ended.
    const client = request(`${server.origin}/api/annals`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    client.end(JSON.stringify(ask));
    const [reply] = (await once(client, 'response')) as [IncomingMessage];
    await once(reply, 'data');
    reply.destroy();
    await expect.poll(() => closed).toBe(true);
  });

  it('is read completely, within the limit, as the reply to a write', async () => {
    const { server } = await behind(
      replying('200 OK', ['content-type: application/zip'], Buffer.alloc(11 * 1024 * 1024)),
    );
    const reply = await server.call({ ...ask, method: 'POST', data: {} });
    expect(reply.status).toBe(502);
  });
});
