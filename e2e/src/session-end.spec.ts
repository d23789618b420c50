import { callDeadlineMs } from '@annals/contracts/call-deadline';
import { expect, signIn, startSession, submitPassword, test, writeData } from './annals.ts';
import { callsWith } from './calls.ts';
import { createObject } from './create-object.ts';

test('a session that ends while an editor is open can be renewed over the page without losing input', async ({
  page,
  request,
}) => {
  const { partitionId, id } = await createObject(request, { title: 'Minutes' });
  const place = `/v1/partitions/${partitionId}/objects/${id}`;
  await startSession(page);
  await page.goto(place);
  await page.getByRole('button', { name: 'New version' }).click();
  const editor = page.getByRole('dialog', { name: /New version/ });
  await writeData(editor, { title: 'Minutes', text: 'three pages by heart' });
  const token = await page.evaluate(() => localStorage.getItem('auth'));
  const ended = callsWith(request, { Authorization: `Bearer ${token}` });
  expect((await ended('DELETE /v1/auth')).status).toBe(204);
  const save = editor.getByRole('button', { name: 'Save new version' });
  await save.click();

  const over = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(over).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(place);
  await page.keyboard.press('Escape');
  await over.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(over.getByText('User name or password is wrong.')).toBeVisible();

  await submitPassword(page, 'master@example.org');
  await expect(over).toBeHidden();
  await expect(page).toHaveURL((url) => url.pathname === place);
  await expect(editor.getByRole('textbox', { name: /data/i })).toContainText(
    'three pages by heart',
  );
  await expect(editor.getByText(/^Your session had ended/)).toBeVisible();
  await save.click();
  await expect(page.getByText('Version 2 of 2')).toBeVisible();

  // Reloading the page during the sign-in leads to the real login page, at the same URL.
  await page.getByRole('button', { name: 'New version' }).click();
  await writeData(editor, { title: 'Minutes', text: 'nothing' });
  await page.evaluate(() => localStorage.clear());
  await save.click();
  await expect(over).toBeVisible();
  const { href } = new URL(page.url());
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  expect(page.url()).toBe(href);
});

test('a half-filled form is kept when another person signs in in another tab, until its person signs in again', async ({
  page,
  context,
  request,
}) => {
  const { partitionId, id } = await createObject(request, { title: 'Minutes' });
  await startSession(page);
  await page.goto(`/v1/partitions/${partitionId}/objects/${id}`);
  await page.getByRole('button', { name: 'New version' }).click();
  const editor = page.getByRole('dialog', { name: /New version/ });
  await writeData(editor, { title: 'Minutes', text: 'typed before the other' });

  const other = await context.newPage();
  await signIn(other, 'user@example.org');
  const taken = page.getByRole('dialog', { name: 'Someone else has signed in' });
  await expect(taken).toContainText('Your unsaved changes are still on this page.');
  await expect(
    taken.getByRole('button', { name: 'Discard changes and reload as the new user' }),
  ).toBeVisible();
  await taken.getByRole('button', { name: /^Sign in as / }).click();
  const over = page.getByRole('dialog', { name: 'Your session has ended' });
  await submitPassword(page, 'master@example.org');
  await expect(over).toBeHidden();
  await expect(editor.getByRole('textbox', { name: /data/i })).toContainText(
    'typed before the other',
  );
  await editor.getByRole('button', { name: 'Save new version' }).click();
  await expect(page.getByText('Version 2 of 2')).toBeVisible();
});

test('a page whose renewal of the session is never answered says so, and goes on when it is tried again', async ({
  page,
}) => {
  await startSession(page);
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  let held = 0;
  await page.route('**/api/**', async (route) => {
    if (route.request().postData()?.includes('"url":"/v1/auth"') !== true) return route.continue();
    held += 1;
  });
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect.poll(() => held).toBeGreaterThan(0);
  await page.clock.fastForward(callDeadlineMs);
  const failure = page.getByText('The console server did not answer in time.');
  await expect(failure.first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
  await expect(failure).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Applications' })).toBeVisible();
});
