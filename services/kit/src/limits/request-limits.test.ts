import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import pino from 'pino';
import * as z from 'zod/mini';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endpoint } from '@annals/contracts/endpoint';
import type { Caller } from '../caller.ts';
import type { Stop } from '../database/queryable.ts';
import { mountOn } from '../mount.ts';
import { createService } from '../service.ts';
import { noDatabase } from '../testing/databases.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import {
  overloaded,
  RequestBounds,
  requestLimits,
  tooManyRequests,
  type RequestLimits,
} from './request-limits.ts';

const anything = z.looseObject({});
const row = (method: 'GET' | 'POST', path: string) =>
  endpoint({
    method,
    path,
    summary: 'A call',
    records: 'nothing',
    access: { kind: 'signedIn' },
    response: anything,
    ...(method === 'POST' ? { body: anything } : {}),
  });
const rows = {
  work: row('POST', '/v1/work'),
  read: row('GET', '/v1/read'),
  poll: row('GET', '/v1/poll'),
  fails: row('GET', '/v1/fails'),
  stream: { ...row('GET', '/v1/stream'), streamsAs: 'text/plain' },
  signIn: endpoint({
    method: 'POST',
    path: '/v1/auth',
    records: 'nothing',
    summary: 'Sign in',
    access: { kind: 'public' },
    requestClass: ({ type }) => (type === 'REFRESH_TOKEN' ? 'renewal' : 'signIn'),
    query: anything,
    response: anything,
  }),
};

