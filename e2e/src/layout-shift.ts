import type { Page } from '@playwright/test';

/** The cumulative layout shift (CLS) allowed for a whole visit: a tenth of the value that web.dev calls good. */
const maxShift = 0.01;
/** Long enough for skeletons to be painted, and short enough for a hundred pages. */
const shortLatency = 40;

interface Watch {
  since: number;
  observer: PerformanceObserver;
  shifts: { value: number; moved: string[] }[];
}

/** From the next navigation on, records layout shifts that no input caused, and delays responses (ms). */
export async function watchShifts(page: Page, latency = shortLatency): Promise<void> {
  await page.addInitScript(watch);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Describes the layout shifts since `clearShifts` if they exceed the limit. */
export async function findShifts(page: Page, name: string): Promise<string[]> {
  const shifts = await page.evaluate(takeShifts);
  const all = shifts.reduce((sum, { value }) => sum + value, 0);
  if (all < maxShift) return [];
  const moved = shifts.flatMap((shift) => shift.moved);
  return [`${name}: moved by ${all.toFixed(4)}: ${moved.slice(0, 4).join('; ')}`];
}

/** Discards shifts that the test itself caused. */
export async function clearShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { shiftWatch } = globalThis as unknown as { shiftWatch: Watch };
    shiftWatch.since = performance.now();
  });
}

/** Runs in the page before any other script. */
function watch(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const page = globalThis as unknown as { shiftWatch: Watch };
  const shifts: Watch['shifts'] = [];
  const describe = ({ node, previousRect, currentRect }: Shift['sources'][number]) => {
    const text = (node?.textContent ?? '').slice(0, 30);
    const positions = [previousRect, currentRect].map(({ x, y }) => `${x | 0},${y | 0}`);
    return `“${text}” ${positions.join(' → ')}`;
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries() as Shift[]));
  const take = (entries: Shift[]) => {
    for (const { value, hadRecentInput, startTime, sources } of entries)
      if (!hadRecentInput && startTime >= page.shiftWatch.since)
        shifts.push({ value, moved: sources.map(describe) });
  };
  const takeRecords = observer.takeRecords.bind(observer);
  observer.takeRecords = () => {
    const entries = takeRecords();
    take(entries as Shift[]);
    return entries;
  };
  page.shiftWatch = { since: 0, observer, shifts };
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. */
function takeShifts(): Watch['shifts'] {
  const { shiftWatch } = globalThis as unknown as { shiftWatch: Watch };
  shiftWatch.observer.takeRecords();
  return shiftWatch.shifts.splice(0);
}
