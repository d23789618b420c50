import { expect, startSession, test } from './annals.ts';

test('pages link to their section of the guide', async ({ page }) => {
  await startSession(page);
  for (const [path, heading, section] of [
    ['/v1/organizational-units', 'Give access', 'Units'],
    ['/audit-log', 'Find out who changed or could see what', 'What happened anywhere'],
    ['/v1/tokens', 'API tokens and applications', 'Your own tokens'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Help for this page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('heading', { name: section })).toBeInViewport();
  }
  // The console serves the pictures of the guide too.
  await page.goto('/help/give-access');
  const picture = page.getByRole('img', { name: 'Roles of a user' });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test(
  'the guide can be searched on its page and from the palette',
  { tag: '@exhaustive' },
  async ({ page }) => {
    await startSession(page);
    await page.goto('/help');
    await page.getByRole('searchbox', { name: 'Search the guide' }).fill('recovery codes');
    await page.getByRole('link', { name: 'Sign in › A second factor' }).click();
    await expect(page).toHaveURL(/\/help\/sign-in#a-second-factor$/);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('what this does not reach');
    await page.getByRole('option', { name: /What this does not reach/ }).click();
    await expect(page.getByRole('heading', { name: 'What this does not reach' })).toBeInViewport();
    await page.getByRole('link', { name: 'Help', exact: true }).click();
    await page.getByRole('link', { name: 'Moving data' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Moving data' })).toBeVisible();
  },
);

test('the guide can be read without a session', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A second factor' })).toBeVisible();
  await page.goto('/help/no-such-chapter');
  await page.getByRole('link', { name: 'All chapters' }).click();
  await expect(page.getByRole('link', { name: 'Prove it' })).toBeVisible();
});

test('the introduction on Home leaves by itself after the first day', async ({ page }) => {
  await startSession(page);
  await page.goto('/');
  const whatsHere = page.getByRole('region', { name: 'What’s here' });
  await expect(whatsHere).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 23 * 3_600_000);
  await page.reload();
  await expect(whatsHere).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Partitions' })).toBeVisible();
  await expect(whatsHere).toHaveCount(0);
});

test('the introduction on Home stays dismissed', async ({ page }) => {
  await startSession(page);
  await page.goto('/');
  const whatsHere = page.getByRole('region', { name: 'What’s here' });
  await expect(whatsHere).toContainText('nothing is overwritten');
  await whatsHere.getByRole('button', { name: 'Don’t show this again' }).click();
  await expect(whatsHere).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Partitions' })).toBeVisible();
  await expect(whatsHere).toHaveCount(0);
});
