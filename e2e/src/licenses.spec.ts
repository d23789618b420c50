import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, startSession, test } from './annals.ts';
import { findShifts, watchShifts } from './layout-shift.ts';
import { verifierFile } from './offline-verifier.ts';
import { findOverflow, findProblems } from './page-problems.ts';
import { openPage } from './visit.ts';

const root = join(import.meta.dirname, '../..');

/** The packages that these workspaces depend on at run time. */
const dependenciesOf = (...workspaces: string[]) =>
  workspaces.flatMap((workspace) => {
    const manifest = readFileSync(join(root, workspace, 'package.json'), 'utf8');
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    return Object.entries(dependencies).filter(([name]) => !name.startsWith('@annals/'));
  });

test('the licences of everything that console and server contain are listed, with their texts', async ({
  page,
}) => {
  await startSession(page);
  await page.goto('/');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('link', { name: 'Licences' }).click();
  for (const [part, dependencies] of [
    ['Console', dependenciesOf('console', 'contracts', 'proofs')],
    [
      'Server',
      dependenciesOf('server', 'services/kit', 'services/authentication', 'services/data'),
    ],
  ] as const) {
    const items = page.getByRole('region', { name: part }).getByRole('listitem');
    await items.first().waitFor();
    const lines = await items.allTextContents();
    const missing = dependencies.filter(
      ([name, version]) => !lines.some((line) => line.startsWith(`${name} ${version}`)),
    );
    expect({ part, missing }).toEqual({ part, missing: [] });
  }
  await page.getByRole('searchbox', { name: 'Search by name or licence' }).fill('inter OFL');
  await page.getByText('@fontsource-variable/inter').click();
  await expect(page.getByText('SIL OPEN FONT LICENSE Version 1.1')).toBeVisible();
});

test('the list is accessible, fits a phone and does not shift while it loads, without a session too', async ({
  page,
}) => {
  await watchShifts(page);
  await openPage(page, '/licenses');
  await page.getByText('@cfworker/json-schema').click();
  await page.getByText('Permission is hereby granted').waitFor();
  expect([
    ...(await findShifts(page, 'licenses')),
    ...(await findProblems(page, 'licenses')),
    ...(await findOverflow(page, 'licenses')),
  ]).toEqual([]);
});

test('the offline verifier shows the licences of what it contains', async ({ page }) => {
  await page.goto(pathToFileURL(verifierFile).href);
  const licences = page.getByRole('group').filter({ hasText: 'Lizenzen' });
  await expect(licences.getByText('Permission is hereby granted')).toBeHidden();
  await licences.getByText('Licences · Lizenzen').click();
  await expect(licences.getByText('Permission is hereby granted')).toBeVisible();
  expect(await licences.textContent()).toMatch(/^@noble\/curves \d[\d.]+ \(MIT\)$/m);
});
