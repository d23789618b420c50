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

export async function startObserving(page: Page): Promise<CDPSession> {
  await page.addInitScript(observer);
  return page.context().newCDPSession(page);
}

/** Waits for two paints, so that the browser has reported the input before them. */
export async function nextPaint(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  );
}

/** Takes the observations since the last call. */
export async function takeObservations(page: Page): Promise<Observed> {
  return page.evaluate(() => {
    const { felt } = globalThis as unknown as { felt: Observed };
    const { longest, shift } = felt;
    felt.longest = 0;
    felt.shift = 0;
    return { longest, shift };
  });
}
