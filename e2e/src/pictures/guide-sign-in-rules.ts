import type { Journey } from './journey.ts';

/** A rule of sessions and sign-in for auditors, and whom it would lock out. */
export async function settingRules({ page, take }: Journey): Promise<void> {
  await page.goto('/v1/sign-in-rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('combobox', { name: 'Applies to' }).click();
  await page.getByRole('option', { name: 'Role', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Auditor', exact: true }).click();
  await dialog.getByLabel('Ends when inactive for (minutes)').fill('15');
  await dialog.getByLabel('Sessions at the same time').fill('2');
  await dialog.getByLabel('A device can be trusted for (days)').fill('14');
  await dialog.getByRole('heading', { name: 'New rule' }).scrollIntoViewIfNeeded();
  await take('sign-in-rule', dialog);
  await dialog.getByLabel('People', { exact: true }).fill('203.0.113.0/24');
  await dialog.getByLabel('Export and evidence').check();
  await dialog.getByRole('button', { name: 'Check whom it affects' }).click();
  await dialog.getByText(/It applies to|It locks out/).waitFor();
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  const rules = page.getByRole('region', { name: 'Rules' });
  await rules.getByRole('row', { name: /Auditor/ }).waitFor();
  await take('sign-in-rules', rules);
}
