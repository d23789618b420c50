import { expect, startSession, signIn, test, writeData } from './annals.ts';

test.use({ timezoneId: 'UTC' });

test(
  'a user finds the objects that referred to a category on 1 March 2022',
  { tag: '@exhaustive' },
  async ({ page }) => {
    await signIn(page);
    await page.getByRole('link', { name: 'Product lifecycles' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Product lifecycles/);

    await test.step('the account leads to its main operator', async () => {
      const operators = page.getByRole('region', { name: 'Main operators' });
      await expect(operators.getByRole('link', { name: 'Uwe User' })).toBeVisible();
    });

    await test.step('find Node.js', async () => {
      await page.getByRole('tab', { name: 'Objects' }).click();
      await page.getByRole('combobox', { name: 'Search', exact: true }).fill('node.js');
      await page.getByRole('link', { name: 'Node.js', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Node\.js/);
      await expect(page.getByText('Version 227 of 227')).toBeVisible();
    });

    await test.step('compare two versions', async () => {
      await page.getByRole('link', { name: 'History' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/History of Node\.js/);
      await page.getByRole('radio', { name: 'Compare from Version 220', exact: true }).check();
      await expect(page).toHaveURL(/left=/);
      const compare = page.getByRole('region', { name: 'Compare' });
      await expect(compare.getByRole('link', { name: 'Version 220' })).toBeVisible();
      await expect(compare.getByText('latestReleaseDate').first()).toBeVisible();
      await compare.getByText('JSON', { exact: true }).click();
      await expect(compare.locator('.cm-mergeView')).toBeVisible();
    });

    await test.step('go to 1 March 2022', async () => {
      await page.getByRole('link', { name: 'Node.js', exact: true }).click();
      await page.getByRole('button', { name: /As of/ }).click();
      await page.getByLabel('Date and time').fill('2022-03-01T00:00:00');
      await page.getByRole('button', { name: 'Go to this time' }).click();
      await expect(page).toHaveURL(/asOf=2022-03-01T00(:|%3A)00(:|%3A)00Z/);
      await expect(page.getByText('You are viewing Product lifecycles as of')).toBeVisible();
      await expect(page.getByText('Version 28 of 28')).toBeVisible();
      await expect(page.getByRole('button', { name: 'New version' })).toBeDisabled();
    });

    await test.step('see the references to its category then and now', async () => {
      await page
        .getByRole('region', { name: 'References' })
        .getByRole('link', { name: 'lang' })
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/lang/);
      const then = page.getByRole('region', { name: 'Referenced by' });
      await expect(then.getByRole('link', { name: 'Node.js' })).toBeVisible();
      await page.getByRole('button', { name: 'Back to now' }).click();
      await expect(page).not.toHaveURL(/asOf/);
      await expect(then.getByRole('link', { name: 'Python' })).toBeVisible();
      await expect(then.getByRole('link', { name: 'Node.js' })).toHaveCount(0);
    });
  },
);

test(
  'a concurrent change is not overwritten',
  { tag: '@exhaustive' },
  async ({ page, context }) => {
    await startSession(page);
    await page.goto('/v1/partitions');
    await page.getByRole('link', { name: 'Product lifecycles' }).click();
    await page.getByRole('tab', { name: 'Objects' }).click();
    await page.getByRole('button', { name: 'New object' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Type').fill('NOTE');
    await writeData(form, { title: 'Shared note', text: 'first' });
    await form.getByRole('button', { name: /create|save/i }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Shared note/);

    const other = await context.newPage();
    await other.goto(page.url());
    for (const [window, text] of [
      [page, 'mine'],
      [other, 'theirs'],
    ] as const) {
      await window.getByRole('button', { name: 'New version' }).click();
      await writeData(window, { title: 'Shared note', text });
    }
    await other.getByRole('button', { name: /save/i }).click();
    await expect(other.getByText('Version 2 of 2')).toBeVisible();
    await page.getByRole('button', { name: /save/i }).click();
    await expect(page.getByRole('alert').first()).toContainText('was saved while you were editing');
  },
);
