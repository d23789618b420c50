import type { Page } from '@playwright/test';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { matchRoute, type RouteName, routes } from '@annals/contracts/routes';
import { expect, signedIn, test } from './annals.ts';
import { answerOf, callsAs } from './calls.ts';
import { authenticationPlaces, dataPlaces, demoPlaces, outside } from './demo-places.ts';
import { emptyEveryList, failEveryCall, refusedRequestId } from './altered-replies.ts';
import { clearShifts, shiftsOf, watchShifts } from './layout-shift.ts';
import { faultsOf, overflowOf } from './page-faults.ts';
import { eachState, show } from './visit.ts';

// tracing all that axe does takes longer than axe itself
test.use({ trace: 'off' });

/** The problems of these pages. */
async function visit(
  page: Page,
  places: Record<string, string>,
  look: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, path] of Object.entries(places))
    await show(page, path)
      .then(async () => faults.push(...(await look(name))))
      .catch((error: unknown) => faults.push(String(error)));
  return faults;
}

/** The problems of these pages and their tabs, at any size, and their layout shifts while loading. */
async function visitAll(page: Page, places: Record<string, string>): Promise<string[]> {
  const faults: string[] = [];
  await watchShifts(page);
  for (const place of Object.entries(places))
    await eachState(page, place, async (name) => {
      faults.push(...(await shiftsOf(page, name)));
      faults.push(...(await faultsOf(page, name)), ...(await overflowOf(page, name)));
      await clearShifts(page);
    }).catch((error: unknown) => faults.push(String(error)));
  return faults;
}

/** A sample of the pages; all of them in the exhaustive run. */
const someOf = (places: Record<string, string>) =>
  Object.fromEntries(oneInEvery(40, Object.entries(places)));

/** Without the pages whose names match. */
const without = (places: Record<string, string>, starts: RegExp) =>
  Object.fromEntries(Object.entries(places).filter(([name]) => !starts.test(name)));

test.describe('no page has a fault that axe finds, scrolls sideways or moves while it loads', () => {
  test.describe.configure({ mode: 'parallel' });

  test('before the sign-in', async ({ page }) => {
    expect(await visitAll(page, outside)).toEqual([]);
  });

  test('people and programs', async ({ page, request }) => {
    const places = await authenticationPlaces(request);
    await signedIn(page);
    expect(await visitAll(page, someOf(places))).toEqual([]);
  });

  test('partitions, and what there is not', async ({ page, request }) => {
    const places = await dataPlaces(request);
    await signedIn(page);
    expect(await visitAll(page, someOf(places))).toEqual([]);
  });

  test('what somebody who is no master sees', async ({ page, request }) => {
    const call = await callsAs(request, 'user@example.org');
    const { data } = await answerOf<{ data: { id: string }[] }>(call('GET /v1/partitions'));
    const partition = `/v1/partitions/${data[0]?.id}`;
    const places = { home: '/', partition, members: `${partition}/users`, refused: '/migrations' };
    await signedIn(page, 'user@example.org');
    expect(await visitAll(page, someOf(places))).toEqual([]);
  });

  // On a phone, the items beside the heading, the actions and the facts wrap onto their own lines.
  test('on a phone nothing moves either', async ({ page, request }) => {
    const of = await demoPlaces(request);
    // The first page is loaded directly.
    const names =
      'no-such-partition partition recent object latest past application provider unit user';
    const places = Object.fromEntries(names.split(' ').map((name) => [name, of[name] ?? '']));
    await page.setViewportSize({ width: 390, height: 844 });
    await signedIn(page);
    await watchShifts(page);
    const look = async (name: string) => {
      const faults = await shiftsOf(page, `${name} on a phone`);
      await clearShifts(page);
      return faults;
    };
    expect(await visit(page, places, look)).toEqual([]);
  });

  for (const [part, placesOf] of [
    ['people and programs', authenticationPlaces],
    ['partitions', dataPlaces],
  ] as const) {
    test(`on the first day: ${part}`, async ({ page, request }) => {
      // Forms and pages of missing things do not depend on whether there is data.
      const places = someOf(without(await placesOf(request), /^(new|edit|no|not|past)-/));
      await signedIn(page);
      await emptyEveryList(page);
      const look = async (name: string) => [
        ...(await barsLeft(page, name)),
        ...(await faultsOf(page, name)),
        ...(await page.evaluate(neitherEmptyNorFull)).map((fault) => `${name}: ${fault}`),
      ];
      expect(await visit(page, places, look)).toEqual([]);
    });

    test(`with the service in trouble: ${part}`, async ({ page, request }) => {
      // Pages that report a missing thing make no call, or show their own message about it.
      const places = someOf(
        without(await placesOf(request), /^(not-found|no-such|nothing-found|past)/),
      );
      await signedIn(page);
      const failed = await failEveryCall(page);
      const look = async (name: string) => [
        ...(await barsLeft(page, name)),
        ...(await faultsOf(page, name)),
        ...(await page.evaluate(missingInTrouble, { refusedRequestId, failed: failed() })).map(
          (fault) => `${name}: ${fault}`,
        ),
      ];
      expect(await visit(page, places, look)).toEqual([]);
    });
  }

  test('that are all routes', async ({ request }) => {
    const places = { ...outside, ...(await demoPlaces(request)) };
    const visited = new Set(
      Object.values(places).map((path) => matchRoute(path.split('?', 1)[0] ?? '')?.name),
    );
    const names = Object.keys(routes) as RouteName[];
    expect(names.filter((name) => !visited.has(name))).toEqual([]);
  });
});

/** Skeletons that stay although nothing more is loading. Content outside the viewport may not be loaded yet. */
async function barsLeft(page: Page, name: string): Promise<string[]> {
  const none = () =>
    [...document.querySelectorAll('.mantine-Skeleton-root[data-visible]')].every(
      (bar) => bar.getBoundingClientRect().top > innerHeight,
    );
  return page
    .waitForFunction(none, undefined, { timeout: 60_000 })
    .then(() => [])
    .catch(() => [`${name}: bars where nothing comes any more`]);
}

/** Runs in the page. Finds regions that contain only a heading, and tables without rows. */
function neitherEmptyNorFull(): string[] {
  const faults: string[] = [];
  for (const part of document.querySelectorAll('main section[aria-labelledby]')) {
    const title = part.querySelector('h2')?.textContent ?? '';
    if (part.textContent === title) faults.push(`nothing under “${title}”`);
  }
  for (const body of document.querySelectorAll('main tbody'))
    if (body.childElementCount === 0) faults.push('a table without rows');
  return faults;
}

/** Runs in the page. Finds what is missing from a page whose calls fail. */
function missingInTrouble({
  refusedRequestId: requestId,
  failed,
}: {
  refusedRequestId: string;
  failed: number;
}): string[] {
  const faults: string[] = [];
  const alerts = [...document.querySelectorAll('main [role="alert"]')];
  if (failed > 0 && alerts.length === 0) faults.push('no word of the failure');
  for (const alert of alerts) {
    const text = (alert.textContent ?? '').slice(0, 60);
    if (!alert.textContent?.includes(requestId)) faults.push(`no request id to quote: ${text}`);
    if (![...alert.querySelectorAll('button')].some((button) => button.textContent === 'Try again'))
      faults.push(`no way to try again: ${text}`);
  }
  if (location.pathname !== '/' && !document.querySelector('main nav ol'))
    faults.push('no breadcrumb');
  return faults;
}
