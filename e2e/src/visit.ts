import type { Page } from '@playwright/test';
import { waitUntilSettled } from './page-idle.ts';

/** The part of the console's router that tests use; TanStack Router exposes itself as a global. */
interface Router {
  history: { push(path: string, state?: object, options?: { ignoreBlocker: boolean }): void };
  latestLocation: { href: string };
  state: { status: string; resolvedLocation?: { href: string } };
}

declare global {
  interface Window {
    __TSR_ROUTER__?: Router;
  }
}

/**
 * Navigates without loading the console again, as a link does: a page load takes many times as long.
 * @param landsOn where the navigation must end: the path itself, or where it redirects to. Any page if absent.
 */
export async function navigateInApp(
  page: Page,
  path: string,
  { landsOn }: { landsOn?: string } = {},
): Promise<void> {
  await page.evaluate((to) => window.__TSR_ROUTER__?.history.push(to), path);
  await page.waitForFunction(
    (expected) => {
      const router = window.__TSR_ROUTER__;
      return (
        router?.state.status === 'idle' &&
        router.state.resolvedLocation?.href === (expected ?? router.latestLocation.href)
      );
    },
    landsOn,
    { timeout: 60_000 },
  );
  await assertNotCrashed(page, path);
}

/** Opens the page. */
export async function openPage(page: Page, path: string): Promise<void> {
  if (page.url().startsWith('http')) return navigateInApp(page, path);
  await page.goto(path);
  return assertNotCrashed(page, path);
}

/** @throws when the page is the fallback for a crashed page, which has no problems of its own */
async function assertNotCrashed(page: Page, path: string): Promise<void> {
  await waitUntilSettled(page);
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  if (heading === 'Internal Server Error') throw new Error(`${path} crashed.`);
}

/** Opens the page and then each of its tabs. */
export async function forEachTab(
  page: Page,
  [name, path]: readonly [string, string],
  visit: (name: string) => Promise<void>,
): Promise<void> {
  await openPage(page, path);
  await visit(name);
  const tabs = await page
    .getByRole('tab', { selected: false })
    .evaluateAll((links) =>
      links.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? ''] as const),
    );
  for (const [title, to] of tabs) {
    await navigateInApp(page, to);
    await visit(`${name}: ${title.trim()}`);
  }
}
