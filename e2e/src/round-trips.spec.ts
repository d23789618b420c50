import type { Page, Route } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';

/**
 * Over HTTP/1.1, which `npm start` serves, a browser sends this many requests at a time; the rest wait for a
 * round trip.
 */
const concurrentRequests = 6;

/** Holds back responses and releases them together, as many as a browser requests at a time. */
async function holdBack(page: Page, isHeld: (url: URL) => boolean) {
  const held: { name: string; route: Route }[] = [];
  const requested: string[] = [];
  await page.route(isHeld, (route) => {
    const call = route.request().postDataJSON() as { url: string } | null;
    const { pathname } = new URL(route.request().url());
    const name = call?.url.split('?')[0] ?? pathname;
    held.push({ name, route });
    requested.push(name);
  });
  return {
    /** Waits until a matching request was made, whether it is answered or still held. */
    async wasRequested(name: RegExp) {
      await expect.poll(() => requested.some((each) => name.test(each))).toBe(true);
    },
    /**
     * One round trip: none of these requests depends on the response of another one, or on a later one.
     * @returns how many requests there were
     */
    async roundTrip(...needed: (string | RegExp)[]) {
      const missing = () =>
        needed.filter((each) => !held.some(({ name }) => new RegExp(each).test(name)));
      await expect.poll(missing).toEqual([]);
      const { length } = held;
      for (const { route } of held.splice(0, concurrentRequests)) await route.continue();
      return length;
    },
  };
}

test('the users list of a returning user takes three sequential round trips after the document', async ({
  page,
}) => {
  await startSession(page);
  // A returning user has the files in the browser's cache.
  const calls = await holdBack(page, ({ pathname }) => pathname.startsWith('/api/'));
  await page.goto('/v1/users', { waitUntil: 'commit' });
  // Waits until the page has requested its data, which depends on the same token refresh as the start-up.
  await page.waitForFunction(() => window.__TSR_ROUTER__?.state.status === 'idle');
  await calls.roundTrip(/^\/v1\/auth$/);
  await calls.roundTrip(/^\/v1\/users\/current$/, /^\/v1\/auth$/);
  // The list was requested in the second round trip, or in the third if the code was slower than the first
  // response.
  await calls.wasRequested(/^\/v1\/users$/);
  await calls.roundTrip(/^\/v1\/partitions\/all\/users\/current$/);
  await expect(page.getByRole('main').locator('tbody tr').nth(5)).toBeVisible();
});

/**
 * The starting page, an element that shows that the page has its content, and the data that comes in the second
 * round trip.
 */
const changes = [
  {
    name: 'users to a user',
    from: '/v1/users',
    file: /UserPage-.*\.js$/,
    data: [/^\/v1\/users\/[\w-]+$/, /\/events$/],
    content: 'main [role="tabpanel"] dl',
  },
  {
    name: 'partitions to a partition',
    from: '/v1/partitions',
    file: /PartitionPage-.*\.js$/,
    data: [
      /^\/v1\/partitions\/[\w-]+$/,
      /\/recent$/,
      /\/activity$/,
      /\/users$/,
      /\/objects\/search$/,
    ],
    content: 'main [role="tabpanel"] a',
  },
];

for (const { name, from, file, data, content } of changes)
  test(`the change from ${name} takes two round trips without prefetching`, async ({ page }) => {
    await startSession(page);
    // With data saving on, pages are not preloaded.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await page.goto(from);
    const link = page.locator('main tbody a').first();
    await link.waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    // The browser requests the icon with each page change: from its cache, which it does not use here. Text is shown
    // without waiting for its font.
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^\/assets\//);
    const all = await holdBack(page, ({ pathname }) => !/\.(svg|woff2)$/.test(pathname));
    // Clicks by script, because moving the pointer there would start a preload.
    await link.dispatchEvent('click');
    // The files and the session check, then the data of everything that the page shows.
    expect(await all.roundTrip(file, /^\/v1\/auth$/)).toBeLessThanOrEqual(concurrentRequests);
    expect(await all.roundTrip(...data)).toBeLessThanOrEqual(concurrentRequests);
    await expect(page.locator(content).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^(Users|Partitions)$/);
  });

test('the login form takes one round trip after the document', async ({ page }) => {
  const files = await holdBack(page, ({ pathname }) => pathname !== '/login');
  await page.goto('/login', { waitUntil: 'commit' });
  await files.roundTrip(/before-paint/, /early-form/, /index-.*\.js$/, /index-.*\.css$/);
  await page.getByLabel('User name or email').fill('ada');
});
