import { answerOf, callsAs } from '../calls.ts';
import type { Journey } from './journey.ts';

/** A webhook is created, and its receiver is away: nobody answers at this address. */
export async function sendingChanges({ page, take }: Journey): Promise<void> {
  const master = await callsAs(page.context().request);
  const { id } = await answerOf<{ id: string }>(
    master('POST /v1/partitions', { partitionName: 'Prices of the shop' }),
  );
  const base = `/v1/partitions/${id}`;
  await page.goto(`${base}?tab=webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/annals');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Price list of the shop');
  await dialog.getByRole('textbox', { name: 'Only these types' }).fill('PRODUCT');
  await dialog.getByRole('textbox', { name: 'Only changes that match' }).fill('price>100');
  await take('webhook-new', dialog);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  const made = page.getByRole('dialog', { name: 'Webhook created' });
  await made.getByRole('button', { name: 'I have stored it' }).click();
  for (const [title, price] of Object.entries({ 'Oak table': 120, 'Beech shelf': 180 }))
    await answerOf(
      master(`POST ${base}/objects`, { type: 'PRODUCT', objectData: { title, price } }),
    );
  await page.getByRole('button', { name: 'Details: Object created' }).nth(1).waitFor();
  await take('webhook', page.getByRole('main'));
}
