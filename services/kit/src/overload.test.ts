import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kindOfCall, leavePlace, overloaded, Places, type PlaceRules } from './overload.ts';
import { createService } from './service.ts';

const rules: PlaceRules = {
  running: 2,
  waiting: 2,
  longestWaitMs: 60_000,
  refusal: overloaded,
};

describe('places', () => {
  afterEach(() => vi.useRealTimers());

  /** Asks so often, and notes who got a place and who was refused, in order. */
  function asking(places: Places, names: string[]) {
    const told: string[] = [];
    const asked = names.map((name) => {
      const place = places.ask();
      place.enter((isThere) => told.push(`${name} ${isThere ? 'in' : 'refused'}`));
      return place;
    });
    return { told, asked };
  }

  it('are taken at once, then waited for in order, then refused', () => {
    const places = new Places(rules);
    const { told, asked } = asking(places, ['a', 'b', 'c', 'd', 'e']);
    expect(told).toEqual(['a in', 'b in', 'e refused']);
    expect([places.running, places.waiting, places.full]).toEqual([2, 2, true]);
    asked[1]?.leave();
    asked[0]?.leave();
    expect(told.slice(3)).toEqual(['c in', 'd in']);
    expect([places.running, places.waiting, places.full]).toEqual([2, 0, false]);
    for (const place of asked) place.leave();
    expect(places.running).toBe(0);
  });

  it('are left once, however often it is said', () => {
    const places = new Places(rules);
    const { told, asked } = asking(places, ['a', 'b', 'c', 'd']);
    asked[0]?.leave();
    asked[0]?.leave();
    expect(told).toEqual(['a in', 'b in', 'c in']);
    expect([places.running, places.waiting]).toEqual([2, 1]);
  });

  it('are not given to who went away while they waited', () => {
    const places = new Places(rules);
    const { told, asked } = asking(places, ['a', 'b', 'c', 'd']);
    asked[2]?.leave();
    asked[0]?.leave();
    expect(told).toEqual(['a in', 'b in', 'd in']);
    expect([places.running, places.waiting]).toEqual([2, 0]);
  });

  it('are waited for no longer than allowed', () => {
    vi.useFakeTimers();
    const places = new Places(rules);
    const { told, asked } = asking(places, ['a', 'b', 'c', 'd']);
    vi.advanceTimersByTime(rules.longestWaitMs - 1);
    asked[0]?.leave();
    vi.advanceTimersByTime(1);
    expect(told).toEqual(['a in', 'b in', 'c in', 'd refused']);
    asked[2]?.leave();
    asked[3]?.leave();
    expect([places.running, places.waiting]).toEqual([1, 0]);
  });
});

it.each([
  ['POST', '/v1/auth?type=PASSWORD', 'signIn'],
  ['POST', '/v1/auth?type=SECOND_FACTOR', 'signIn'],
  ['POST', '/v1/auth', 'signIn'],
  ['POST', '/v1/auth/signup', 'signIn'],
  ['POST', '/v1/auth/password-reset', 'signIn'],
  ['POST', '/v1/auth?type=REFRESH_TOKEN', 'renewal'],
  ['POST', '/v1/auth?type=REFRESH_TOKEN&x=1', 'signIn'],
  ['GET', '/v1/auth?type=REFRESH_TOKEN', 'usual'],
  ['GET', '/v1/auth', 'usual'],
  ['DELETE', '/v1/auth', 'usual'],
  ['POST', '/v1/authors', 'usual'],
  ['POST', '/v1/partitions', 'usual'],
])('%s %s is of the kind %s', (method, target, kind) => {
  expect(kindOfCall(method, target)).toBe(kind);
});