describe('a service', () => {
  const open: { app: FastifyInstance; finish: () => void }[] = [];
  afterEach(async () => {
    for (const { app, finish } of open.splice(0)) {
      finish();
      await app.close();
    }
  });

  /** A listener whose requests run until `finish`. The bearer token is the id of the caller. */
  async function started() {
    const limiter = (runningPerCaller: number) =>
      new ConcurrencyLimiter({
        running: 3,
        runningPerCaller,
        waiting: 4,
        waitingPerCaller: 2,
        maxWaitMs: 60_000,
        refusal: overloaded,
        callerRefusal: tooManyRequests,
      });
    const limits: RequestLimits = {
      read: limiter(2),
      write: limiter(2),
      signIn: limiter(3),
      renewal: limiter(3),
      stream: limiter(1),
      step: limiter(1),
      callerStep: limiter(1),
    };
    const lines: { msg: string; level: number }[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const app = createService({ log: pino({ level: 'warn' }, stream) });
    const mount = mountOn(app, {
      database: noDatabase,
      limits,
      authenticate: async ({ headers }): Promise<Caller | undefined> => {
        const userId = headers.authorization?.slice('Bearer '.length);
        if (userId === undefined || userId === 'nobody') return undefined;
        const roles: string[] = [];
        return { userId, username: '', name: '', sessionId: '', roles, scope: () => 'all' };
      },
    });
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const began = { work: 0, read: 0, poll: 0, signIn: 0 };
    const signals: Stop[] = [];
    mount(rows.work, async ({ signal }) => {
      began.work += 1;
      signals.push(signal);
      await finished;
      return { done: true };
    });
    mount(rows.read, async ({ signal }) => {
      began.read += 1;
      signals.push(signal);
      await Promise.race([
        finished,
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', resolve);
        }),
      ]);
      signal.throwIfAborted();
      return { done: true };
    });
    mount(rows.poll, async ({ releasePermit }) => {
      began.poll += 1;
      releasePermit();
      await finished;
      return { done: true };
    });
    mount(rows.fails, async () => {
      throw new Error('broken');
    });
    const streams: Readable[] = [];
    mount(rows.stream, async () => {
      const body = new Readable({ read: () => undefined });
      streams.push(body);
      body.push('piece');
      return body;
    });
    mount(rows.signIn, async () => {
      began.signIn += 1;
      await finished;
      return { done: true };
    });
    app.get('/healthz', () => ({ status: 'ok' }));
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    open.push({ app, finish });
    const get = (path: string, caller = 'a') =>
      fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${caller}` } });
    const work = (caller = 'a') =>
      fetch(`${origin}/v1/work`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${caller}` },
      });
    const counted = (requestClass: keyof RequestLimits) => {
      const { running, waiting } = limits[requestClass];
      return [running, waiting];
    };
    return { app, origin, lines, began, signals, streams, get, work, finish, counted };
  }

  it('refuses excess requests of one caller, and continues to serve the others', async () => {
    const { app, began, lines, get, work, finish, counted } = await started();
    const burst = Array.from({ length: 12 }, () => work('a'));
    const refused = await Promise.race(burst);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toEqual({
      error: expect.stringMatching(/try again/),
      message: expect.stringMatching(/try again/),
      messageCode: 'tooManyRequests',
      code: 'too_many_requests',
      requestId: refused.headers.get('x-request-id'),
    });
    await expect.poll(() => counted('write')).toEqual([2, 2]);
    // Before its body has arrived.
    const early = half(app, 'a');
    expect(String(await once(early, 'data'))).toContain('429 Too Many Requests');
    early.destroy();
    expect((await get('/healthz')).status).toBe(200);
    const other = work('b');
    await expect.poll(() => began.work).toBe(3);
    finish();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
    expect(counted('write')).toEqual([0, 0]);
    // One line for all of them.
    expect(lines).toHaveLength(1);
  });

  it('refuses everybody when it is full', async () => {
    const { work, counted, finish } = await started();
    const busy = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((caller) => work(caller));
    await expect.poll(() => counted('write')).toEqual([3, 4]);
    const refused = await work('h');
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'overloaded' }]);
    finish();
    for (const { status } of await Promise.all(busy)) expect(status).toBe(200);
  });

  it('does not count unauthenticated requests', async () => {
    const { get, counted } = await started();
    expect((await get('/v1/read', 'nobody')).status).toBe(401);
    expect(counted('read')).toEqual([0, 0]);
  });

  it('does not let sign-ins delay other requests', async () => {
    const { origin, began, work, finish } = await started();
    const signIn = (type: string) => fetch(`${origin}/v1/auth?type=${type}`, { method: 'POST' });
    const burst = Array.from({ length: 8 }, () => signIn('PASSWORD'));
    expect((await Promise.race(burst)).status).toBe(429);
    await expect.poll(() => began.signIn).toBe(3);
    const rest = [work(), signIn('REFRESH_TOKEN')];
    await expect.poll(() => [began.work, began.signIn]).toEqual([1, 4]);
    finish();
    for (const { status } of await Promise.all(rest)) expect(status).toBe(200);
  });

  it('holds no permit for a long poll', async () => {
    const { began, get, finish, counted } = await started();
    const polls = Array.from({ length: 10 }, () => get('/v1/poll'));
    await expect.poll(() => began.poll).toBe(10);
    expect(counted('read')).toEqual([0, 0]);
    finish();
    for (const { status } of await Promise.all(polls)) expect(status).toBe(200);
  });

  it('holds no permit for a request that has not arrived whole', async () => {
    const { app, began, work, counted, finish } = await started();
    let heard = 0;
    app.server.on('request', () => (heard += 1));
    const slow = Array.from({ length: 6 }, () => half(app));
    await expect.poll(() => heard).toBe(6);
    const worked = work();
    await expect.poll(() => began.work).toBe(1);
    expect(counted('write')).toEqual([1, 0]);
    for (const socket of slow) socket.destroy();
    finish();
    expect((await worked).status).toBe(200);
  });

  it('stops a read whose client has gone, and passes its permit on', async () => {
    const { app, began, signals, get, counted, finish } = await started();
    const gone = Array.from({ length: 4 }, () => sending(app, `GET /v1/read${rest()}`));
    await expect.poll(() => counted('read')).toEqual([2, 2]);
    const next = get('/v1/read');
    for (const socket of gone) socket.destroy();
    await expect.poll(() => counted('read')).toEqual([1, 0]);
    expect([began.read, signals.filter(({ aborted }) => aborted).length]).toEqual([3, 2]);
    finish();
    expect((await next).status).toBe(200);
    expect(counted('read')).toEqual([0, 0]);
  });

  it('does not stop a running write, and does not start one whose client has gone', async () => {
    const { app, began, signals, work, counted, finish } = await started();
    const gone = Array.from({ length: 4 }, () => whole(app));
    await expect.poll(() => counted('write')).toEqual([2, 2]);
    for (const socket of gone) socket.destroy();
    await expect.poll(() => counted('write')).toEqual([2, 0]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    const next = work();
    await expect.poll(() => counted('write')).toEqual([2, 1]);
    finish();
    expect((await next).status).toBe(200);
    expect([began.work, ...counted('write')]).toEqual([3, 0, 0]);
  });

  it('releases the permit after a failure too', async () => {
    const { get, counted } = await started();
    for (let count = 0; count < 5; count += 1) expect((await get('/v1/fails')).status).toBe(500);
    expect((await get('/v1/nowhere')).status).toBe(404);
    expect(counted('read')).toEqual([0, 0]);
  });

  it('limits streamed responses for as long as the client reads', async () => {
    const { get, streams, counted } = await started();
    const first = await get('/v1/stream');
    expect([first.status, ...counted('stream'), ...counted('read')]).toEqual([200, 1, 0, 0, 0]);
    // The caller has one; two more may wait for it.
    void Promise.all([get('/v1/stream'), get('/v1/stream')]).catch(() => undefined);
    await expect.poll(() => counted('stream')).toEqual([1, 2]);
    expect((await get('/v1/stream')).status).toBe(429);
    expect((await get('/v1/stream', 'b')).status).toBe(200);
    for (const pieces of streams) pieces.push(null);
    expect(await first.text()).toBe('piece');
    await expect.poll(() => counted('stream')).toEqual([0, 0]);
  });

  const rest = (caller = 'a') => ` HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${caller}\r\n\r\n`;
  const post = (caller = 'a') =>
    `POST /v1/work HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${caller}\r\ncontent-type: application/json\r\n`;
  const half = (app: FastifyInstance, caller?: string) =>
    sending(app, `${post(caller)}content-length: 20\r\n\r\n{`);
  const whole = (app: FastifyInstance) => sending(app, `${post()}content-length: 2\r\n\r\n{}`);

  function sending(app: FastifyInstance, text: string): Socket {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    return socket;
  }
});

