import { expect, signedIn, test } from './annals.ts';
import { counted } from './counted-clicks.ts';

test('what is wrong with the system right now: two clicks from Home', async ({ page }) => {
  await signedIn(page);
  await page.goto('/');
  const { clicks, click } = counted();
  await click(page.getByRole('button', { name: /^Search or jump to/ }));
  await page.getByRole('combobox', { name: 'Command palette' }).fill('system');
  await click(page.getByRole('option', { name: 'System status' }));
  expect(clicks()).toBe(2);
  await expect(page).toHaveURL(/\/system$/);
  const wrong = page.getByRole('region', { name: 'What is wrong' });
  await expect(wrong).toContainText(
    /Nothing is wrong\.|in the last|not being sent|cannot be sent|cannot be read/,
  );
  const service = page.getByRole('region', { name: 'Data service' });
  await expect(service).toContainText(/migrations? applied, up to/);
  await expect(service).toContainText(/Requests: \d+/);
  await expect(page.getByRole('table', { name: 'Configuration' })).toContainText('DATABASE_URL');
});

test('a user is told that they may not see it', async ({ page }) => {
  await signedIn(page, 'user@example.org');
  await page.goto('/system');
  await expect(page.getByText('You may not see this')).toBeVisible();
});
