import type { Page } from '@playwright/test';
import { exhaustive, oneInEvery } from '@annals/contracts/testing/exhaustive';
import { matchRoute, type RouteName, routes } from '@annals/contracts/routes';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';
import { authenticationPaths, dataPaths, demoPaths, publicPaths } from './demo-paths.ts';
import { emptyEveryList, failEveryCall, failedRequestId } from './altered-responses.ts';
import { clearShifts, findShifts, watchShifts } from './layout-shift.ts';
import { findProblems, findOverflow } from './page-problems.ts';
import { forEachTab, openPage } from './visit.ts';

// tracing all that axe does takes longer than axe itself
test.use({ trace: 'off' });

/** The problems of these pages. */
async function visit(
  page: Page,
  paths: Record<string, string>,
  check: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, path] of Object.entries(paths))
    await openPage(page, path)
      .then(async () => problems.push(...(await check(name))))
      .catch((error: unknown) => problems.push(String(error)));
  return problems;
}

/** The problems of these pages and their tabs, at any size, and their layout shifts while loading. */
async function visitAll(page: Page, paths: Record<string, string>): Promise<string[]> {
  const problems: string[] = [];
  await watchShifts(page);
  for (const place of Object.entries(paths))
    await forEachTab(page, place, async (name) => {
      problems.push(...(await findShifts(page, name)));
      problems.push(...(await findProblems(page, name)), ...(await findOverflow(page, name)));
      await clearShifts(page);
    }).catch((error: unknown) => problems.push(String(error)));
  return problems;
}

/** A sample of the pages; all of them in the exhaustive run. */
const sampleOf = (paths: Record<string, string>) =>
  Object.fromEntries(oneInEvery(40, Object.entries(paths)));

/** Of these pages most is beside the heading, or comes late. */
const onPhone =
  'no-such-partition partition recent object latest past change-set application provider unit user account audit-log';

/** Without the pages whose names match. */
const omit = (paths: Record<string, string>, names: RegExp) =>
  Object.fromEntries(Object.entries(paths).filter(([name]) => !names.test(name)));

test.describe('no page has accessibility violations, scrolls sideways or shifts while it loads', () => {
  test.describe.configure({ mode: 'parallel' });

  test('pages without a session', async ({ page }) => {
    expect(await visitAll(page, publicPaths)).toEqual([]);
  });

  test('users and applications', async ({ page, request }) => {
    const paths = await authenticationPaths(request);
    await startSession(page);
    expect(await visitAll(page, sampleOf(paths))).toEqual([]);
  });

  test('pages of partitions, and of missing things', async ({ page, request }) => {
    const paths = await dataPaths(request);
    await startSession(page);
    expect(await visitAll(page, sampleOf(paths))).toEqual([]);
  });

  test('pages of a user who is not a master', async ({ page, request }) => {
    const call = await callsAs(request, 'user@example.org');
    const { data } = await bodyOf<{ data: { id: string; partitionName: string }[] }>(
      call('GET /v1/partitions'),
    );
    // Other tests add partitions.
    const demo = data.find(({ partitionName }) => partitionName === 'Product lifecycles');
    const partition = `/v1/partitions/${demo?.id}`;
    const paths = { home: '/', partition, members: `${partition}/users`, refused: '/migrations' };
    await startSession(page, 'user@example.org');
    expect(await visitAll(page, sampleOf(paths))).toEqual([]);
  });

  // On a phone, the items beside the heading, the actions and the facts wrap onto their own lines.
  test('pages do not shift on a phone', async ({ page, request }) => {
    if (exhaustive) test.slow();
    const all = await demoPaths(request);
    // The first page is loaded directly.
    const names = exhaustive ? Object.keys(all) : onPhone.split(' ');
    const paths = Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
    await page.setViewportSize({ width: 390, height: 844 });
    await startSession(page);
    // What loads is seen to load.
    await watchShifts(page, 300);
    const check = async (name: string) => {
      const problems = await findShifts(page, `${name} on a phone`);
      await clearShifts(page);
      return problems;
    };
    expect(await visit(page, paths, check)).toEqual([]);
  });

  for (const [part, placesOf] of [
    ['users and applications', authenticationPaths],
    ['partitions', dataPaths],
  ] as const) {
    test(`empty lists: ${part}`, async ({ page, request }) => {
      // Forms and pages of missing things do not depend on whether there is data.
      const paths = sampleOf(omit(await placesOf(request), /^(new|edit|no|not|past)-/));
      await startSession(page);
      await emptyEveryList(page);
      const check = async (name: string) => [
        ...(await remainingSkeletons(page, name)),
        ...(await findProblems(page, name)),
        ...(await page.evaluate(incompleteRegions)).map((problem) => `${name}: ${problem}`),
      ];
      expect(await visit(page, paths, check)).toEqual([]);
    });

    test(`failing calls: ${part}`, async ({ page, request }) => {
      // Pages that report a missing thing make no call, or show their own message about it.
      const paths = sampleOf(
        omit(await placesOf(request), /^(not-found|no-such|nothing-found|past)/),
      );
      await startSession(page);
      const failed = await failEveryCall(page);
      const check = async (name: string) => [
        ...(await remainingSkeletons(page, name)),
        ...(await findProblems(page, name)),
        ...(await page.evaluate(missingErrorParts, { failedRequestId, failed: failed() })).map(
          (problem) => `${name}: ${problem}`,
        ),
      ];
      expect(await visit(page, paths, check)).toEqual([]);
    });
  }

  test('every route is covered', async ({ request }) => {
    const paths = { ...publicPaths, ...(await demoPaths(request)) };
    const visited = new Set(
      Object.values(paths).map((path) => matchRoute(path.split('?', 1)[0] ?? '')?.name),
    );
    const names = Object.keys(routes) as RouteName[];
    expect(names.filter((name) => !visited.has(name))).toEqual([]);
  });
});

/** Skeletons that stay although nothing more is loading. Content outside the viewport may not be loaded yet. */
async function remainingSkeletons(page: Page, name: string): Promise<string[]> {
  const none = () =>
    [...document.querySelectorAll('.mantine-Skeleton-root[data-visible]')].every(
      (bar) => bar.getBoundingClientRect().top > innerHeight,
    );
  return page
    .waitForFunction(none, undefined, { timeout: 60_000 })
    .then(() => [])
    .catch(() => [`${name}: skeletons remain although nothing is loading`]);
}

/** Runs in the page. Finds regions that contain only a heading, and tables without rows. */
function incompleteRegions(): string[] {
  const problems: string[] = [];
  for (const part of document.querySelectorAll('main section[aria-labelledby]')) {
    const title = part.querySelector('h2')?.textContent ?? '';
    if (part.textContent === title) problems.push(`only a heading “${title}”`);
  }
  for (const body of document.querySelectorAll('main tbody'))
    if (body.childElementCount === 0) problems.push('a table without rows');
  return problems;
}

/** Runs in the page. Finds what is missing from a page whose calls fail. */
function missingErrorParts({
  failedRequestId: requestId,
  failed,
}: {
  failedRequestId: string;
  failed: number;
}): string[] {
  const problems: string[] = [];
  const alerts = [...document.querySelectorAll('main [role="alert"]')];
  if (failed > 0 && alerts.length === 0) problems.push('no error message');
  for (const alert of alerts) {
    const text = (alert.textContent ?? '').slice(0, 60);
    if (!alert.textContent?.includes(requestId)) problems.push(`no request id: ${text}`);
    if (![...alert.querySelectorAll('button')].some((button) => button.textContent === 'Try again'))
      problems.push(`no button to try again: ${text}`);
  }
  return problems;
}
