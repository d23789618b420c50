import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { dataPaths, demoPaths } from './demo-paths.ts';
import { waitUntilSettled } from './page-idle.ts';

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

/** The width of a sheet of A4 between its margins. */
const sheet = { width: 688, height: 1010 };

test('no page is wider than a sheet, and no date is broken', async ({ page, request }) => {
  test.setTimeout(180_000);
  await startSession(page);
  const all = await demoPaths(request);
  const paths: Record<string, string> = {
    ...all,
    proofs: `${all['partition']}?tab=proofs`,
    access: `${all['partition']}?tab=access`,
    blame: `${all['compare']}?tab=blame`,
    sessions: `${all['user']}?tab=sessions`,
    userAccess: `${all['user']}?tab=partitions`,
  };
  const names = [
    'latest',
    'compare',
    'blame',
    'audit-log',
    'users',
    'user',
    'userAccess',
    'sessions',
  ]
    .concat(['partition', 'access', 'proofs', 'members', 'change-set', 'tokens', 'roles'])
    .concat(['compare-roles', 'recent', 'objects', 'system', 'providers']);
  for (const name of names) {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(paths[name] ?? '');
    await waitUntilSettled(page);
    await putOnPaper(page);
    await page.setViewportSize(sheet);
    await waitUntilSettled(page);
    const { excess, broken } = await page.evaluate(() => ({
      excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      broken: [...document.querySelectorAll('main :is(td, th) time')].flatMap((time) => {
        const range = document.createRange();
        const text = time.firstChild;
        if (text?.nodeType !== Node.TEXT_NODE) return [];
        range.selectNode(text);
        return range.getClientRects().length > 1 ? [time.textContent] : [];
      }),
    }));
    expect(excess, `${name} is too wide`).toBeLessThanOrEqual(0);
    expect(broken, `dates of ${name}`).toEqual([]);
  }
});

test('paper says what a row says with a choice, and has no ways to other pages', async ({
  page,
  request,
}) => {
  await startSession(page);
  const { members = '', user = '', blame = '', compare = '' } = await demoPaths(request);
  await page.goto(members);
  const role = page.getByRole('combobox', { name: /^Role of Uwe User/ });
  await expect(role).toBeVisible();
  await putOnPaper(page);
  await expect(role).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.goto(`${user}?tab=partitions`);
  const investigate = page.getByRole('link', { name: 'Investigate' });
  await expect(investigate).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show as a graph' })).toBeVisible();
  const why = page.getByRole('heading', { name: 'Explain access to a partition' });
  await expect(why).toBeVisible();
  await putOnPaper(page);
  await expect(investigate).not.toBeVisible();
  await expect(page.getByRole('link', { name: 'Show as a graph' })).not.toBeVisible();
  await expect(why).not.toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.goto(blame || `${compare}?tab=blame`);
  const fields = page.getByRole('region', { name: 'Who last changed each field' });
  await expect(fields.getByText('JavaScript run-time environment').first()).toBeVisible();
  await expect(fields.locator('details').first()).toBeAttached();
  await putOnPaper(page);
  await expect(fields.locator('details')).toHaveCount(0);
});

test('a list of any length prints the rows of the screen, and no empty sheets', async ({
  page,
  request,
}) => {
  await startSession(page);
  const { recent = '' } = await dataPaths(request);
  await page.goto(recent);
  await waitUntilSettled(page);
  const file = (await page.pdf()).toString('latin1');
  // Of more than a thousand changes, each as high as on the screen, there would be seventy.
  const sheets = file.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(0);
  expect(sheets).toBeLessThan(8);
  await putOnPaper(page);
  await expect(page.getByText('Only the changes around the place')).toBeVisible();
  await expect(page.getByRole('grid').getByText('Rust')).toBeVisible();
});

test('no line of the facts of a version begins or ends with a dot', async ({ page, request }) => {
  await startSession(page);
  const { latest = '' } = await dataPaths(request);
  await page.goto(latest);
  const version = page.getByText('Version 227 of 227');
  await expect(version).toBeVisible();
  const line = version.locator('..');
  await expect(line).toContainText('imported');
  for (const media of ['screen', 'print'] as const)
    for (const width of [1440, 688, 560]) {
      await page.emulateMedia({ media });
      await page.setViewportSize({ width, height: 900 });
      const wrong = await line.evaluate((box) => {
        const drawnFrom = box.getBoundingClientRect().left + 13;
        return [...box.children].flatMap((fact, index) => {
          const hasDot = (where: string) => getComputedStyle(fact, where).content.includes('·');
          const { left, top } = fact.getBoundingClientRect();
          const next = box.children[index + 1]?.getBoundingClientRect();
          const ends = next === undefined || next.top > top + 8;
          // In the middle of the room before it, which is outside of what is drawn where a line begins.
          const begins = left < drawnFrom + 10;
          const isWrong =
            (hasDot('::after') && ends) || (hasDot('::before') && begins && left - 8 > drawnFrom);
          return isWrong ? [fact.textContent] : [];
        });
      });
      expect(wrong, `${media}, ${width} px`).toEqual([]);
    }
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
