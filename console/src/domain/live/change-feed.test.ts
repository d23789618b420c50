// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChangeFeed, idleAfterMs, type Changes } from './change-feed.ts';

interface PendingRequest {
  after: string | null;
  wait: string | null;
  signal: AbortSignal;
  answer: (status: number, body: object) => void;
}
let asked: PendingRequest[];
const reported: Changes[] = [];
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.setItem('auth', 'x');
  asked = [];
  reported.length = 0;
  vi.stubGlobal('fetch', (_: string, init: { body: string; signal: AbortSignal }) => {
    const { url } = JSON.parse(init.body) as { url: string };
    if (url.startsWith('/v1/auth')) return Promise.resolve(new Response('{}'));
    const { searchParams } = new URL(url, 'http://service');
    return new Promise<Response>((resolve, reject) => {
      init.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      asked.push({
        after: searchParams.get('after'),
        wait: searchParams.get('wait'),
        signal: init.signal,
        answer: (status, body) => resolve(new Response(JSON.stringify(body), { status })),
      });
    });
  });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const page = (nextCursor: string, ...ids: string[]) => ({
  data: ids.map((id) => ({ id })),
  nextCursor,
  hasMore: false,
});
function follow(
  feed = new ChangeFeed('p'),
  listener: (changes: Changes) => void = (changes) => reported.push(changes),
) {
  stops.push(feed.listen(listener));
  return feed;
}
/** Advances the time until a condition holds, by at most three seconds. */
async function passUntil(holds: () => boolean) {
  for (let passed = 0; !holds() && passed < 3_000; passed += 50)
    await vi.advanceTimersByTimeAsync(50);
  expect(holds()).toBe(true);
}
const request = async (count: number) => {
  await passUntil(() => asked.length >= count);
  return asked[count - 1] as PendingRequest;
};
function see(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('starts at now and continues from each cursor, with one request for all listeners', async () => {
  const feed = follow();
  const other = vi.fn<(changes: Changes) => void>();
  follow(feed, other);
  const first = await request(1);
  expect([first.after, first.wait]).toEqual(['now', '0']);
  first.answer(200, page('c1'));
  const second = await request(2);
  expect(feed.state).toBe('live');
  expect(second.after).toBe('c1');
  expect(Number(second.wait)).toBeGreaterThan(0);
  second.answer(200, page('c2', 'v1'));
  await passUntil(() => reported.length === 2);
  expect(reported[1]).toEqual({ versions: [{ id: 'v1' }], maybeMore: false });
  expect(other).toHaveBeenCalledTimes(2);
});

it('sends at most one request per second', async () => {
  follow();
  (await request(1)).answer(200, page('c1', 'v1'));
  await passUntil(() => reported.length === 1);
  await vi.advanceTimersByTimeAsync(900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  await request(2);
});

it('reports possible further changes when more than one page behind', async () => {
  follow();
  (await request(1)).answer(200, page('c1'));
  (await request(2)).answer(200, { ...page('c2', 'v1'), hasMore: true });
  await passUntil(() => reported.at(-1)?.maybeMore === true);
  expect((await request(3)).after).toBe('now');
});

it('pauses while the tab is hidden, then continues at its cursor', async () => {
  follow();
  (await request(1)).answer(200, page('c1'));
  const second = await request(2);
  see('hidden');
  expect(second.signal.aborted).toBe(true);
  see('visible');
  expect((await request(3)).after).toBe('c1');
});

it('waits longer after each failure before it retries', async () => {
  const feed = follow();
  for (const [index, pause] of [1_000, 2_000, 4_000].entries()) {
    (await request(index + 1)).answer(503, { error: 'Busy' });
    await passUntil(() => feed.state === 'interrupted');
    await vi.advanceTimersByTimeAsync(pause - 100);
    expect(asked).toHaveLength(index + 1);
    await vi.advanceTimersByTimeAsync(100);
  }
  (await request(4)).answer(200, page('c1'));
  await passUntil(() => feed.state === 'live');
});

it.each([501, 403])('stops when the service answers %s', async (status) => {
  const feed = follow();
  (await request(1)).answer(status, { error: 'No' });
  await passUntil(() => feed.state === 'refused');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

it('pauses when the user is idle, so that the session can end, and resumes on activity', async () => {
  const feed = follow();
  (await request(1)).answer(200, page('c1'));
  const second = await request(2);
  vi.setSystemTime(Date.now() + idleAfterMs + 1);
  second.answer(200, page('c2'));
  await passUntil(() => feed.state === 'resting');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
  window.dispatchEvent(new Event('keydown'));
  expect((await request(3)).after).toBe('c2');
});

it('stops when the last listener leaves', async () => {
  const feed = follow();
  (await request(1)).answer(200, page('c1'));
  const second = await request(2);
  for (const stop of stops.splice(0)) stop();
  expect(second.signal.aborted).toBe(true);
  expect(feed.state).toBe('off');
});
