import { bodyOf, callsAs } from '../calls.ts';
import type { Journey } from './journey.ts';

/** Webhooks of a partition and of the audit log, whose receivers do not respond. */
export async function sendingChanges({ page, take }: Journey): Promise<void> {
  const master = await callsAs(page.context().request);
  const { id } = await bodyOf<{ id: string }>(
    master('POST /v1/partitions', { partitionName: 'Prices of the shop' }),
  );
  const base = `/v1/partitions/${id}`;
  await page.goto(`${base}?tab=webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://shop.example/annals');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Price list of the shop');
  await dialog.getByRole('textbox', { name: 'Only these types' }).fill('PRODUCT');
  await dialog.getByRole('textbox', { name: 'Only changes that match' }).fill('price>100');
  await take('webhook-new', dialog);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  const made = page.getByRole('dialog', { name: 'Webhook created' });
  await made.getByRole('button', { name: 'I have stored it' }).click();
  for (const [title, price] of Object.entries({ 'Oak table': 120, 'Beech shelf': 180 }))
    await bodyOf(master(`POST ${base}/objects`, { type: 'PRODUCT', objectData: { title, price } }));
  await page.getByRole('button', { name: 'Details: Object created' }).nth(1).waitFor();
  await take('webhook', page.getByRole('main'));

  await page.goto('/audit-log/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const ofAuditLog = page.getByRole('dialog', { name: 'New webhook' });
  await ofAuditLog.getByRole('textbox', { name: 'URL' }).fill('https://siem.example/annals');
  await ofAuditLog.getByRole('textbox', { name: 'Description' }).fill('Security monitoring');
  await ofAuditLog.getByRole('button', { name: 'Create webhook' }).click();
  await made.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: 'Details: Audit log webhook created' }).first().waitFor();
  await take('webhook-audit', page.getByRole('main'));
}
