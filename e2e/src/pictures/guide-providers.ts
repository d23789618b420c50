import type { Page } from '@playwright/test';
import type { Journey } from './journey.ts';

/** The chapters on connecting an identity provider. */
export async function connectingProviders(journey: Journey): Promise<void> {
  const { page, take } = journey;
  await choose(page, 'Microsoft Entra ID');
  await take('entra-where', [page.getByRole('region', { name: 'Product' })]);
  await page
    .getByRole('textbox', { name: 'Issuer', exact: true })
    .fill('https://login.microsoftonline.com/8d88c9c2-2058-486d-9cd4-2fc9010326bc/v2.0');
  await page.getByLabel('Client ID').fill('535fb089-9ff3-47b6-9bfb-4f1264799865');
  await page.getByLabel('Roles by group').fill('02bc1a4b-9f3a-4d5e-8f10-6a1c3d2e4f50 = AUDITOR');
  // The whole panel, without the bar above the page.
  await page.setViewportSize({ width: 1280, height: 1800 });
  await take('entra-claims', [page.getByRole('region', { name: 'Claims' })]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await choose(page, 'Okta');
  await take('okta-where', [page.getByRole('region', { name: 'Product' })]);
}

async function choose(page: Page, product: string): Promise<void> {
  await page.goto('/v1/identity-providers/new');
  await page.getByRole('combobox', { name: 'Product' }).selectOption({ label: product });
  await page.getByRole('heading', { name: 'Where to find the values' }).waitFor();
}
