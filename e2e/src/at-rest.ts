import { expect, type Page, type Request } from '@playwright/test';

/** How long a page must have asked for nothing to count as at rest, in milliseconds. */
const calm = 150;
const underWay = new WeakMap<Page, Set<Request>>();

/** Follows what a page asks for, from before its first address on. A request that waits for changes does not count. */
export function followRequests(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on('request', (request) => {
    if (!waitsForChanges(request)) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/** Resolves when nothing has been under way for a moment: what `networkidle` says, but for the change feed. */
export async function atRest(page: Page): Promise<void> {
  const open = underWay.get(page);
  if (!open) throw new Error('The requests of this page are not followed.');
  await page.waitForLoadState('load');
  for (let since = Date.now(); Date.now() - since < calm;) {
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 20))),
    );
    if (open.size > 0) since = Date.now();
  }
}

/**
 * Resolves when a page has its one heading, is busy with nothing and is at rest. Looks with each frame first: `expect` waits
 * up to a second between two looks, which for a hundred pages adds up to half a minute.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      (document.querySelector('h1')?.textContent ?? '').trim() !== '' &&
      document.querySelector('[aria-busy="true"]') === null,
    undefined,
    { timeout: 10_000 },
  );
  await expect(page.getByRole('heading', { level: 1 }), page.url()).not.toBeEmpty();
  await expect(page.locator('[aria-busy="true"]'), page.url()).toHaveCount(0);
  await atRest(page);
}

function waitsForChanges(request: Request): boolean {
  return /\/changes\?/.test(request.postData() ?? '');
}
