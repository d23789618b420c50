import type { Page, Request } from '@playwright/test';

/** The number of consecutive frames without pending requests: a response may trigger the next request. */
const calmLooks = 3;
const underWay = new WeakMap<Page, Set<Request>>();

/** Tracks the requests of a page from before its first navigation. Long polls for changes do not count. */
export function followRequests(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on('request', (request) => {
    if (!waitsForChanges(request)) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/** Resolves when no request has been pending for a moment, like `networkidle` but without the change feed. */
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
 * Resolves when the page has one main heading, no busy region and no pending request. It checks on every frame:
 * `expect` waits up to a second between two checks, which adds half a minute over a hundred pages.
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
