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
import { expect, signedIn, test } from './annals.ts';
import { answerOf, callsTo, callsWith, sessionOf } from './calls.ts';
import { demoProgram, firstPort } from './demo-program.ts';
import { startProgram, type RunningProgram } from './program.ts';
import { hostilePlaces, makeHostileThings, storeEverywhere } from './stored-strings.ts';
import { navigateInApp, show } from './visit.ts';

// tracing each page takes longer than checking it
const port = firstPort + 20;
const url = `http://127.0.0.1:${port}`;
test.use({ baseURL: url, trace: 'off' });
// the program starts and all routes are visited while another test runs
const patience = 480_000;
test.describe.configure({ timeout: patience });

/** Pages without a session show no stored data. */
const outside: readonly RouteName[] = ['login', 'reset', 'signup', 'set-password'];

let directory: string;
let postgresql: PostgresqlServer | undefined;
let program: RunningProgram | undefined;
test.beforeAll(async ({ playwright }) => {
  test.setTimeout(patience);
  directory = await mkdtemp(join(tmpdir(), 'annals-hostile-'));
  // The same database as for the demo (demo-server.ts): the tests of the services check on both databases how
  // text is stored.
  const bin = exhaustive ? undefined : await findPostgresql();
  postgresql = bin === undefined ? undefined : await startPostgresql(bin);
  const database = postgresql && { DATABASE_URL: postgresql.url, WORKERS: '1' };
  const environment = { PORT: String(port), DATA_DIR: directory, ...database };
  program = await startProgram([], environment, patience);
  const request = await playwright.request.newContext({ baseURL: url });
  const token = /\/set-password#token=([\w-]+)/.exec(program.printed())?.[1];
  const { password } = demoProgram;
  await answerOf(
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

test('hostile text is stored as it is or refused, and is text on every page', async ({
  page,
  request,
  complaints,
}) => {
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (asked) => {
    if (![`${url}/`, 'data:', 'blob:'].some((ours) => asked.url().startsWith(ours)))
      complaints.push(`asks ${asked.url()}`);
  });
  const call = callsTo(url, await sessionOf(request));
  const things = await makeHostileThings(call);
  expect(await storeEverywhere(call, things)).toEqual([]);

  const places = hostilePlaces(things);
  const visited = new Set<string | undefined>([
    ...outside,
    ...places.map((place) => matchRoute(place.split('?', 1)[0] ?? '')?.name),
  ]);
  expect(Object.keys(routes).filter((name) => !visited.has(name))).toEqual([]);

  await signedIn(page);
  const faults: string[] = [];
  for (const place of oneInEvery(12, places)) {
    await show(page, place);
    faults.push(...(await faultsOf(page, place)));
  }
  await show(page, `/v1/partitions/${things.partitionId}/objects`);
  await page.getByRole('button', { name: 'Searches' }).click();
  const searches = page.getByRole('dialog', { name: 'Saved searches' });
  await expect(searches.getByRole('listitem').nth(5)).toBeVisible();
  faults.push(...(await faultsOf(page, 'saved searches')));
  expect(faults).toEqual([]);
});

test('what is asked for in the address before the sign-in is text too', async ({ page }) => {
  const text = encodeURIComponent('"><img src=x onerror=alert(1)>{{7*7}}');
  await page.goto(`/login?redirect=javascript:alert(1)&idp=${text}`);
  for (const place of [`/signup?email=${text}`, `/reset?email=${text}`, `/set-password#${text}`]) {
    await navigateInApp(page, place);
    expect(await faultsOf(page, place)).toEqual([]);
  }
});

test.fail('a violation of the policy fails the test in which it happens', async ({ page }) => {
  await page.goto('/login');
  const consoleMessage = page.waitForEvent('console');
  await page.evaluate(() => (new Image().src = 'https://elsewhere.example/x.png'));
  await consoleMessage;
});

/** Text that a page interpreted as something else, and content that does not fit a phone. */
async function faultsOf(page: Page, place: string): Promise<string[]> {
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
