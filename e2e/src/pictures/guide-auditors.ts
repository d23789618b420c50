import { startSession } from '../annals.ts';
import { bodyOf, callsAs } from '../calls.ts';
import type { Journey } from './journey.ts';

/** An auditor is given a seat, draws a sample and judges it. */
export async function auditing({ page, take }: Journey): Promise<void> {
  const { request } = page.context();
  const master = await callsAs(request);
  await page.goto('/v1/users');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Auditor’s seat' }).click();
  const seat = page.getByRole('dialog', { name: 'Give an auditor a seat' });
  await seat.getByRole('textbox', { name: 'Email' }).fill('vera.vieweg@audit.example');
  await seat.getByRole('textbox', { name: 'Name' }).fill('Vera Vieweg');
  await seat.getByRole('textbox', { name: 'Access ends' }).fill('31/01/2030');
  await seat.getByRole('combobox', { name: 'Partitions to audit' }).fill('Product');
  await page.getByRole('option', { name: 'Product lifecycles' }).click();
  await seat.getByRole('checkbox', { name: 'Audit log' }).check();
  await take('auditor-seat', seat);
  await page.keyboard.press('Escape');

  const { data } = await bodyOf<{ data: { id: string; partitionName: string }[] }>(
    master('GET /v1/partitions'),
  );
  const partition = data.find(({ partitionName }) => partitionName === 'Product lifecycles');
  await startSession(page, 'auditor@example.org');
  await page.goto(`/v1/partitions/${partition?.id}/samples`);
  await page.getByRole('button', { name: 'Draw a sample' }).first().click();
  const drawing = page.getByRole('dialog', { name: 'Draw a sample' });
  await drawing.getByRole('textbox', { name: 'Number of entries' }).fill('4');
  await take('sample-draw', drawing);
  await drawing.getByRole('button', { name: 'Announce and draw' }).click();
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await entries.nth(3).waitFor();
  const judge = async (at: number, conclusion: string, note: string) => {
    await entries.nth(at).getByRole('combobox').selectOption(conclusion);
    await entries.nth(at).getByRole('textbox').fill(note);
    await entries.nth(at).getByRole('textbox').blur();
    await page.getByText(`${at + 1} of 4 judged`).waitFor();
  };
  await judge(0, 'In order', '');
  await judge(1, 'Finding', 'The source names another date.');
  await judge(2, 'Could not be judged', 'The source no longer exists.');
  await take('sample-judge', [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('region', { name: 'Entries' }),
  ]);
}
