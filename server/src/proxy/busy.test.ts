import { afterEach, expect, it, vi } from 'vitest';
import type { ServerResponse } from 'node:http';
import { startConsole } from '../testing/console-under-test.ts';
import { startHttpUpstream } from '../testing/http-upstream.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const connections = 128;
const most = 256;

it('a service that does not keep up is asked no more than it can be, and the others are', async () => {
  const held: ServerResponse[] = [];
  const upstream = await startHttpUpstream((reply) => held.push(reply));
  const other = await startHttpUpstream((reply) => reply.end('{}'));
  const deadlines = { headersMs: 60_000, wholeMs: 60_000 };
  const server = await startConsole({
    upstream: upstream.origin,
    data: other.origin,
    deadlines,
  });
  open.push(upstream.close, other.close, server.close);

  const calls = Array.from({ length: most + 3 }, () => server.call({ url: '/v1/users' }));
  const refused = await Promise.race(calls);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({
    code: 'overloaded',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect((await server.call({ url: '/v1/health' })).status).toBe(200);
  await vi.waitFor(() => expect(held).toHaveLength(connections));

  // Whoever waits for changes stands in a line of their own.
  const waits = server.call({ url: '/v1/partitions/x/changes?wait=25' });
  await vi.waitFor(() => expect(held).toHaveLength(connections + 1));

  // So does whoever renews a session, which would end for want of it, and whoever signs in.
  const others = ['REFRESH_TOKEN', 'PASSWORD'].map((type) =>
    server.call({ url: `/authentication/v1/auth?type=${type}`, method: 'POST', data: {} }),
  );
  await vi.waitFor(() => expect(held).toHaveLength(connections + 3));

  const answering = setInterval(() => held.splice(0).forEach((reply) => reply.end('{}')), 1);
  const statuses = (await Promise.all([...calls, waits, ...others])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(most + 3);
  expect(statuses.filter((status) => status === 503)).toHaveLength(3);
  expect((await server.call({ url: '/v1/users' })).status).toBe(200);
  clearInterval(answering);
});
