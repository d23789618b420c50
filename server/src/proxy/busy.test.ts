import { afterEach, expect, it, vi } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import type { ServerResponse } from 'node:http';
import { startConsole } from '../testing/console-under-test.ts';
import { startHttpUpstream } from '../testing/http-upstream.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** Of one caller: connections, and calls that wait for one. */
const runningPerCaller = 64;
const waitingPerCaller = 128;
/** Of all callers together. */
const running = 128;
const waiting = 256;

/** A console server before a service that answers GET /v1/auth at once and holds back its other replies. */
async function holding() {
  const held: ServerResponse[] = [];
  const upstream = await startHttpUpstream((reply, { url }) =>
    url === '/v1/auth' ? void reply.end('{}') : void held.push(reply),
  );
  const other = await startHttpUpstream((reply) => reply.end('{}'));
  const deadlines = { headersMs: 60_000, wholeMs: 60_000 };
  const server = await startConsole({
    upstream: upstream.origin,
    data: other.origin,
    deadlines,
  });
  open.push(upstream.close, other.close, server.close);
  /** Lets the service accept the credentials of callers. */
  const signIn = async (...names: string[]) => {
    for (const name of names) {
      const headers = { authorization: `Bearer ${name}` };
      expect((await server.call({ url: '/v1/auth', headers })).status).toBe(200);
    }
  };
  const callsOf = (name: string, count: number) => {
    const headers = { authorization: `Bearer ${name}` };
    return Array.from({ length: count }, () => server.call({ url: '/v1/users', headers }));
  };
  const answerAll = () => {
    const answering = setInterval(() => held.splice(0).forEach((reply) => reply.end('{}')), 1);
    open.push(async () => clearInterval(answering));
  };
  return { held, server, signIn, callsOf, answerAll };
}

/** Long, for a machine with much to do. */
const patience = { timeout: 300_000 };

/** Resolves when so many of the calls have been refused. */
async function refusals(calls: readonly Promise<Response>[], count: number): Promise<Response[]> {
  const refused: Response[] = [];
  for (const call of calls)
    void call.then((reply) => {
      if (!reply.ok) refused.push(reply);
    });
  await vi.waitFor(() => expect(refused).toHaveLength(count), patience);
  return refused;
}

const statusesOf = async (calls: readonly Promise<Response>[]) => {
  const counts = new Map<number, number>();
  for (const { status } of await Promise.all(calls))
    counts.set(status, (counts.get(status) ?? 0) + 1);
  return Object.fromEntries(counts);
};

it('a caller with too many requests is refused, and others are not', async () => {
  const { held, server, signIn, callsOf, answerAll } = await holding();
  await signIn('flood', 'other');
  const most = runningPerCaller + waitingPerCaller;
  const calls = callsOf('flood', most + 3);
  const [refused] = await refusals(calls, 3);
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused?.json()).toMatchObject({
    code: 'too_many_requests',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await vi.waitFor(() => expect(held).toHaveLength(runningPerCaller), patience);

  // Somebody else, another service, a long poll, and the calls without which nobody can sign in.
  const others = [
    ...callsOf('other', 1),
    server.call({ url: '/v1/partitions/x/changes?wait=25' }),
    ...['REFRESH_TOKEN', 'PASSWORD'].map((type) =>
      server.call({ url: `/authentication/v1/auth?type=${type}`, method: 'POST', data: {} }),
    ),
  ];
  expect((await server.call({ url: '/v1/health' })).status).toBe(200);
  await vi.waitFor(() => expect(held).toHaveLength(runningPerCaller + others.length), patience);

  answerAll();
  expect(await statusesOf(others)).toEqual({ 200: others.length });
  expect(await statusesOf(calls)).toEqual({ 200: most, 429: 3 });
});

it.runIf(exhaustive)(
  'credentials that no service has accepted are counted together by address',
  async () => {
    const { held, server, answerAll } = await holding();
    const most = runningPerCaller + waitingPerCaller;
    const calls = Array.from({ length: most + 3 }, (_, index) =>
      server.call({ url: '/v1/users', headers: { authorization: `Bearer made-up-${index}` } }),
    );
    await refusals(calls, 3);
    await vi.waitFor(() => expect(held).toHaveLength(runningPerCaller), patience);
    answerAll();
    expect(await statusesOf(calls)).toEqual({ 200: most, 429: 3 });
  },
);

it.runIf(exhaustive)(
  'a full service makes room at the expense of the caller with the most waiting calls',
  async () => {
    const { held, signIn, callsOf, answerAll } = await holding();
    const names = ['a', 'b', 'c', 'd'];
    await signIn(...names, 'late');
    const calls = names.flatMap((name) => callsOf(name, (running + waiting) / names.length));
    await vi.waitFor(() => expect(held).toHaveLength(running), patience);
    const late = callsOf('late', 1);
    await refusals(calls, 1);
    answerAll();
    expect(await statusesOf(late)).toEqual({ 200: 1 });
    expect(await statusesOf(calls)).toMatchObject({ 200: running + waiting - 1 });
  },
);
