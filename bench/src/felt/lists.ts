import type { CDPSession, Page } from '@playwright/test';

/** The times to next paint and the layout shift of a list. */
export interface ListFigures {
  /**
   * Milliseconds from an input to the paint that shows its effect (Event Timing, in steps of 8 ms), keyed by
   * interaction.
   */
  toNextPaint: Map<string, number>;
  /** Cumulative layout shift, without shifts within half a second of an input. */
  layoutShift: number;
}

/** How much slower a cheap phone or an old notebook is than this machine. */
const slowdown = 4;

interface Interaction {
  name: string;
  run: (page: Page) => Promise<void>;
}

const list = (page: Page) => page.getByRole('main');
const rows = (page: Page) => list(page).locator('tbody tr');

/** The interactions on every list, in this order. */
const interactions: Interaction[] = [
  {
    name: 'type into the search',
    run: async (page) => {
      await list(page).getByRole('searchbox').or(list(page).getByLabel('Search')).first().click();
      await page.keyboard.type('an', { delay: 120 });
    },
  },
  {
    name: 'clear the search',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
    },
  },
  {
    name: 'sort by a column',
    run: async (page) => {
      const header = list(page).locator('thead button').first();
      // the objects of a partition have their own sort order
      if ((await header.count()) > 0) await header.click();
    },
  },
  {
    name: 'open the columns',
    run: async (page) => list(page).getByRole('button', { name: 'Columns' }).click(),
  },
  {
    name: 'hide a column',
    run: async (page) => {
      await page.locator('[popover]:popover-open input[type=checkbox]').nth(2).click();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'make the rows compact',
    run: async (page) => list(page).getByRole('button', { name: 'Compact rows' }).click(),
  },
  {
    name: 'next page',
    run: async (page) => {
      const next = list(page).getByRole('button', { name: 'Next page' }).first();
      if (await next.isEnabled().catch(() => false)) await next.click();
    },
  },
  {
    name: 'open a row',
    run: async (page) => rows(page).first().getByRole('link').first().click(),
  },
];

/** Measures a list on a CPU that is four times slower: each interaction, and layout shifts in between. */
export async function measureList(page: Page, path: string): Promise<ListFigures> {
  const session = await startObserving(page);
  await page.goto(path);
  await rows(page).nth(10).waitFor();
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await nextPaint(page);
  let { shift: layoutShift } = await takeObservations(page);
  const toNextPaint = new Map<string, number>();
  for (const { name, run } of interactions) {
    await run(page);
    await nextPaint(page);
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await nextPaint(page);
    const { longest, shift } = await takeObservations(page);
    toNextPaint.set(name, longest);
    layoutShift += shift;
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { toNextPaint, layoutShift };
}

interface Observed {
  longest: number;
  shift: number;
}

/** Runs before any code of the page and records inputs and layout shifts. */
const observer = `
  globalThis.felt = { longest: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId > 0) felt.longest = Math.max(felt.longest, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) felt.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

async function startObserving(page: Page): Promise<CDPSession> {
  await page.addInitScript(observer);
  return page.context().newCDPSession(page);
}

/** Waits for two paints, so that the browser has reported the input before them. */
async function nextPaint(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  );
}

/** Takes the observations since the last call. */
async function takeObservations(page: Page): Promise<Observed> {
  return page.evaluate(() => {
    const { felt } = globalThis as unknown as { felt: Observed };
    const { longest, shift } = felt;
    felt.longest = 0;
    felt.shift = 0;
    return { longest, shift };
  });
}
