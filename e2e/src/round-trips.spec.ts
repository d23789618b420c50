import type { Page, Route } from '@playwright/test';
import { expect, signedIn, test } from './annals.ts';

/** Holds back what the page asks of the server, until as much comes back at once as is under way at a time. */
async function holdBack(page: Page, isHeld: (url: URL) => boolean) {
  let held: { name: string; route: Route }[] = [];
  await page.route(isHeld, (route) => {
    const asked = route.request().postDataJSON() as { url: string } | null;
    const { pathname } = new URL(route.request().url());
    held.push({ name: asked?.url.split('?')[0] ?? pathname, route });
  });
  return {
    /** One round trip: none of these waits for the answer of another, nor for anything that comes later. */
    async roundTrip(...needed: (string | RegExp)[]) {
      const missing = () =>
        needed.filter((each) => !held.some(({ name }) => new RegExp(each).test(name)));
      await expect.poll(missing).toEqual([]);
      const back = held;
      held = [];
      for (const { route } of back) await route.continue();
    },
  };
}

test('a signed-in return to the users list takes three dependent round trips after the document', async ({
  page,
}) => {
  await signedIn(page);
  // The files are in the browser’s cache when somebody returns.
  const calls = await holdBack(page, ({ pathname }) => pathname.startsWith('/api/'));
  await page.goto('/v1/users', { waitUntil: 'commit' });
  // Until the page has asked for its data, which waits for the same renewal as the start-up.
  await page.waitForFunction(
    () =>
      (self as unknown as { __TSR_ROUTER__?: { state: { status: string } } }).__TSR_ROUTER__?.state
        .status === 'idle',
  );
  await calls.roundTrip(/^\/v1\/auth$/);
  await calls.roundTrip(/^\/v1\/users\/current$/, /^\/v1\/auth$/, /^\/v1\/users$/);
  await calls.roundTrip(/^\/v1\/partitions\/all\/users\/current$/);
  await expect(page.getByRole('main').locator('tbody tr').nth(5)).toBeVisible();
});

test('the form to sign in takes one round trip after the document', async ({ page }) => {
  const files = await holdBack(page, ({ pathname }) => pathname !== '/login');
  await page.goto('/login', { waitUntil: 'commit' });
  await files.roundTrip(/before-paint/, /index-.*\.js$/, /index-.*\.css$/);
  await page.getByLabel('User name or email').fill('ada');
});
