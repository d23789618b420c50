import type { Locator, Page } from '@playwright/test';

/** Opens the explanation of why a user can access the demo's partition, and returns the panel with the answer. */
export async function explainAccess(page: Page): Promise<Locator> {
  const why = page.getByRole('region', { name: 'Explain access to a partition' });
  await why.getByRole('combobox', { name: 'Partition' }).fill('Product');
  await page.getByRole('option', { name: /Product lifecycles/ }).click();
  await why.getByRole('list', { name: 'Reason' }).waitFor();
  return why;
}
