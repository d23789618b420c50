import type { Journey } from './journey.ts';

/** Evidence for the results of a search: enough data for a background job, and the place where its file is listed. */
export async function handingOut({ page, take }: Journey): Promise<void> {
  await page.goto('/v1/partitions');
  await page.getByRole('link', { name: 'Product lifecycles' }).first().click();
  await page.waitForURL(/partitions\/[\da-f-]{36}/);
  await page.goto(`${new URL(page.url()).pathname}/objects?q=type:PRODUCT`);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Evidence', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Evidence of/ });
  const create = dialog.getByRole('button', { name: 'Create in the background' });
  await create.waitFor();
  await take('evidence', dialog);
  await create.click();
  await dialog.getByRole('link', { name: 'Show in runs' }).click();
  await page.getByRole('button', { name: 'Download' }).waitFor({ timeout: 300_000 });
  await take('evidence-run', page.getByRole('main'));
}
