import type { Page } from '@playwright/test';
import { openBrowser, signIn } from '../console-session.ts';
import { password, startProgram } from '../program.ts';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { serveBareForm } from './bare-form.ts';
import { timeToUsableForm, timeFromSignInToUsers, timeToUsersOnReturn } from './first-use.ts';
import { measureList } from './lists.ts';
import { measureRoundTrips } from './page-change.ts';

const rounds = 5;

/** Perceived performance in Chromium: first use on a slow network, page changes, and lists with a slow CPU. */
export async function measureFelt(): Promise<string> {
  const program = await startProgram(['--demo'], { DEMO_PASSWORD: password });
  const bareForm = await serveBareForm();
  const browser = await openBrowser();
  try {
    const login = `${program.console}/login`;
    const times = { bareForm: [] as number[], login: [] as number[], users: [] as number[] };
    const slowNetwork = { form: [] as number[], users: [] as number[] };
    const storageState = await signIn(browser, program.console, password);
    for (let round = 0; round < rounds; round += 1) {
      times.bareForm.push(await timeToUsableForm(browser, bareForm.url));
      times.login.push(await timeToUsableForm(browser, login));
      times.users.push(await timeFromSignInToUsers(browser, program.console, password));
      slowNetwork.form.push(await timeToUsableForm(browser, login, 'chromesFast3G'));
      slowNetwork.users.push(await timeToUsersOnReturn(browser, program.console, storageState));
    }
    const ratio = median(times.login) / median(times.bareForm);
    const newPage = async () => {
      const context = await browser.newContext({
        baseURL: program.console,
        storageState,
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
      });
      return context.newPage();
    };
    const trips = await measureRoundTrips(newPage);
    const partition = await demoPartition(await newPage());
    const users = await measureList(await newPage(), '/v1/users');
    const objects = await measureList(await newPage(), `${partition}/objects`);
    const interactions = [...users.toNextPaint.keys()];
    return [
      table(
        ['first use: CPU at 4×, 1.6 Mbit/s down, 750 kbit/s up, 150 ms', 'median of 5', 'budget'],
        [
          ['bare React form usable (ms)', Math.round(median(times.bareForm)), ''],
          ['login form usable (ms)', Math.round(median(times.login)), ''],
          ['ratio', Number(ratio.toFixed(2)), '≤ 1.4'],
          ['users list after sign-in (ms)', Math.round(median(times.users)), '≤ 1,800'],
        ],
      ),
      table(
        ["CPU at 4×, Fast 3G of Chrome's developer tools: 562 ms", 'median of 5', 'budget'],
        [
          ['login form usable, empty cache (ms)', Math.round(median(slowNetwork.form)), '≤ 2,000'],
          [
            'users list for a returning user (ms)',
            Math.round(median(slowNetwork.users)),
            '≤ 2,400',
          ],
        ],
      ),
      table(['page change, nothing preloaded', 'round trips until the content (≤ 2)'], trips),
      table(
        ['interaction to next paint, CPU at 4× (ms, budget 100)', 'users', 'objects'],
        [
          ...interactions.map((interaction): (string | number)[] => [
            interaction,
            users.toNextPaint.get(interaction) ?? 0,
            objects.toNextPaint.get(interaction) ?? 0,
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
    bareForm.close();
    await program.stop();
  }
}

/** The URL of the demo's partition. */
async function demoPartition(page: Page): Promise<string> {
  await page.goto('/v1/partitions');
  const href = await page
    .getByRole('link', { name: 'Product lifecycles' })
    .first()
    .getAttribute('href');
  await page.close();
  return href ?? '';
}
