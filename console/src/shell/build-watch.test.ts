import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isNewerBuild, pollInterval, watchBuilds } from './build-watch.ts';

type Listener = (event: { pathChanged: boolean; toLocation: { href: string } }) => void;

let latest = 'b1';
let listeners: Listener[] = [];
const router = {
  subscribe: (_: string, listener: Listener) => listeners.push(listener),
} as unknown as Parameters<typeof watchBuilds>[0];
const asked = vi.fn<(path: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  latest = 'b1';
  listeners = [];
  asked.mockReset();
  document.head.innerHTML = '<meta name="build" content="b1">';
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path);
    if (latest === 'away') throw new TypeError('Failed to fetch');
    const id =
      path === '/builds/latest.json' ? latest : path.slice('/builds/meta/'.length, -'.json'.length);
    return Response.json({ id, timestamp: 1, assets: [] });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('detects a newer build that has a manifest', async () => {
  expect(await isNewerBuild('b1')).toBe(false);
  expect(await isNewerBuild('b0')).toBe(true);
  expect(asked.mock.calls.at(-1)).toEqual(['/builds/meta/b1.json']);
  latest = 'away';
  expect(await isNewerBuild('b0')).toBe(false);
});

test('polls while the page is visible, and reloads only at the next path change', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  watchBuilds(router);
  await vi.advanceTimersByTimeAsync(pollInterval * 2);
  expect(asked).toHaveBeenCalledTimes(3);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(pollInterval * 3);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(listeners).toEqual([]);

  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  latest = 'b2';
  await vi.advanceTimersByTimeAsync(pollInterval);
  expect(assign).not.toHaveBeenCalled();
  listeners[0]?.({ pathChanged: false, toLocation: { href: '/v1/users?q=a' } });
  expect(assign).not.toHaveBeenCalled();
  listeners[0]?.({ pathChanged: true, toLocation: { href: '/v1/partitions?q=b' } });
  expect(assign).toHaveBeenCalledExactlyOnceWith('/v1/partitions?q=b');
});

test('does not poll without a build id, as in development', async () => {
  document.head.innerHTML = '';
  watchBuilds(router);
  await vi.advanceTimersByTimeAsync(pollInterval);
  expect(asked).not.toHaveBeenCalled();
});
