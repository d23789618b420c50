import { afterEach, expect, test, vi } from 'vitest';
import { startAfterLoad, startDelay } from './after-load.ts';

const watchBuilds = vi.hoisted(() => vi.fn<(router: unknown) => void>());
const prefetchMenuPages = vi.hoisted(() => vi.fn<(router: unknown, delay: number) => void>());
const loadServiceTexts = vi.hoisted(() => vi.fn<() => void>());
vi.mock('./build-watch.ts', () => ({ watchBuilds }));
vi.mock('./prefetch.ts', () => ({ prefetchMenuPages }));
vi.mock('../shared/service-messages/service-text.ts', () => ({ loadServiceTexts }));

const router = {} as Parameters<typeof startAfterLoad>[0];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

async function startWith(connection: unknown) {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { connection });
  startAfterLoad(router);
  await vi.advanceTimersByTimeAsync(startDelay - 1);
  expect(watchBuilds).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await vi.dynamicImportSettled();
}

test.each([undefined, { effectiveType: '4g' }, { effectiveType: '3g', saveData: false }])(
  'starts one second after the load on the connection %j',
  async (connection) => {
    await startWith(connection);
    expect(watchBuilds).toHaveBeenCalledExactlyOnceWith(router);
    expect(prefetchMenuPages).toHaveBeenCalledExactlyOnceWith(router, startDelay);
    expect(loadServiceTexts).toHaveBeenCalledOnce();
  },
);

test.each([
  { effectiveType: '2g' },
  { effectiveType: 'slow-2g' },
  { effectiveType: '4g', saveData: true },
])('starts nothing on the connection %j', async (connection) => {
  await startWith(connection);
  expect(watchBuilds).not.toHaveBeenCalled();
  expect(prefetchMenuPages).not.toHaveBeenCalled();
  expect(loadServiceTexts).not.toHaveBeenCalled();
});
