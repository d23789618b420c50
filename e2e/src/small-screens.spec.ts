import type { Locator } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';
import { dataPaths, demoPaths } from './demo-paths.ts';
import { waitUntilSettled } from './page-idle.ts';

test('on a tablet the top bar keeps its labels, and changes are readable', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await startSession(page);
  const paths = await dataPaths(page.request);
  await page.goto(paths['recent'] ?? '');
  const logout = page.getByRole('button', { name: 'Logout' });
  await expect(logout).toBeVisible();
  const cut = await logout.evaluate((button) =>
    [button, ...button.querySelectorAll('*')].some(
      (each) => each.scrollWidth > Math.ceil(each.getBoundingClientRect().width) + 1,
    ),
  );
  expect(cut, 'the word of the button is cut').toBe(false);
  const change = page.locator('[role="gridcell"]:has([data-line] ins)').first();
  await expect(change).toBeVisible();
  expect((await change.boundingBox())?.width).toBeGreaterThan(300);

  await page.goto(paths['compare'] ?? '');
  const row = page.getByRole('listitem').filter({ hasText: 'latestReleaseDate' }).last();
  const words = row.getByText('releases › 26 › latestReleaseDate').first();
  await expect(words).toBeVisible();
  expect((await words.boundingBox())?.height, 'the path stands on one line').toBeLessThan(30);
});

test('on a tablet the menu is a drawer, and a list has the columns that fit, or fades where more are chosen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await startSession(page);
  await page.goto('/v1/users');
  const users = page.getByRole('table', { name: 'Users' });
  await expect(users.getByRole('row').nth(1)).toBeVisible();
  const side = page.locator('aside');
  await expect(side).toBeHidden();
  const scroller = users.locator('..');
  const roles = users.getByRole('columnheader', { name: 'Roles' });
  await expect(scroller).toHaveAttribute('data-hidden', '');
  await expect(users.getByRole('columnheader', { name: 'Last sign-in' })).toBeVisible();
  await expect(roles).toBeHidden();
  // The name has the room of the columns that are left out: no email below it is cut.
  const cutEmails = await users
    .getByText(/@(?:example\.org|fjordline\.example)$/)
    .evaluateAll(
      (emails) => emails.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
    );
  expect(cutEmails).toBe(0);
  await page.goto('/v1/users?columns=roles&columns=organizationalUnits');
  await expect(roles).toBeVisible();
  await expect(scroller).toHaveAttribute('data-hidden', 'end');
  expect(await scroller.evaluate((box) => getComputedStyle(box).maskImage)).toContain('gradient');
  await scroller.evaluate((box) => box.scrollTo(box.scrollWidth, 0));
  await expect(scroller).toHaveAttribute('data-hidden', 'start');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(scroller).toHaveAttribute('data-hidden', '');
  await expect(side).toBeVisible();
});

test('on a phone the history shows its menu beside its type', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page);
  const paths = await dataPaths(page.request);
  await page.goto(paths['compare'] ?? '');
  const head = page.getByRole('main').getByRole('heading', { level: 1 }).locator('..');
  const type = await head.getByText('PRODUCT').boundingBox();
  const menu = await head.getByRole('button', { name: 'More actions' }).boundingBox();
  const middle = (box: typeof type) => (box ? box.y + box.height / 2 : Number.NaN);
  expect(Math.abs(middle(menu) - middle(type))).toBeLessThan(8);
});

test('on a phone the filters of a list are behind a button with their number', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page);
  await page.goto('/v1/users?status=ACTIVE');
  const filters = page.getByRole('button', { name: 'Filters and order, 1 set' });
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  const status = page.getByRole('combobox', { name: 'Status' });
  await expect(status).toBeHidden();
  await filters.click();
  await expect(status).toHaveValue('ACTIVE');
  await status.selectOption('');
  await expect(page.getByRole('button', { name: 'Filters and order', exact: true })).toBeVisible();
});

test('buttons shrink to their icon at 480 px and below', async ({ page }) => {
  await startSession(page);
  await page.goto('/v1/partitions');
  const create = page.getByRole('button', { name: 'New partition' });
  await expect(create).toBeVisible();
  const words = create.getByText('New partition');
  const wordsWidth = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    return (await words.boundingBox())?.width;
  };
  expect(await wordsWidth(481)).toBeGreaterThan(50);
  expect(await wordsWidth(480)).toBe(1);
});

test('on a phone the names in the reference graph are large enough to read', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page);
  const paths = await dataPaths(page.request);
  await page.goto(paths['graph'] ?? '');
  const graph = page.getByRole('group', { name: 'Reference graph' });
  const name = graph.getByText('categoryRef').first();
  await expect(name).toBeVisible();
  // Of letters of nine pixels; they had six.
  expect((await name.boundingBox())?.height).toBeGreaterThan(10);
  const frame = await graph.boundingBox();
  const end = (box: typeof frame) => (box ? box.x + box.width : Number.NaN);
  for (const title of ['framework', 'Node.js']) {
    const link = await graph.getByRole('link', { name: title, exact: true }).boundingBox();
    expect(end(link), `${title} is inside the frame`).toBeLessThan(end(frame));
  }
});

