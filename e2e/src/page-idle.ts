import type { Page, Request } from '@playwright/test';

/** The number of consecutive frames without pending requests: a response may trigger the next request. */
const idleFrameCount = 3;
const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Tracks the requests of a page from before its first navigation. Long polls for changes do not count. */
export function trackRequests(page: Page): void {
  const pending = new Set<Request>();
  pendingRequests.set(page, pending);
  page.on('request', (request) => {
    if (!isLongPoll(request)) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
}

/** Resolves when no request has been pending for a moment, like `networkidle` but without the change feed. */
export async function waitForIdle(page: Page): Promise<void> {
  const pending = pendingRequests.get(page);
  if (!pending) throw new Error('The requests of this page are not tracked.');
  await page.waitForLoadState('load');
  for (let idleFrames = 0; idleFrames < idleFrameCount;) {
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 20))),
    );
    idleFrames = pending.size > 0 ? 0 : idleFrames + 1;
  }
}

/**
 * Resolves when the page has one main heading, no busy region and no pending request. It checks on every frame:
 * `expect` waits up to a second between two checks, which adds half a minute over a hundred pages.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  do {
    await page
      .waitForFunction(isComplete, undefined, { timeout: 60_000 })
      .catch((error: unknown) => {
        throw new Error(`${page.url()} stays busy or has no heading.`, {
          cause: error,
        });
      });
    await waitForIdle(page);
  } while (!(await page.evaluate(isComplete)));
}

/** Runs in the page. Whether it has its one main heading and nothing in it is busy. */
export function isComplete(): boolean {
  const headings = document.querySelectorAll('h1');
  return (
    headings.length === 1 &&
    (headings[0]?.textContent ?? '').trim() !== '' &&
    document.querySelector('[aria-busy="true"]') === null
  );
}

function isLongPoll(request: Request): boolean {
  return /\/changes\?/.test(request.postData() ?? '');
}
