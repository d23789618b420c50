import { beforeEach, expect, test, vi } from 'vitest';
import { isFailedLoad, reloadOnce, watchFailedLoads } from './chunk-reload.ts';

beforeEach(() => sessionStorage.clear());

test('reloads at most once per 10 seconds per path', () => {
  const reload = vi.fn<(path: string) => void>();
  expect(reloadOnce('/v1/users?q=a', reload, 0)).toBe(true);
  expect(reloadOnce('/v1/users?q=b', reload, 9_999)).toBe(false);
  expect(reloadOnce('/v1/partitions', reload, 9_999)).toBe(true);
  expect(reloadOnce('/v1/users', reload, 10_000)).toBe(true);
  expect(reload.mock.calls).toEqual([['/v1/users?q=a'], ['/v1/partitions'], ['/v1/users']]);
});

test('only failed loads of code count', () => {
  watchFailedLoads();
  const payload = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  expect(isFailedLoad(payload)).toBe(true);
  expect(isFailedLoad(new TypeError('Failed to fetch'))).toBe(false);
  expect(isFailedLoad(undefined)).toBe(false);
});
