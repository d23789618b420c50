import type { Page, Request } from '@playwright/test';

/** How many frames in a row must find nothing under way: the answer to one request may lead to the next. */
const calmLooks = 3;
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
  for (let looks = 0; looks < calmLooks;) {
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 20))),
    );
    looks = open.size > 0 ? 0 : looks + 1;
  }
}

/**
 * Resolves when a page has its one heading, is busy with nothing and is at rest. Looks with each frame: `expect` waits up
 * to a second between two looks, which for a hundred pages adds up to half a minute.
 */
export async function settled(page: Page): Promise<void> {
  do {
    await page
      .waitForFunction(showsAllOfIt, undefined, { timeout: 60_000 })
      .catch((error: unknown) => {
        throw new Error(`${page.url()} stays busy or without a heading.`, {
          cause: error,
        });
      });
    await atRest(page);
  } while (!(await page.evaluate(showsAllOfIt)));
}

/** Runs in the page. */
function showsAllOfIt(): boolean {
  const headings = document.querySelectorAll('h1');
  return (
    headings.length === 1 &&
    (headings[0]?.textContent ?? '').trim() !== '' &&
    document.querySelector('[aria-busy="true"]') === null
  );
}

function waitsForChanges(request: Request): boolean {
  return /\/changes\?/.test(request.postData() ?? '');
}
