import { afterEach, expect, it } from 'vitest';
import { startFaultProxy, type Fault } from '@annals/kit/testing/fault-proxy';
import { startConsole } from '../testing/console-under-test.ts';
import { startHttpUpstream } from '../testing/http-upstream.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const body = JSON.stringify({ text: 'ring '.repeat(1_000) });
const brief = { headersMs: 300, wholeMs: 600 };
const patient = { headersMs: 20_000, wholeMs: 25_000 };

/** A console whose authentication service is behind a fault, while its data service is not. */
async function behindFault(fault: Fault, deadlines: typeof brief) {
  const upstream = await startHttpUpstream((reply) =>
    reply.writeHead(200, { 'content-type': 'application/json' }).end(body),
  );
  const proxy = await startFaultProxy(Number(new URL(upstream.origin).port));
  const server = await startConsole({
    upstream: `http://127.0.0.1:${proxy.port}`,
    data: upstream.origin,
    deadlines,
  });
  open.push(upstream.close, () => proxy.close(), server.close);
  proxy.set(fault);
  return { proxy, server };
}

it.each<[string, Fault, typeof brief, number, string]>([
  ['slow to begin', { latencyMs: 2_000 }, brief, 504, 'upstream_deadline'],
  ['hanging in the head', { hangAfter: 20 }, brief, 504, 'upstream_deadline'],
  ['hanging in the body', { hangAfter: 900 }, brief, 504, 'upstream_deadline'],
  ['too slow to end in time', { bytesPerSecond: 2_000 }, brief, 504, 'upstream_deadline'],
  ['reset at once', { resetAfter: 0 }, patient, 502, 'upstream_unreachable'],
  ['reset in the head', { resetAfter: 20 }, patient, 502, 'upstream_unreachable'],
  ['reset in the body', { resetAfter: 900 }, patient, 502, 'upstream_unreachable'],
  ['ending after half a body', { halfCloseAfter: 900 }, patient, 502, 'upstream_unreachable'],
])(
  'a service that is %s is told of, the other one answers meanwhile, and all is well afterwards',
  async (_, fault, deadlines, status, code) => {
    const { proxy, server } = await behindFault(fault, deadlines);
    const faulty = Array.from({ length: 8 }, () =>
      server.call({ url: '/v1/users', method: 'POST', data: {} }),
    );
    const other = async () => (await server.call({ url: '/v1/jobs' })).status;
    await expect.poll(other).toBe(200);
    for (const reply of await Promise.all(faulty))
      expect([reply.status, await reply.json()]).toMatchObject([status, { code }]);
    proxy.set({});
    proxy.break();
    const again = async () => (await server.call({ url: '/v1/users' })).text();
    await expect.poll(again).toBe(body);
  },
);