test('on a tablet the last change of a field takes two lines, and elements have names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await startSession(page);
  const paths = await dataPaths(page.request);
  await page.goto(`${paths['compare']}?tab=blame`);
  const panel = page.getByRole('region', { name: 'Who last changed each field' });
  await expect(panel.getByRole('rowheader', { name: '26', exact: true })).toBeVisible();
  const change = panel.getByRole('link', { name: 'Version 1', exact: true }).first().locator('..');
  await expect(change).toContainText('17 Aug 2021');
  expect((await change.boundingBox())?.height).toBeLessThan(48);
});

test('no name of who has access is cut on a desktop, a notebook and a tablet', async ({ page }) => {
  await startSession(page);
  const paths = await dataPaths(page.request);
  for (const width of [1440, 1280, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${paths['partition']}?tab=access`);
    const names = page.getByRole('cell', { name: /^(?:Mira Master \(you\)|Odette Auditor)$/ });
    await expect(names.first()).toBeVisible();
    const cut = await names.evaluateAll((cells) =>
      cells.flatMap(({ scrollWidth, clientWidth, textContent }) =>
        scrollWidth > clientWidth ? [textContent] : [],
      ),
    );
    expect(cut, `${width} px`).toEqual([]);
  }
});

test('on a notebook the other columns of a list shrink before the name of a row is truncated', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await startSession(page);
  await page.goto('/v1/partitions');
  const name = page.getByRole('cell', { name: 'Product lifecycles', exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('on a notebook a change that has no room beside its sentence stands below it, and roles and units are whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await startSession(page);
  await page.goto('/audit-log?pageSize=50');
  const events = page.getByRole('table', { name: 'Audit log' });
  await expect(events.locator('ins').first()).toBeVisible();
  const narrow = await events.locator('span:has(> ins)').evaluateAll((changes) =>
    changes.flatMap(({ scrollWidth, clientWidth, textContent }) =>
      // Of a flexible box with hidden overflow; an inline element has no width of its own.
      clientWidth > 0 && clientWidth < Math.min(scrollWidth, 160) ? [textContent] : [],
    ),
  );
  expect(narrow).toEqual([]);

  await page.goto('/v1/users');
  const users = page.getByRole('table', { name: 'Users' });
  await expect(users.getByRole('columnheader', { name: 'Roles' })).toBeVisible();
  expect(await cutTexts(users)).toEqual([]);
});

test('on a tablet German words for access, and through what it was given, are whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.addInitScript(() => localStorage.setItem('annals.lang', 'de'));
  await startSession(page);
  const paths = await dataPaths(page.request);
  await page.goto(`${paths['partition']}?tab=access`);
  const holders = page.getByRole('table', { name: 'Wer Zugriff hat' });
  await expect(
    holders.getByRole('cell', { name: 'Lesen, schreiben und verwalten' }).first(),
  ).toBeVisible();
  expect(await cutTexts(holders)).toEqual([]);
});

test('on a phone the results of an import leave room for its cells', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page);
  const call = await callsAs(page.request);
  const { id } = await bodyOf<{ id: string }>(
    call('POST /v1/partitions', { partitionName: `On a phone ${Date.now()}` }),
  );
  await page.goto(`/migrations?tab=import&partition=${id}`);
  const buffer = Buffer.from('Nr;Ort\n1;Wien\n2;Graz\n');
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'orte.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('combobox', { name: 'Type of all rows' }).fill('PLACE');
  await page.getByRole('button', { name: 'Preview the rows' }).click();
  const result = page.getByRole('columnheader', { name: 'Result' });
  await expect(result).toBeVisible();
  expect((await result.boundingBox())?.width).toBeLessThan(160);
  await expect(page.getByRole('gridcell', { name: '1', exact: true })).toBeInViewport();
});

/** What a list shows only in part, in its cells and in their second lines. */
const cutTexts = (table: Locator) =>
  table.locator('tbody').evaluate((body) =>
    [...body.querySelectorAll('td, td span')].flatMap((each) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight, textContent } = each;
      const isCut =
        clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
      return isCut ? [textContent] : [];
    }),
  );

for (const [language, width] of [
  ['en', 1024],
  ['de', 768],
] as const)
  test(`at ${width} px, what is risky about an account is beside its last sign-in: ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript((chosen) => localStorage.setItem('annals.lang', chosen), language);
    await startSession(page);
    await page.goto('/v1/users');
    const users = page.getByRole('table', { name: language === 'en' ? 'Users' : 'Benutzer' });
    const risks = users.getByRole('columnheader', {
      name: language === 'en' ? 'Risks' : 'Risiken',
    });
    await expect(risks).toBeVisible();
    await expect(users.locator('..')).toHaveAttribute('data-hidden', '');
    expect(await cutTexts(users)).toEqual([]);
    const name = await users.getByRole('columnheader', { name: 'Name' }).boundingBox();
    expect(name?.width).toBeLessThan(280);
  });

for (const width of [520, 600, 640])
  test(`at ${width} px the users need no scrolling sideways, and no date is cut`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await startSession(page);
    await page.goto('/v1/users');
    const users = page.getByRole('table', { name: 'Users' });
    await expect(users.getByRole('columnheader', { name: 'Last sign-in' })).toBeVisible();
    await expect(
      users
        .getByRole('cell')
        .filter({ has: page.locator('time') })
        .first(),
    ).toBeVisible();
    await expect(users.locator('..')).toHaveAttribute('data-hidden', '');
    const cut = (await cutTexts(users)).filter((text) => /\d{1,2}:\d{2}/.test(text ?? ''));
    expect(cut).toEqual([]);
  });

test('checkboxes that are not seen take no room from a list', async ({ page }) => {
  await startSession(page);
  await page.goto('/v1/users');
  const row = page.getByRole('row', { name: /Anton Dahl/ });
  await expect(row).toBeVisible();
  const start = async (of: Locator) => (await of.boundingBox())?.x ?? Number.NaN;
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  const link = row.getByRole('link', { name: 'Anton Dahl' });
  const checkbox = row.getByRole('checkbox');
  for (const width of [1440, 1024, 768, 600, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const distance = (await start(link)) - (await start(heading));
    // Below 768 px, the margin of the page is less wide than a checkbox.
    expect(distance, `${width} px`).toBeLessThan(width < 768 ? 26 : 14);
    await row.hover();
    expect(await checkbox.evaluate((input) => getComputedStyle(input).opacity)).toBe('1');
    expect(await start(checkbox), `${width} px`).toBeGreaterThanOrEqual(0);
    await checkbox.check();
    await expect(row).toHaveAttribute('data-selected');
    await checkbox.uncheck();
  }
});

test('on a phone the buttons of a change set and of a user have words', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page);
  const { 'change-set': set = '', user = '' } = await demoPaths(page.request);
  for (const [path, name] of [
    [set, 'View with this change set'],
    [user, 'Edit'],
  ] as const) {
    await page.goto(path);
    const words = page.getByRole('button', { name, exact: true }).first();
    await expect(words).toBeVisible();
    expect((await words.getByText(name).boundingBox())?.width, name).toBeGreaterThan(20);
  }
});

