import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { matchRoute, type RouteName, routes } from '@annals/contracts/routes';
import { exhaustive, oneInEvery } from '@annals/contracts/testing/exhaustive';
import {
  findPostgresql,
  startPostgresql,
  type PostgresqlServer,
} from '@annals/kit/testing/postgresql-server';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsTo, callsWith, createSession } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { portOf } from './ports.ts';
import { startProgram, type RunningProgram } from './program.ts';
import { hostilePaths, createHostileItems, findStorageProblems } from './stored-strings.ts';
import { navigateInApp, openPage } from './visit.ts';

// tracing each page takes longer than checking it
const port = portOf('hostileStrings');
const url = `http://127.0.0.1:${port}`;
test.use({ baseURL: url, trace: 'off' });
// the program starts and all routes are visited while another test runs
const timeoutMs = 480_000;
test.describe.configure({ timeout: timeoutMs });

/** Pages without a session show no stored data. */
const publicRoutes: readonly RouteName[] = [
  'login',
  'reset',
  'signup',
  'set-password',
  'revoke-tokens',
];

let directory: string;
let postgresql: PostgresqlServer | undefined;
let program: RunningProgram | undefined;
test.beforeAll(async ({ playwright }) => {
  test.setTimeout(timeoutMs);
  directory = await mkdtemp(join(tmpdir(), 'annals-hostile-'));
  // The same database as for the demo (demo-server.ts): the tests of the services check on both databases how
  // text is stored.
  const bin = exhaustive ? undefined : await findPostgresql();
  postgresql = bin === undefined ? undefined : await startPostgresql(bin);
  const database = postgresql && { DATABASE_URL: postgresql.url, WORKERS: '1' };
  const environment = { PORT: String(port), DATA_DIR: directory, ...database };
  program = await startProgram([], environment, timeoutMs);
  const request = await playwright.request.newContext({ baseURL: url });
  const token = /\/set-password#token=([\w-]+)/.exec(program.output())?.[1];
  const { password } = demoProgram;
  await bodyOf(
    callsWith(request, {})('POST /v1/auth/password', {
      token,
      email: 'master@example.org',
      password,
    }),
  );
  await request.dispose();
});
test.afterAll(async () => {
  await program?.stop();
  await postgresql?.remove();
  await rm(directory, { recursive: true, force: true });
});

test('hostile text is stored unchanged or rejected, and every page shows it as text', async ({
  page,
  request,
  pageErrors,
}) => {
  page.on('dialog', (dialog) => {
    pageErrors.push(`opens a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (sent) => {
    if (![`${url}/`, 'data:', 'blob:'].some((prefix) => sent.url().startsWith(prefix)))
      pageErrors.push(`requests ${sent.url()}`);
  });
  const call = callsTo(url, await createSession(request));
  const items = await createHostileItems(call);
  expect(await findStorageProblems(call, items)).toEqual([]);

  const paths = hostilePaths(items);
  const visited = new Set<string | undefined>([
    ...publicRoutes,
    ...paths.map((place) => matchRoute(place.split('?', 1)[0] ?? '')?.name),
  ]);
  expect(Object.keys(routes).filter((name) => !visited.has(name))).toEqual([]);

  await startSession(page);
  const problems: string[] = [];
  for (const place of oneInEvery(12, paths)) {
    await openPage(page, place);
    problems.push(...(await findProblems(page, place)));
  }
  await openPage(page, `/v1/partitions/${items.partitionId}/objects`);
  await page.getByRole('button', { name: 'Searches' }).click();
  const searches = page.getByRole('dialog', { name: 'Saved searches' });
  await expect(searches.getByRole('listitem').nth(5)).toBeVisible();
  problems.push(...(await findProblems(page, 'saved searches')));
  expect(problems).toEqual([]);
});

test('hostile text in the URL of pages without a session is shown as text', async ({ page }) => {
  const text = encodeURIComponent('"><img src=x onerror=alert(1)>{{7*7}}');
  await page.goto(`/login?redirect=javascript:alert(1)&idp=${text}`);
  // The form is in the document; a change of page while React takes it over would be reported as an error.
  await page.getByRole('button', { name: 'Show or hide what is entered' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  for (const place of [`/signup?email=${text}`, `/reset?email=${text}`, `/set-password#${text}`]) {
    await navigateInApp(page, place);
    expect(await findProblems(page, place)).toEqual([]);
  }
});

test.fail('a violation of the Content-Security-Policy fails its test', async ({ page }) => {
  await page.goto('/login');
  const consoleMessage = page.waitForEvent('console');
  await page.evaluate(() => (new Image().src = 'https://elsewhere.example/x.png'));
  await consoleMessage;
});

/** Text that a page interpreted as something else, and content that does not fit a phone. */
async function findProblems(page: Page, place: string): Promise<string[]> {
  const made = await page.evaluate(() =>
    [...document.querySelectorAll('script, svg, img, a[href], [srcdoc], [onerror], [onload]')]
      .filter((element) => {
        if (element.matches('[srcdoc], [onerror], [onload]')) return true;
        const address = element.getAttribute('src') ?? element.getAttribute('href') ?? '/';
        const isOurs = /^(https?:|\/|#|\?|blob:|data:image\/|mailto:)/.test(address);
        return !isOurs || new URL(address, location.href).host.endsWith('evil.example');
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  const title = await page.title();
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide = await page.evaluate(async () => {
    const root = document.documentElement;
    const width = () => root.scrollWidth - root.clientWidth;
    // drawings adapt to a new width some frames later
    for (let frame = 0; frame < 2 || (width() > 0 && frame < 30); frame += 1)
      await new Promise((painted) => requestAnimationFrame(painted));
    return width();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  return [
    ...made.map((element) => `${place}: ${element}`),
    ...(title === 'taken' ? [`${place}: a script ran`] : []),
    ...(tooWide > 0 ? [`${place}: ${tooWide} px too wide at 390 px`] : []),
  ];
}
