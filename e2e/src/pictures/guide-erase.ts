import { bodyOf, callsAs } from '../calls.ts';
import { demoPaths } from '../demo-paths.ts';
import type { Journey } from './journey.ts';

/** Values are selected, previewed and erased; then their receipt. */
export async function erasing({ page, take }: Journey): Promise<void> {
  const loan = { title: 'Loan 4711', borrower: 'Wanda Farthingale', email: 'wanda@example.org' };
  const { request } = page.context();
  const objects = `${(await demoPaths(request))['partition']}/objects`;
  const call = await callsAs(request);
  const write = async (body: object) =>
    bodyOf<{ id: string; timelineId: string }>(call(`POST ${objects}`, body));
  const first = await write({ type: 'LOAN', objectData: { ...loan, amount: 120 } });
  const { id } = await write({
    timelineId: first.timelineId,
    predecessorId: first.id,
    objectData: { ...loan, amount: 90 },
  });
  await page.goto(`${objects}/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Erase values…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^borrower/ }).check();
  await dialog.getByRole('checkbox', { name: /^email/ }).check();
  await dialog.getByLabel('Reason').fill('Request of the data subject');
  await dialog.getByLabel('Legal basis').fill('Art. 17(1)(b) GDPR, consent withdrawn');
  await dialog.getByRole('heading').first().click();
  await take('erase-choose', dialog);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByLabel(/type “Loan 4711”/).fill('Loan 4711');
  await take('erase-preview', dialog);
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByText(/Receipt \d+: 4 values were erased permanently/).waitFor();
  await take('erased', page.getByRole('main'));
  await page
    .getByRole('main')
    .getByRole('button', { name: /receipt \d/i })
    .first()
    .click();
  const receipt = page.getByRole('dialog');
  await receipt.getByText('Verifier key', { exact: true }).waitFor();
  await take('receipt', receipt);
}
