import { afterEach, describe, expect, it } from 'vitest';
import { request, type ServerResponse } from 'node:http';
import { startConsole } from '../testing/console-under-test.ts';
import { startHttpUpstream } from '../testing/http-upstream.ts';
import { resolveCall } from './forward.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const feed = '/v1/partitions/01890a5d-ac96-774b-bcce-b302099a8057/changes';

/** A console server before a service that keeps its replies back. */
async function holding(deadlines = { headersMs: 150, wholeMs: 300 }) {
  const held: ServerResponse[] = [];
  const upstream = await startHttpUpstream((reply) => held.push(reply));
  const server = await startConsole({ upstream: upstream.origin, deadlines });
  open.push(upstream.close, server.close);
  return { held, server };
}

describe('how long a call waits', () => {
  it.each([
    [`${feed}?wait=25`, 25],
    [`${feed}?after=x&wait=3`, 3],
    [`${feed}?wait=99`, 25],
    [`${feed}?wait=-1`, 0],
    [`${feed}?wait=x`, 0],
    [feed, 0],
    ['/v1/partitions/x/objects/recent?wait=25', 0],
    ['/v1/partitions/x/y/changes?wait=25', 0],
  ])('%s: %d s', (target, seconds) => {
    expect(resolveCall('GET', target).waitSeconds).toBe(seconds);
  });

  it('only reads wait', () => {
    expect(resolveCall('POST', `${feed}?wait=25`).waitSeconds).toBe(0);
  });
});

describe('a call that waits', () => {
  it('has its waiting time in addition to the deadline', async () => {
    const { server } = await holding();
    const started = performance.now();
    const reply = await server.call({ url: `${feed}?wait=1` });
    expect([reply.status, await reply.json()]).toMatchObject([504, { code: 'upstream_deadline' }]);
    expect(performance.now() - started).toBeGreaterThan(1000);
  });

  it('is cancelled when the client disconnects', async () => {
    const { held, server } = await holding();
    const client = request(`${server.origin}/api/annals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    client.on('error', () => undefined);
    client.end(JSON.stringify({ url: `${feed}?wait=25` }));
    await expect.poll(() => held).toHaveLength(1);
    const closed = new Promise((resolve) => held[0]?.once('close', resolve));
    client.destroy();
    await closed;
    expect(held[0]?.writableFinished).toBe(false);
  });

  it('does not delay the shutdown', async () => {
    const { held, server } = await holding();
    const call = server.call({ url: `${feed}?wait=25` });
    await expect.poll(() => held).toHaveLength(1);
    await server.close();
    const reply = await call;
    expect([reply.status, await reply.json()]).toMatchObject([503, { code: 'stopping' }]);
  });
});
