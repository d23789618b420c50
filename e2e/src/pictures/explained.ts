import type { Locator, Page } from '@playwright/test';

/** Asks on a person's page why they can see the demo's partition; the part that answers. */
export async function explained(page: Page): Promise<Locator> {
  const why = page.getByRole('region', { name: 'Explain access to a partition' });
  await why.getByRole('combobox', { name: 'Partition' }).fill('Product');
  await page.getByRole('option', { name: /Product lifecycles/ }).click();
  await why.getByRole('list', { name: 'Reason' }).waitFor();
  return why;
}
