import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { dataPaths } from './demo-paths.ts';

/** What paper shows: as Chromium does it when it prints, the event comes first and then the style sheets of paper. */
async function putOnPaper(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
}

const scheme = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);

test('a history prints what changed in every version, on white paper', async ({
  page,
  request,
}) => {
  await startSession(page);
  const { compare = '' } = await dataPaths(request);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(compare);
  await expect(page.getByRole('region', { name: 'Versions over time' })).toContainText(
    '227 versions',
  );
  const versions = page.getByRole('region', { name: 'History', exact: true }).getByRole('listitem');
  await expect(versions).toHaveCount(50);

  await test.step('Chromium reports the beginning and the end of printing', async () => {
    await page.evaluate(() => {
      const { dataset } = document.documentElement;
      const record = ({ type }: Event) => {
        dataset['printed'] = `${dataset['printed'] ?? ''} ${type} ${dataset['mantineColorScheme']}`;
      };
      window.addEventListener('beforeprint', record);
      window.addEventListener('afterprint', record);
    });
    await page.pdf();
    await expect(page.locator('html')).toHaveAttribute(
      'data-printed',
      ' beforeprint light afterprint dark',
    );
  });

  await putOnPaper(page);
  expect(await scheme(page)).toBe('light');
  await expect(versions).toHaveCount(227);
  const changes = await versions.evaluateAll((rows) =>
    rows.map((row) => row.lastElementChild?.textContent?.trim() ?? ''),
  );
  expect(changes.filter((text) => text === '')).toEqual([]);
  expect(changes.filter((text) => /and \d+ more/.test(text))).toEqual([]);
  await expect(page.getByText('Printed by Mira Master on')).toBeVisible();
  for (const name of ['Versions', 'More actions', 'Swap sides', 'Logout'])
    await expect(page.getByText(name, { exact: true })).not.toBeVisible();
  await expect(page.getByRole('radio').first()).not.toBeVisible();
});

test('an object prints its whole data', async ({ page, request }) => {
  await startSession(page);
  const { latest = '' } = await dataPaths(request);
  await page.goto(latest);
  const items = page.getByRole('treeitem');
  await expect(items.first()).toBeVisible();
  await expect(page.getByRole('treeitem', { expanded: false }).first()).toBeVisible();
  await putOnPaper(page);
  await expect(page.getByRole('treeitem', { expanded: false })).toHaveCount(0);
  const cut = await items.evaluateAll(
    (rows) => rows.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
  );
  expect(cut).toBe(0);
  await expect(page.getByRole('button', { name: 'New version' })).not.toBeVisible();
});

test('the audit log prints one page with what it is, or all rows', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-prints', '');
  });
  await startSession(page);
  await page.goto('/audit-log?pageSize=50');
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(rows).toHaveCount(51);
  const hint = page.getByText('This is one page of the list');
  await expect(hint).not.toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(hint).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Print all rows' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prints');
  await putOnPaper(page);
  expect(await rows.count()).toBeGreaterThan(60);
  await expect(page.getByText(/^All [\d,]+ rows$/)).toBeVisible();
  await expect(hint).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Details' })).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(rows).toHaveCount(51);
});

test('a contrast theme leaves chosen tabs, menu entries and versions distinguishable', async ({
  page,
  request,
}) => {
  await startSession(page);
  const { compare = '' } = await dataPaths(request);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(compare);
  const look = (name: string, role: 'tab' | 'link') =>
    page
      .getByRole(role, { name, exact: true })
      .first()
      .evaluate((element) => {
        const { outlineStyle, outlineColor, borderBottomColor } = getComputedStyle(element);
        return { outlineStyle, outlineColor, borderBottomColor };
      });
  await expect(page.getByRole('tab', { name: 'Versions', exact: true })).toBeVisible();
  expect((await look('Versions', 'tab')).outlineStyle).toBe('solid');
  expect((await look('Values', 'tab')).outlineStyle).toBe('none');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const outlineOf = (name: string) =>
    menu
      .getByRole('link', { name, exact: true })
      .first()
      .evaluate((entry) => getComputedStyle(entry).outlineStyle);
  expect(await outlineOf('Partitions')).toBe('solid');
  expect(await outlineOf('Home')).toBe('none');
  const dots = page.locator(
    'fieldset button[data-right] > span, fieldset button[data-left] > span',
  );
  await expect(dots.first()).toBeVisible();
  const [chosen, plain] = await Promise.all(
    [
      dots.first(),
      page.locator('fieldset button:not([data-left], [data-right]) > span').first(),
    ].map((dot) => dot.evaluate((element) => getComputedStyle(element).backgroundColor)),
  );
  expect(chosen).not.toBe(plain);
});
