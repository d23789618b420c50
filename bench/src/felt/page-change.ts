import type { Page } from '@playwright/test';

/** Long beside what this machine needs, so that the time tells how many round trips were waited for, one after another. */
const roundTripMs = 600;

const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };

/** From where, by which link of its, and what is there when the page has its content. */
const changes = [
  ['home → users', '/', 'nav a[href="/v1/users"]', 'main tbody tr:nth-child(5)'],
  ['home → partitions', '/', 'nav a[href="/v1/partitions"]', 'main tbody a'],
  ['home → API tokens', '/', 'nav a[href="/v1/tokens"]', 'main h2, main tbody tr'],
  ['users → a user', '/v1/users', 'main tbody a', 'main [role="tabpanel"] dl, main dl'],
  ['partitions → a partition', '/v1/partitions', 'main tbody a', 'main [role="tabpanel"] a'],
] as const;

/** How many round trips pass between a click on a link of the menu and the page's content, nothing being there before. */
export async function roundTrips(page: Page): Promise<(string | number)[][]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const found: (string | number)[][] = [];
  for (const [name, from, link, content] of changes) {
    await page.goto(from);
    await page.locator(link).first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await session.send('Network.emulateNetworkConditions', { ...unlimited, latency: roundTripMs });
    const started = performance.now();
    // by script, since the pointer on its way would start the preload
    await page.locator(link).first().dispatchEvent('click');
    await page.locator(content).first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    const trips = (performance.now() - started) / roundTripMs;
    await session.send('Network.emulateNetworkConditions', { ...unlimited, latency: 0 });
    found.push([name, Number(trips.toFixed(1))]);
  }
  return found;
}
