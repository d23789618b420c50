import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { anyTarget } from '../testing/any-target.ts';
import { startConsole, type ConsoleUnderTest } from '../testing/console-under-test.ts';
import { startHttpUpstream, type HttpUpstream } from '../testing/http-upstream.ts';
import { startRawUpstream } from '../testing/raw-upstream.ts';

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

/** What is wrong with the bytes that an approved url made. */
function faultOf(head: string | undefined, url: string, origin: string): string | undefined {
  const [line = '', host = ''] = head?.split('\r\n') ?? [];
  const lines = [url, url.replace('/authentication', '')].map((target) => `GET ${target} HTTP/1.1`);
  if (!lines.includes(line) || !/^GET \/v1[^ #\\]* HTTP\/1\.1$/.test(line)) return `sent ${line}`;
  if (`http://${host.replace(/^host: /i, '')}` !== origin) return `sent to ${host}`;
  return head?.match(/HTTP\/1\.1/g)?.length === 1 ? undefined : 'sent more than one request';
}

function faultOfRefusal(status: number, head: string | undefined): string | undefined {
  if (head !== undefined) return `refused, and yet sent ${head}`;
  return status === 400 || status === 404 ? undefined : `answered ${status}`;
}

describe('a forwarded call', () => {
  it('is exactly an approved path on the configured origin, or nothing, for any string', async () => {
    const upstream = await startRawUpstream();
    open.push(upstream.close);
    const server = await consoleBefore({ upstream: upstream.origin });
    let approved = 0;
    await fc.assert(
      fc.asyncProperty(anyTarget, async (url) => {
        upstream.received.length = 0;
        const { status } = await server.call({ url });
        if (status === 200) approved += 1;
        const [head, ...more] = upstream.received;
        const wrong =
          status === 200 ? faultOf(head, url, upstream.origin) : faultOfRefusal(status, head);
        expect([wrong, more]).toEqual([undefined, []]);
      }),
      { numRuns: runs(600) },
    );
    expect(approved).toBeGreaterThan(runs(20));
  });

  it('goes to the service of its path', async () => {
    const authentication = await upstreamBehind();
    const data = await upstreamBehind();
    const server = await consoleBefore({ upstream: authentication.origin, data: data.origin });
    for (const url of ['/authentication/v1/roles', '/v1/partitions/x', '/v1/jobs'])
      await server.call({ url });
    expect(authentication.seen.map(({ url }) => url)).toEqual(['/v1/roles', '/v1/partitions/x']);
    expect(data.seen.map(({ url }) => url)).toEqual(['/v1/jobs']);
  });

  it('logs only the prefix of an unknown endpoint', async () => {
    const upstream = await upstreamBehind();
    const server = await consoleBefore({ upstream: upstream.origin });
    const reply = await server.call({ url: '/other/secret-token?x=secret' });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({
      code: 'unknown_endpoint',
      error: expect.any(String),
    });
    expect(server.logged).toContainEqual(
      expect.objectContaining({ msg: 'unknown endpoint', prefix: 'other' }),
    );
    expect(JSON.stringify(server.logged)).not.toContain('secret');
    expect(upstream.seen).toEqual([]);
  });

  it('carries data byte for byte', async () => {
    const upstream = await upstreamBehind();
    const server = await consoleBefore({ upstream: upstream.origin });
    const written = [
      '{ "b" :1.50, "a": [1e3,\t-2.5E-1, "\\u00e9\\/", "é \u{1F600}"],\n "data": {"data": 1} }',
      '"text"',
      '"{\\"a\\":1}"',
      '[]',
      '12.0',
      'false',
      '""',
      '[9007199254740993, 1.10, 1e400, 0.99999999999999999999, -0, -0.0]',
      '{"a":1,"a":{"b":2,"b":"\\ud800"},"__proto__":{"x":"\\u0000"}}',
    ];
    for (const data of written)
      await server.call(
        `{"headers":{"Accept":"a/b"}, "data" :\n ${data} ,"method":"POST","url":"/v1/x"}`,
      );
    for (const data of written) await server.call(`{"url":"/v1/x","method":"POST","data":${data}}`);
    expect(upstream.seen.map(({ body }) => body)).toEqual([...written, ...written]);
    expect(upstream.seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'a/b',
    });
  });

  it('has no body and no Content-Type without data', async () => {
    const upstream = await upstreamBehind();
    const server = await consoleBefore({ upstream: upstream.origin });
    await server.call({
      url: '/v1/organizational-units?name=A',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    });
    await server.call({ url: '/v1/tokens/1', method: 'delete', data: null });
    expect(
      upstream.seen.map(({ method, body, headers }) => [method, body, headers['content-type']]),
    ).toEqual([
      ['POST', '', undefined],
      ['DELETE', '', undefined],
    ]);
  });

  it('carries only the listed headers, under their own names', async () => {
    const upstream = await upstreamBehind();
    const server = await consoleBefore({ upstream: upstream.origin });
    const named = {
      Authorization: 'Bearer x',
      'X-Akarion-Api-Token': 'key',
      'content-type': 'application/json; charset=utf-8',
      ACCEPT: 'application/json',
      'Accept-Language': 'de',
      'If-Match': '"1"',
      'If-None-Match': '"2"',
      'Idempotency-Key': 'abc',
      'X-Request-Id': 'request-12345',
    };
    const others = {
      Cookie: 'a=b',
      Host: 'evil.example',
      Connection: 'upgrade',
      'Transfer-Encoding': 'chunked',
      'Content-Length': '5',
      'X-Forwarded-For': '1.2.3.4',
      Expect: '100-continue',
      __proto__: 'x',
    };
    await server.call(
      { url: '/v1/x', method: 'POST', data: {}, headers: { ...named, ...others } },
      {
        cookie: 'c=d',
        'x-forwarded-host': 'evil.example',
        authorization: 'Bearer of-the-outer-request',
      },
    );
    const lowerCased = Object.fromEntries(
      Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(upstream.seen[0]?.headers).toEqual({
      ...lowerCased,
      host: upstream.origin.slice('http://'.length),
      connection: 'keep-alive',
      'content-length': '2',
    });
  });

  it('has the request id that the response quotes', async () => {
    const upstream = await upstreamBehind();
    const server = await consoleBefore({ upstream: upstream.origin });
    const reply = await server.call({ url: '/v1/x' });
    expect(reply.headers.get('x-request-id')).toBe(upstream.seen[0]?.headers['x-request-id']);
  });
});