describe('a server with places', () => {
  const open: { app: FastifyInstance; release: () => void }[] = [];
  afterEach(async () => {
    for (const { app, release } of open.splice(0)) {
      release();
      await app.close();
    }
  });

  /** A listener whose work goes on until it is released. */
  async function started() {
    const places = new Places(rules);
    const ofKind = { usual: places, signIn: new Places(rules), renewal: new Places(rules) };
    const lines: { msg: string; level: number }[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const app = createService({
      log: pino({ level: 'warn' }, stream),
      places: ofKind,
    });
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const began = { work: 0, polls: 0, signIns: 0 };
    app.post('/work', async () => {
      began.work += 1;
      await gate;
      return { done: true };
    });
    app.post('/v1/auth', async ({ query }) => {
      began.signIns += 1;
      await gate;
      return { query };
    });
    app.get('/fails', async () => {
      throw new Error('broken');
    });
    app.route({
      method: 'GET',
      url: '/poll',
      handler: async (request) => {
        began.polls += 1;
        leavePlace(request);
        await gate;
        return { done: true };
      },
    });
    app.get('/healthz', () => ({ status: 'ok' }));
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    open.push({ app, release });
    const work = () =>
      fetch(`${origin}/work`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
    return { app, origin, places, lines, began, work, release };
  }

  it('refuses what is too much, as a problem, and answers the rest', async () => {
    const { app, origin, places, lines, began, work, release } = await started();
    const burst = Array.from({ length: 12 }, work);
    const refused = await Promise.race(burst);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    const problem = await refused.json();
    expect(problem).toEqual({
      error: expect.stringMatching(/Try again/),
      message: expect.stringMatching(/Try again/),
      code: 'overloaded',
      requestId: refused.headers.get('x-request-id'),
    });
    await vi.waitFor(() => expect([places.running, places.waiting]).toEqual([2, 2]));
    expect(began.work).toBe(2);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    // Before its body is there.
    const early = half(app);
    expect(String(await once(early, 'data'))).toContain('503 Service Unavailable');
    early.destroy();
    release();
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(8);
    expect([places.running, places.waiting]).toEqual([0, 0]);
    expect((await work()).status).toBe(200);
    // one line for all of them
    expect(lines).toHaveLength(1);
  });

  it('does not let sign-ins take the places of the rest', async () => {
    const { origin, places, began, work, release } = await started();
    const signIn = (type: string) => fetch(`${origin}/v1/auth?type=${type}`, { method: 'POST' });
    const burst = Array.from({ length: 8 }, () => signIn('PASSWORD'));
    expect((await Promise.race(burst)).status).toBe(503);
    await vi.waitFor(() => expect(began.signIns).toBe(2));
    const rest = [work(), signIn('REFRESH_TOKEN')];
    await vi.waitFor(() => expect([began.work, began.signIns]).toEqual([1, 3]));
    expect(places.running).toBe(1);
    release();
    for (const { status } of await Promise.all(rest)) expect(status).toBe(200);
  });

  it('keeps no place for what waits on purpose', async () => {
    const { origin, places, began, work, release } = await started();
    const polls = Array.from({ length: 10 }, () => fetch(`${origin}/poll`));
    await vi.waitFor(() => expect(began.polls).toBe(10));
    expect(places.running).toBe(0);
    const worked = work();
    await vi.waitFor(() => expect(began.work).toBe(1));
    expect(places.running).toBe(1);
    release();
    for (const { status } of await Promise.all([...polls, worked])) expect(status).toBe(200);
  });

  it('keeps no place for a request that has not come whole', async () => {
    const { app, places, began, work, release } = await started();
    let heard = 0;
    app.server.on('request', () => (heard += 1));
    const slow = Array.from({ length: 6 }, () => half(app));
    await vi.waitFor(() => expect(heard).toBe(6));
    const worked = work();
    await vi.waitFor(() => expect(began.work).toBe(1));
    expect([places.running, places.waiting]).toEqual([1, 0]);
    for (const socket of slow) socket.destroy();
    release();
    expect((await worked).status).toBe(200);
  });

  it('gives the places of those who went away to others, but only when their work is over', async () => {
    const { app, places, began, work, release } = await started();
    const gone = Array.from({ length: 4 }, () => whole(app));
    await vi.waitFor(() => expect([places.running, places.waiting]).toEqual([2, 2]));
    for (const socket of gone) socket.destroy();
    await vi.waitFor(() => expect(places.waiting).toBe(0));
    expect([places.running, began.work]).toEqual([2, 2]);
    const next = work();
    await vi.waitFor(() => expect(places.waiting).toBe(1));
    release();
    expect((await next).status).toBe(200);
    expect([places.running, began.work]).toEqual([0, 3]);
  });

  it('leaves the place after a fault too', async () => {
    const { origin, places } = await started();
    for (let count = 0; count < 5; count += 1)
      expect((await fetch(`${origin}/fails`)).status).toBe(500);
    expect((await fetch(`${origin}/nowhere`)).status).toBe(404);
    expect(places.running).toBe(0);
  });

  const head = 'POST /work HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const half = (app: FastifyInstance) => sending(app, `${head}content-length: 20\r\n\r\n{`);
  const whole = (app: FastifyInstance) => sending(app, `${head}content-length: 2\r\n\r\n{}`);

  function sending(app: FastifyInstance, text: string): Socket {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    return socket;
  }
});