describe('the steps of long reads', () => {
  afterEach(() => vi.useRealTimers());

  const nextTurn = async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  };

  function startReads() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const limits = requestLimits('postgresql');
    const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
    const boundsOf = (key: string) => new RequestBounds(reply, { isWrite: false, key, limits });
    const steps: string[] = [];
    const begin = async (name: string, bounds: RequestBounds) => {
      await bounds.next();
      steps.push(name);
    };
    return { limits, boundsOf, steps, begin };
  }

  it('take turns one at a time, and pause while other callers are active', async () => {
    const { limits, boundsOf, steps, begin } = startReads();
    const [one, other] = [boundsOf('a'), boundsOf('b')];

    await begin('a1', one);
    const waiting = begin('b1', other);
    await nextTurn();
    expect(steps).toEqual(['a1']);

    // Nobody else is active.
    vi.advanceTimersByTime(10);
    const after = begin('a2', one);
    await waiting;
    expect(steps).toEqual(['a1', 'b1']);

    (await limits.read.acquire('a')).release();
    (await limits.read.acquire('b')).release();
    vi.advanceTimersByTime(10);
    other.release();
    vi.advanceTimersByTime(9);
    await nextTurn();
    expect(steps).toEqual(['a1', 'b1']);
    vi.advanceTimersByTime(1);
    await after;
    expect(steps).toEqual(['a1', 'b1', 'a2']);
    one.release();
  });

  it.each([
    { workers: 1, times: 1 },
    { workers: 2, times: 3 },
  ])('use half of a processor over $workers processes', ({ workers, times }) => {
    const { step, callerStep } = requestLimits('postgresql', 10, workers);
    expect([step.pauseTimes, callerStep.pauseTimes]).toEqual([times, times]);
  });

  it('let those of others run while they wait for the database', async () => {
    const { boundsOf, steps, begin } = startReads();
    const [slow, own, other] = [boundsOf('a'), boundsOf('a'), boundsOf('b')];
    let answer: (rows: string) => void = () => undefined;
    const statement = new Promise<string>((resolve) => {
      answer = resolve;
    });

    await begin('a1', slow);
    const read = slow.wait(async () => statement);
    void begin('a of another request', own);
    await begin('b1', other);
    expect(steps).toEqual(['a1', 'b1']);

    // It computes again only when the other has ended.
    const ended = vi.fn<() => void>();
    void read.then(ended);
    answer('rows');
    await nextTurn();
    expect(ended).not.toHaveBeenCalled();
    other.release();
    expect(await read).toBe('rows');
    slow.release();
    await nextTurn();
    expect(steps).toEqual(['a1', 'b1', 'a of another request']);
    own.release();
  });

  it('pause for as long as the last one took with its statements, but not with waits for others', async () => {
    const { limits, boundsOf, steps, begin } = startReads();
    const [slow, own, other] = [boundsOf('a'), boundsOf('a'), boundsOf('b')];
    (await limits.read.acquire('a')).release();
    (await limits.read.acquire('b')).release();
    await begin('a1', slow);
    let answer: () => void = () => undefined;
    const read = slow.wait(
      async () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    await begin('b1', other);
    vi.advanceTimersByTime(40);
    answer();
    await nextTurn();
    vi.advanceTimersByTime(30);
    other.release();
    // The other has computed for 70 ms.
    vi.advanceTimersByTime(70);
    await read;
    slow.release();
    void begin('a of another request', own);
    vi.advanceTimersByTime(39);
    await nextTurn();
    expect(steps).toEqual(['a1', 'b1']);
    vi.advanceTimersByTime(1);
    await nextTurn();
    expect(steps).toEqual(['a1', 'b1', 'a of another request']);
    own.release();
  });
});
