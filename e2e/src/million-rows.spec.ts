import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

const newest = 1_000_000;
const month = 30 * 24 * 3_600_000;

/** The service's response for versions of a partition with a million of them. */
function versionsUpTo(from: number, count: number) {
  return Array.from({ length: Math.min(count, from) }, (_, step) => {
    const sequence = from - step;
    return {
      id: `00000000-0000-7000-8000-${String(sequence).padStart(12, '0')}`,
      timelineId: `00000000-0000-7000-9000-${String(sequence).padStart(12, '0')}`,
      type: 'NOTE',
      objectData: { title: `Note ${sequence}` },
      references: [],
      modificationDate: new Date(Date.UTC(2026, 0, 1) - month + sequence).toISOString(),
      modificationCount: 1,
      predecessorId: null,
      sequence,
    };
  });
}

/** Intercepts the recent changes of a partition. Returns the requested URLs. */
async function interceptRows(page: Page, partitionId: string): Promise<string[]> {
  const requested: string[] = [];
  await page.route('**/api/annals', async (route) => {
    const { url = '' } = route.request().postDataJSON() as { url?: string };
    const { pathname, searchParams } = new URL(url, 'http://service');
    if (pathname !== `/v1/partitions/${partitionId}/objects/recent`) return route.fallback();
    requested.push(url);
    const from = Math.min(newest, Number(searchParams.get('fromSequence') ?? newest));
    const rows = versionsUpTo(from, Number(searchParams.get('pageSize')));
    return route.fulfill({
      json: { data: rows, total: { value: newest, estimate: false } },
    });
  });
  return requested;
}

/**
 * Drags the scroll bar in a number of steps, one per frame, and returns the highest number of rows in the
 * document. The page's clock is paused, so the list never considers itself idle, however long a frame takes.
 */
async function drag(page: Page, to: number, steps: number): Promise<number> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const maxRows = await page.getByRole('grid', { name: 'Recent changes' }).evaluate(
    async (grid, goal) => {
      const start = grid.scrollTop;
      const end = (grid.scrollHeight - grid.clientHeight) * goal.to;
      let drawn = 0;
      for (let step = 1; step <= goal.steps; step++) {
        const moved = new Promise((resolve) => {
          grid.addEventListener('scroll', resolve, { once: true });
        });
        grid.scrollTop = start + ((end - start) * step) / goal.steps;
        await moved;
        drawn = Math.max(drawn, grid.querySelectorAll('[role="row"]').length);
      }
      return drawn;
    },
    { to, steps },
  );
  await page.clock.resume();
  return maxRows;
}

/** The visible rows: their index in the list and their title. */
function visibleRows(page: Page): Promise<[row: number, title: string][]> {
  return page.getByRole('grid', { name: 'Recent changes' }).evaluate((grid) => {
    const { top, bottom } = grid.getBoundingClientRect();
    const head = grid.querySelector('[role="columnheader"]')?.getBoundingClientRect().bottom ?? top;
    return [...grid.querySelectorAll('[role="row"]')]
      .filter((row) => {
        const box = row.getBoundingClientRect();
        return box.bottom > head + 1 && box.top < bottom;
      })
      .map((row): [number, string] => [
        Number(row.getAttribute('aria-rowindex')) - 1,
        row.querySelector('a')?.textContent ?? '',
      ]);
  });
}

/** Waits until each visible row shows its version, and returns the index of the first one. */
async function firstVisibleRow(page: Page): Promise<number> {
  let rows: [row: number, title: string][] = [];
  await expect
    .poll(async () => {
      rows = await visibleRows(page);
      return rows.length > 5 && rows.every(([row, title]) => title === `Note ${newest + 1 - row}`);
    })
    .toBe(true);
  return rows[0]?.[0] ?? 0;
}

test(
  'a list of a million rows scrolls to the middle and back, and its URL restores the position',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const call = await callsAs(request);
    const { id } = await bodyOf<{ id: string }>(
      call('POST /v1/partitions', { partitionName: `A million ${Date.now()}` }),
    );
    await page.clock.install();
    await startSession(page);
    const requested = await interceptRows(page, id);
    await page.goto(`/v1/partitions/${id}/objects/recent`);
    const grid = page.getByRole('grid', { name: 'Recent changes' });
    await expect(grid).toHaveAttribute('aria-rowcount', String(newest + 1));
    expect(await firstVisibleRow(page)).toBe(1);
    const first = requested.length;

    const steps = 120;
    const drawn = await drag(page, 0.5, steps);
    const middle = await firstVisibleRow(page);
    expect(Math.abs(middle - newest / 2)).toBeLessThan(newest / 1000);
    await expect(page).toHaveURL(new RegExp(`[?&]at=${newest + 1 - middle}$`));
    expect(drawn).toBeLessThan(100);
    // rows that were only passed are not requested
    expect(requested.length - first).toBeLessThan(20);

    await test.step('the URL alone leads to the same rows without loading those before', async () => {
      requested.length = 0;
      await page.reload();
      expect(await firstVisibleRow(page)).toBe(middle);
      expect(requested.length).toBeLessThan(10);
    });

    await test.step('move row by row from there, and back to the top', async () => {
      requested.length = 0;
      await grid.hover();
      await page.mouse.wheel(0, 450);
      await expect.poll(() => firstVisibleRow(page)).toBe(middle + 10);
      expect(await drag(page, 0, steps)).toBeLessThan(100);
      expect(await firstVisibleRow(page)).toBe(1);
      await expect(page).not.toHaveURL(/at=/);
      expect(requested.length).toBeLessThan(20);
    });
  },
);