test('a page of a user has no holes between its panels', async ({ page }) => {
  await startSession(page);
  const { user = '' } = await demoPaths(page.request);
  for (const width of [2560, 1440, 1200]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.goto(user);
    const panels = page.getByRole('main').locator('section');
    await expect(panels.filter({ hasText: 'Last seen' }).last()).toBeVisible();
    await waitUntilSettled(page);
    const boxes = await panels.evaluateAll((all) =>
      all.map((each) => {
        const { left, top, bottom } = each.getBoundingClientRect();
        return { left, top, bottom };
      }),
    );
    expect(boxes.length).toBeGreaterThan(4);
    const gaps = boxes.flatMap(({ left, top }) => {
      const above = boxes.filter((box) => box.left === left && box.bottom <= top);
      return above.length === 0
        ? []
        : [Math.round(top - Math.max(...above.map(({ bottom }) => bottom)))];
    });
    expect(new Set(gaps), `${width} px`).toEqual(new Set([16]));
  }
});

test('the first event of the audit log is on the first screen of a phone and of a tablet', async ({
  page,
}) => {
  await startSession(page);
  for (const [width, height, most] of [
    [390, 844, 580],
    [1024, 768, 560],
    [1440, 900, 520],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/audit-log');
    const first = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr').first();
    await expect(first.getByRole('button', { name: /^Details/ })).toBeVisible();
    expect((await first.boundingBox())?.y, `${width} px`).toBeLessThan(most);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  const middle = async (of: Locator) => {
    const box = await of.boundingBox();
    return box === null ? Number.NaN : box.y + box.height / 2;
  };
  const more = page.getByRole('button', { name: 'More filters' });
  const event = page.getByRole('combobox', { name: 'Event' });
  expect(Math.abs((await middle(more)) - (await middle(event)))).toBeLessThan(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(event).toBeHidden();
  await more.click();
  await expect(event).toBeVisible();
  await page.goto('/audit-log?action=signIn.failed');
  await expect(page.getByRole('combobox', { name: 'Event' })).toBeVisible();
});
