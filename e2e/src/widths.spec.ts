import type { Page, Route } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { demoPaths, publicPaths } from './demo-paths.ts';
import { navigateInApp } from './visit.ts';

test.use({ trace: 'off' });

/** Longer than any window, with and without places where a line can break. */
const longName = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)} ${'Ada Lovelace '.repeat(12)}`;

/** All widths from a small phone to a large screen; buttons shrink at 480 px, and the menu becomes a drawer at 991 px. */
const widths = [...Array.from({ length: 141 }, (_, step) => 320 + 16 * step), 481, 767, 991];

for (const language of ['en', 'de'])
  test(`with the longest names, the shell fits every width: ${language}`, async ({ page }) => {
    await open(page, language);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Lovelace');
    await lengthenProductName(page);
    expect(await findWideWidths(page, widths)).toEqual([]);
  });

test(
  'with the longest names, every page fits every width',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    test.setTimeout(3_600_000);
    await open(page, 'de');
    await page.goto('/');
    const found: string[] = [];
    for (const [name, path] of Object.entries({ ...(await demoPaths(request)), ...publicPaths })) {
      await navigateInApp(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (!Object.hasOwn(publicPaths, name)) await lengthenProductName(page);
      for (const width of await findWideWidths(page, widths)) found.push(`${name}: ${width}`);
    }
    expect(found).toEqual([]);
  },
);

async function open(page: Page, language: string) {
  await page.route('**/api/annals', lengthenNames);
  await startSession(page);
  await page.addInitScript((chosen) => localStorage.setItem('annals.lang', chosen), language);
}

/** Gives users, partitions and units a long name in every response. */
async function lengthenNames(route: Route) {
  const { url } = route.request().postDataJSON() as { url: string };
  // The change feed waits for half a minute.
  if (!/^\/v1\/(users|partitions|organizational-units)\b/.test(url) || url.includes('/changes?'))
    return route.fallback();
  const response = await route.fetch();
  const text = await response.text();
  const isRead = (route.request().postDataJSON() as { method: string }).method === 'GET';
  if (!isRead || !response.ok() || text === '') return route.fulfill({ response });
  return route.fulfill({ response, json: withLongNames(JSON.parse(text)) });
}

function withLongNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLongNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      /^(name|username|partitionName)$/.test(key) && typeof inner === 'string'
        ? longName
        : withLongNames(inner),
    ]),
  );
}

/** The name of the product is part of the address of every call, so it is replaced where it is shown. */
async function lengthenProductName(page: Page) {
  await page.evaluate((name) => {
    const logo = document.querySelector('header a[href="/"] span');
    if (logo === null) throw new Error('The top bar shows no product.');
    logo.textContent = name;
  }, longName);
}

/** The widths at which the page scrolls sideways, or Logout is outside of the window. */
async function findWideWidths(page: Page, all: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of all) {
    await page.setViewportSize({ width, height: 900 });
    const problem = await page.evaluate(async () => {
      const root = document.documentElement;
      const excess = () => root.scrollWidth - root.clientWidth;
      // Drawings adapt to a new width some frames later.
      for (let frame = 0; frame < 2 || (excess() > 0 && frame < 30); frame += 1)
        await new Promise((painted) => requestAnimationFrame(painted));
      const logout = document.querySelector('[data-logout]')?.getBoundingClientRect();
      const outside = logout === undefined ? 0 : Math.ceil(logout.right) - root.clientWidth;
      if (excess() > 0) return `${excess()} px too wide`;
      return outside > 0 ? `Logout is ${outside} px outside` : undefined;
    });
    if (problem !== undefined) found.push(`${problem} at ${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}
