import type { Page } from '@playwright/test';

/**
 * The difference between two latencies shows the number of sequential round trips, because the computing time is
 * the same with both.
 */
const latencies = [200, 1_400] as const;
const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };

/** A name, the starting page, the link, and an element that the target shows with its content. */
const changes = [
  ['home → users', '/', 'nav a[href="/v1/users"]', 'main tbody tr:nth-child(5)'],
  ['home → partitions', '/', 'nav a[href="/v1/partitions"]', 'main tbody a'],
  ['home → API tokens', '/', 'nav a[href="/v1/tokens"]', 'main h2, main tbody tr'],
  ['users → a user', '/v1/users', 'main tbody a', 'main [role="tabpanel"] dl, main dl'],
  ['partitions → a partition', '/v1/partitions', 'main tbody a', 'main [role="tabpanel"] a'],
] as const;

/**
 * The number of round trips between a click on a link and the content of its page, with only the starting page
 * loaded.
 * @param newPage a page with an empty cache
 */
export async function measureRoundTrips(
  newPage: () => Promise<Page>,
): Promise<(string | number)[][]> {
  const [short, long] = latencies;
  const rows: (string | number)[][] = [];
  for (const change of changes) {
    const added =
      (await timeOf(await newPage(), change, long)) -
      (await timeOf(await newPage(), change, short));
    rows.push([change[0], Number((added / (long - short)).toFixed(1))]);
  }
  return rows;
}

/** Milliseconds from the click to the content. */
async function timeOf(
  page: Page,
  [, from, link, content]: (typeof changes)[number],
  latency: number,
): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // With data saving on, pages are not preloaded.
  await page.addInitScript(
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
  );
  await page.goto(from);
  await page.locator(link).first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  // The previous page stays until the next one is ready.
  const heading = (await page.locator('h1').textContent()) ?? '';
  await session.send('Network.emulateNetworkConditions', { ...unlimited, latency });
  const started = performance.now();
  // clicks by script, because moving the pointer there would start a preload
  await page.locator(link).first().dispatchEvent('click');
  await page.locator('h1').filter({ hasNotText: heading }).waitFor();
  await page.locator(content).first().waitFor();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  const took = performance.now() - started;
  await page.context().close();
  return took;
}
