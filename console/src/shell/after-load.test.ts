import { afterEach, expect, test, vi } from 'vitest';
import * as serviceTexts from '../platform/service-messages/service-text.ts';
import { startAfterLoad, startDelay } from './after-load.ts';
import * as buildWatch from './build-watch.ts';
import * as prefetch from './prefetch.ts';

const watchBuilds = vi.spyOn(buildWatch, 'watchBuilds').mockReturnValue();
const prefetchMenuPages = vi.spyOn(prefetch, 'prefetchMenuPages').mockReturnValue();
const loadServiceTexts = vi.spyOn(serviceTexts, 'loadServiceTexts').mockResolvedValue();

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
