import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, writeData } from './annals.ts';
import { portOf } from './ports.ts';
import { startProgram } from './program.ts';

const password = 'eight grey herons by the lake';

/** The size of the only log in this browser's pinned checkpoints. */
const pinnedSize = async (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.includes('.checkpoint:'));
    const stored: unknown = name && JSON.parse(localStorage.getItem(name) ?? '{}');
    return typeof stored === 'object' && stored && 'size' in stored ? stored.size : undefined;
  });

test('a first start creates the first master, partition and object, which survive a restart', async ({
  page,
}) => {
  // this test starts the program three times while another test runs
  test.setTimeout(2_400_000);
  const directory = await mkdtemp(join(tmpdir(), 'annals-first-'));
  const backup = `${directory}-backup`;
  const environment = { PORT: String(portOf('firstStart')), DATA_DIR: directory };
  let program = await startProgram([], environment);
  try {
    await expect.poll(() => program.output()).toMatch(/\/set-password#token=\S+/);
    const link = /\/set-password#token=\S+/.exec(program.output())?.[0] ?? '';
    await page.goto(program.url + link);
    await expect(page).toHaveURL(`${program.url}/set-password`);
    await page.getByLabel('Email').fill('first@example.org');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account and sign in' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

    // On the first day nothing needs attention, and Home offers the first steps.
    const steps = page.getByRole('region', { name: 'Set up this installation' });
    await expect(steps.getByRole('link')).toHaveText([
      'Create an organizational unit',
      'Invite people',
      'Connect an identity provider',
      'Create the first partition',
      'Take a backup',
      'Set up a mail server',
    ]);
    await expect(page.getByRole('heading', { name: /needs? you$/ })).toHaveCount(0);
    await steps.getByRole('link', { name: 'Create the first partition' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Ledger');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /create/i })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Ledger/);

    await page.getByRole('tab', { name: 'Objects' }).click();
    await page.getByRole('button', { name: 'New object' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Type').fill('NOTE');
    await writeData(form, { title: 'The first entry' });
    await form.getByRole('button', { name: /create|save/i }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/The first entry/);

    const address = page.url();
    expect(await program.stop()).toBe(0);
    await cp(directory, backup, { recursive: true });
    program = await startProgram([], environment);
    expect(program.output()).not.toContain('set-password');
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/The first entry/);
    await page.goto(program.url + link);
    await expect(page.getByText('This link was already used')).toBeVisible();

    await test.step('a restored backup is detected', async () => {
      await page.goto(address);
      await page.getByRole('button', { name: 'New version' }).click();
      await writeData(page.getByRole('dialog'), { title: 'The first entry, mended' });
      await page.getByRole('button', { name: 'Save new version' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/mended/);
      await page.reload();
      await expect.poll(async () => pinnedSize(page)).toBe(2);
      await program.stop();
      await rm(directory, { recursive: true });
      await cp(backup, directory, { recursive: true });
      program = await startProgram([], environment);
      await page.goto(address);
      await expect(page.getByText('The log of this partition was rolled back')).toBeVisible();
      await expect(page.getByText(/It had 2 entries when this browser saw it/)).toBeVisible();
    });
  } finally {
    await program.stop();
    await rm(directory, { recursive: true, force: true });
    await rm(backup, { recursive: true, force: true });
  }
});
