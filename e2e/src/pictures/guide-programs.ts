import type { Journey } from './journey.ts';

/** A call of the API reference, and the same for what a page shows. */
export async function usingTheApi({ page, take }: Journey): Promise<void> {
  await page.goto('/api-reference?call=createObject');
  await page.getByRole('region', { name: 'Try it' }).waitFor();
  await take('api-reference');
  await page.goto('/v1/partitions');
  await page.getByRole('link', { name: 'Product lifecycles' }).first().click();
  await page.waitForURL(/partitions\/[\da-f-]{36}/);
  await page.goto(`${new URL(page.url()).pathname}/objects?q=type:PRODUCT`);
  await page.getByRole('button', { name: 'Copy as code' }).first().click();
  await page.getByRole('button', { name: 'Copy as Python' }).waitFor();
  await take('copy-as');
}
