import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryHistory } from '@tanstack/react-router';
import { changeState, clearUser } from '../platform/api/state.ts';
import { createConsoleRouter } from '../routes.tsx';
import * as shell from './load-shell.ts';
import { prefetchMenuPages } from './prefetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  clearUser();
  changeState({ initialized: true });
});

afterEach(() => vi.useRealTimers());

test.each([
  [false, ['index', 'user-management', 'v1-partitions']],
  [
    true,
    [
      'index',
      'user-management',
      'v1-users',
      'v1-tokens',
      'v1-applications',
      'v1-organizational-units',
      'v1-identity-providers',
      'v1-partitions',
      'v1-partitions-all-users',
      'v1-alias-urls',
    ],
  ],
])(
  'prefetches the menu pages once the user is known; global master: %s',
  async (isGlobalMaster, pages) => {
    const router = createConsoleRouter(createMemoryHistory());
    const fetched: unknown[] = [];
    vi.spyOn(router, 'loadRouteChunk').mockImplementation((route) => {
      fetched.push(route.options.staticData?.name);
      return undefined;
    });
    prefetchMenuPages(router, 1_000);
    expect(fetched).toEqual([]);
    changeState({ user: { id: 'u' } });
    await vi.advanceTimersByTimeAsync(999);
    changeState({ isGlobalMaster });
    expect(fetched).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched).toEqual(pages);
  },
);

test('loads the shell during sign-in, and not again afterwards', () => {
  const router = createConsoleRouter(createMemoryHistory());
  vi.spyOn(router, 'loadRouteChunk').mockReturnValue(undefined);
  const loadShell = vi.spyOn(shell, 'loadShell');
  prefetchMenuPages(router, 1_000);
  expect(loadShell).toHaveBeenCalledOnce();
  changeState({ user: { id: 'u' } });
  prefetchMenuPages(router, 1_000);
  expect(loadShell).toHaveBeenCalledOnce();
});

test('prefetches nothing while start-up still requests the user', async () => {
  changeState({ initialized: false, user: { id: 'u' } });
  const router = createConsoleRouter(createMemoryHistory());
  const load = vi.spyOn(router, 'loadRouteChunk').mockReturnValue(undefined);
  prefetchMenuPages(router, 1_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).not.toHaveBeenCalled();
  changeState({ initialized: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalled();
});
