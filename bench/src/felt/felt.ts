import type { Page } from '@playwright/test';
import { openBrowser, signedIn } from '../console-session.ts';
import { password, startProgram } from '../program.ts';
import { median, table } from '../table.ts';
import { serveBareForm } from './bare-form.ts';
import { formUsable, usersAfterSignIn, usersOnReturn } from './first-use.ts';
import { measureList } from './lists.ts';
import { roundTrips } from './page-change.ts';

const rounds = 5;

/** Perceived performance in Chromium: first use on a slow network, page changes, and lists with a slow CPU. */
export async function measureFelt(): Promise<string> {
  const program = await startProgram(['--demo'], { DEMO_PASSWORD: password });
  const bare = await serveBareForm();
  const browser = await openBrowser();
  try {
    const login = `${program.console}/login`;
    const times = { bare: [] as number[], ours: [] as number[], users: [] as number[] };
    const slower = { form: [] as number[], users: [] as number[] };
    const storageState = await signedIn(browser, program.console, password);
    for (let round = 0; round < rounds; round += 1) {
      times.bare.push(await formUsable(browser, bare.url));
      times.ours.push(await formUsable(browser, login));
      times.users.push(await usersAfterSignIn(browser, program.console, password));
      slower.form.push(await formUsable(browser, login, 'chromesFast3G'));
      slower.users.push(await usersOnReturn(browser, program.console, storageState));
    }
    const ratio = median(times.ours) / median(times.bare);
    const newPage = async () => {
      const context = await browser.newContext({
        baseURL: program.console,
        storageState,
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
      });
      return context.newPage();
    };
    const trips = await roundTrips(newPage);
    const partition = await partitionOf(await newPage());
    const users = await measureList(await newPage(), '/v1/users');
    const objects = await measureList(await newPage(), `${partition}/objects`);
    const acts = [...users.toNextPaint.keys()];
    return [
      table(
        ['first use: CPU at 4×, 1.6 Mbit/s down, 750 kbit/s up, 150 ms', 'median of 5', 'budget'],
        [
          ['a bare React form usable (ms)', Math.round(median(times.bare)), ''],
          ['login form usable (ms)', Math.round(median(times.ours)), ''],
          ['ratio', Number(ratio.toFixed(2)), '≤ 1.4'],
          ['users list after sign-in (ms)', Math.round(median(times.users)), '≤ 1,800'],
        ],
      ),
      table(
        ["CPU at 4×, Fast 3G of Chrome's developer tools: 562 ms", 'median of 5', 'budget'],
        [
          ['login form usable, empty cache (ms)', Math.round(median(slower.form)), '≤ 2,000'],
          ['users list of somebody who returns (ms)', Math.round(median(slower.users)), '≤ 2,400'],
        ],
      ),
      table(['page change, nothing preloaded', 'round trips until the content (≤ 2)'], trips),
      table(
        ['interaction to next paint, CPU at 4× (ms, budget 100)', 'users', 'objects'],
        [
          ...acts.map((act): (string | number)[] => [
            act,
            users.toNextPaint.get(act) ?? 0,
            objects.toNextPaint.get(act) ?? 0,
          ]),
          [
            'layout shift in all (budget 0.01)',
            Number(users.layoutShift.toFixed(4)),
            Number(objects.layoutShift.toFixed(4)),
          ],
        ],
      ),
    ].join('\n\n');
  } finally {
    await browser.close();
    bare.close();
    await program.stop();
  }
}

/** The URL of the demo's partition. */
async function partitionOf(page: Page): Promise<string> {
  await page.goto('/v1/partitions');
  const href = await page
    .getByRole('link', { name: 'Product lifecycles' })
    .first()
    .getAttribute('href');
  await page.close();
  return href ?? '';
}
