import { bodyOf, callsAs } from './calls.ts';
import { expect, startSession, test } from './annals.ts';

test('the command palette finds by name, id and URL, and shortcuts open pages', async ({
  page,
}) => {
  await startSession(page);
  const call = await callsAs(page.context().request);
  const { data: partitions } = await bodyOf<{ data: { id: string; partitionName: string }[] }>(
    call('GET /v1/partitions?pageSize=100'),
  );
  const { id } = partitions.find(({ partitionName }) => partitionName === 'Product lifecycles')!;
  const { data: objects } = await bodyOf<{ data: { id: string }[] }>(
    call(`GET /v1/partitions/${id}/objects/recent?pageSize=1`),
  );
  const objectId = objects[0]!.id;
  const field = page.getByRole('combobox', { name: 'Command palette' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

  await page.goto('/v1/organizational-units');
  await expect(heading('Organizational Units')).toBeVisible();
  await page.keyboard.press('Control+k');
  await field.fill('lifecyc');
  await expect(
    page.getByRole('option', { name: 'Product lifecycles', selected: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading('Product lifecycles')).toBeVisible();

  // from a page outside all partitions, so that the search covers all of them
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(heading('Users')).toBeFocused();
  await page.keyboard.press('Control+k');
  await field.fill(objectId);
  await expect(
    page.getByRole('option', { name: 'Product lifecycles', selected: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/v1/partitions/${id}/objects/${objectId}`);

  await page.keyboard.press('Control+k');
  await field.fill(`https://elsewhere.example/v1/partitions/${id}/users`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/v1/partitions/${id}/users`);

  await page.keyboard.press('Control+k');
  await field.fill('new part');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New partition' })).toBeVisible();
  await expect(page).toHaveURL('/v1/partitions');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('New partition')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v1\/partitions\/[^/]+$/);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL('/v1/partitions');
});
