// Makes the pictures of README and docs: node scripts/screenshots.mjs [folder]. All routes, light and dark, wide and narrow.
import { chromium } from '@playwright/test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givePassword } from './annals.ts';
import { demoPlaces } from './demo-places.ts';
import { demoProgram } from './demo-program.ts';
import { startProgram } from './program.ts';
import { atRest, followRequests } from './at-rest.ts';

const folder = process.argv[2] ?? 'docs/images';
const wanted = process.argv.slice(3);
await mkdir(folder, { recursive: true });
const directory = await mkdtemp(join(tmpdir(), 'annals-pictures-'));
const program = await startProgram(['--demo'], {
  PORT: '3975',
  DATA_DIR: directory,
  DEMO_PASSWORD: demoProgram.password,
});
const executablePath = process.env['ANNALS_BROWSER'];
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
try {
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: program.url,
        viewport: { width, height: width === 390 ? 844 : 900 },
        colorScheme,
        locale: 'en-GB',
        timezoneId: 'UTC',
        deviceScaleFactor: 1,
      });
      const page = await context.newPage();
      followRequests(page);
      const take = async (name: string) => {
        const picture = `${name}-${colorScheme}${width === 390 ? '-narrow' : ''}`;
        if (wanted.length > 0 && !wanted.includes(picture)) return;
        await atRest(page);
        await page.screenshot({ path: join(folder, `${picture}.png`), animations: 'disabled' });
      };
      await page.goto('/login');
      await take('login');
      await givePassword(page, 'master@example.org');
      await page.getByRole('button', { name: 'Logout' }).waitFor();
      for (const [name, path] of Object.entries(await demoPlaces(context.request))) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await take(name);
      }
      await context.close();
    }
} finally {
  await browser.close();
  await program.stop();
  await rm(directory, { recursive: true, force: true });
}
