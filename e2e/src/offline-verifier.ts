import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { programFile } from './program.ts';

/** In the same build as the program. */
export const verifierFile = join(
  process.env['ANNALS_E2E_PROGRAM']
    ? dirname(dirname(programFile))
    : fileURLToPath(new URL('../..', import.meta.url)),
  'console/dist/verifier.html',
);

/** Verifies a file with the verifier, opened from disk in a browser without network. */
export async function verifyOffline(
  browser: Browser,
  file: string,
  verifier = verifierFile,
): Promise<{ verdict: string; sheet: string }> {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  await page.goto(pathToFileURL(verifier).href);
  await page.locator('input[type=file]').setInputFiles(file);
  const verdictText = await page.locator('.verdict').textContent();
  const sheet = await page.locator('.sheet', { has: page.locator('.verdict') }).textContent();
  await context.close();
  return { verdict: verdictText ?? '', sheet: sheet ?? '' };
}

/** Verifies a file with `annals verify`. */
export async function verifyByCommand(file: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [programFile, 'verify', file], (error, output) =>
      resolve({ code: error === null ? 0 : Number(error.code), output }),
    );
  });
}

/** Saves the proof of the object on the current page. */
export async function downloadProof(page: Page, file: string): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download proof' }).click(),
  ]);
  await download.saveAs(file);
}
