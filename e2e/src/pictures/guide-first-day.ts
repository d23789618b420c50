import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntilSettled } from '../page-idle.ts';
import { writeData } from '../annals.ts';
import { startProgram } from '../program.ts';
import type { Journey } from './journey.ts';
import { startTimeoutMs } from './studio.ts';

const password = 'eight grey herons by the lake';

/** The first start with the first master, and the alarm after a backup is restored. */
export async function firstDay({ page, take }: Journey): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'annals-first-day-'));
  const backup = `${directory}-backup`;
  const environment = { PORT: '3965', DATA_DIR: directory };
  let program = await startProgram([], environment, startTimeoutMs);
  try {
    const link = /\/set-password#token=\S+/.exec(program.output())?.[0] ?? '';
    await page.goto(program.url + link);
    await page.getByLabel('Email').fill('mira@example.org');
    await page.getByLabel('Name (optional)').fill('Mira Master');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await take('first-account', page.locator('main form').locator('xpath=..'));
    await page.getByRole('button', { name: 'Create account and sign in' }).click();
    await page.getByRole('button', { name: 'Logout' }).waitFor();

    await page.goto(`${program.url}/v1/partitions`);
    await page.getByRole('button', { name: 'New partition' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Ledger');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('tab', { name: 'Objects' }).click();
    await page.getByRole('button', { name: 'New object' }).first().click();
    await dialog.getByLabel('Type').fill('NOTE');
    await writeData(dialog, { title: 'The first entry', amount: 120 });
    await dialog.getByRole('button', { name: /create|save/i }).click();
    await page.getByRole('heading', { level: 1, name: /The first entry/ }).waitFor();
    const address = page.url();
    await program.stop();
    await cp(directory, backup, { recursive: true });

    program = await startProgram([], environment, startTimeoutMs);
    await page.goto(address);
    await page.getByRole('button', { name: 'New version' }).click();
    await writeData(dialog, { title: 'The first entry', amount: 90 });
    await page.getByRole('button', { name: 'Save new version' }).click();
    await page.getByText('Version 2 of 2').waitFor();
    await page.reload();
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(
        ([key, value]) => key.includes('.checkpoint:') && /"size":2\b/.test(String(value)),
      ),
    );
    await program.stop();
    await rm(directory, { recursive: true });
    await cp(backup, directory, { recursive: true });
    program = await startProgram([], environment, startTimeoutMs);
    await page.goto(address);
    const alarm = page
      .getByRole('alert')
      .filter({ hasText: 'The log of this partition was rolled back' });
    await alarm.waitFor();
    await waitUntilSettled(page);
    await take('alarm', alarm);
  } finally {
    await program.stop();
    await rm(directory, { recursive: true, force: true });
    await rm(backup, { recursive: true, force: true });
  }
}
