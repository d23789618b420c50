import type { Page, Route } from '@playwright/test';

/** The calls that the console needs before it can show any page: current user and permissions. */
const startUpCalls =
  /^\/v1\/(auth\b|users\/current$|partitions\/all\/users\/current$)|^\/authentication\/v1\/roles/;

/** The change feed, which waits for half a minute, and the note of a visit: no page shows what they answer. */
const backgroundCalls = /\/changes\?|\/visit$/;

export const failedRequestId = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Lists that are never empty: a row per day, applied migrations, the current session. */
const neverEmpty = /\/versions-per-day|\/activity|\/migrations|\/sessions/;

/**
 * Makes every call fail except those of the start-up. Returns a function that counts the failures since its
 * last call.
 */
export async function failEveryCall(page: Page): Promise<() => number> {
  await retryImmediately(page);
  let failed = 0;
  await replaceResponses(page, (route) => {
    failed += 1;
    return route.fulfill({
      status: 500,
      headers: { 'x-request-id': failedRequestId },
      json: { error: 'Internal Server Error', message: 'The database is unavailable.' },
    });
  });
  return () => {
    const count = failed;
    failed = 0;
    return count;
  };
}

/** Empties every list in every response, as in a new installation. */
export async function emptyEveryList(page: Page): Promise<void> {
  await replaceResponses(page, async (route) => {
    if (neverEmpty.test(route.request().postData() ?? '')) return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    if (!response.ok() || text === '') return route.fulfill({ response });
    return route.fulfill({ response, json: withoutItems(JSON.parse(text)) });
  });
}

async function replaceResponses(
  page: Page,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route('**/api/annals', (route) => {
    const { url } = route.request().postDataJSON() as { url: string };
    return startUpCalls.test(url.split('?', 1)[0] ?? '') || backgroundCalls.test(url)
      ? route.fallback()
      : answer(route);
  });
}

function withoutItems(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name.startsWith('total') && typeof each === 'number') return [name, 0];
      if (name === 'hasMore') return [name, false];
      return [name, name === 'nextCursor' ? null : withoutItems(each)];
    }),
  );
}

/** Failed calls are retried after one and two seconds; this makes the retries immediate. */
async function retryImmediately(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const setTimeout = window.setTimeout.bind(window);
    const retryDelays = new Set([1_000, 2_000]);
    window.setTimeout = ((run: TimerHandler, delay = 0, ...rest: unknown[]) =>
      setTimeout(run, retryDelays.has(delay) ? 0 : delay, ...rest)) as typeof window.setTimeout;
  });
}
