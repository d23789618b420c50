import { startSession } from '../annals.ts';
import { addMember } from '../add-member.ts';
import { bodyOf, callsAs } from '../calls.ts';
import { addAuthenticator, addPasskey } from '../passkeys.ts';
import type { Journey } from './journey.ts';

interface Version {
  timelineId: string;
}

/** The approval of a change set is signed, and its objects show it. */
export async function signing({ page, take }: Journey): Promise<void> {
  const { request } = page.context();
  const master = await callsAs(request);
  const author = await callsAs(request, 'user@example.org');
  const { id } = await bodyOf<{ id: string }>(
    master('POST /v1/partitions', { partitionName: 'Price list' }),
  );
  const base = `/v1/partitions/${id}`;
  await addMember(master, id, author, 'EDITOR');
  await addMember(master, id, await callsAs(request, 'admin@example.org'), 'OWNER');
  const goods = { 'Oak table': 120, 'Pine chair': 45, 'Beech shelf': 80, 'Ash bench': 95 };
  const { data } = await bodyOf<{ data: Version[] }>(
    master(`POST ${base}/transactions`, {
      operations: Object.entries(goods).map(([title, price]) => ({
        operation: 'create',
        type: 'PRODUCT',
        objectData: { title, price, currency: 'EUR' },
      })),
    }),
  );
  const rule = { types: null, approvals: 1, approvers: { roles: ['OWNER'], userIds: [] } };
  await bodyOf(
    master(`PUT ${base}/change-policy`, { rules: [{ ...rule, signatureRequired: true }] }),
  );
  const set = await bodyOf<{ id: string }>(
    author(`POST ${base}/change-sets`, {
      title: 'Spring prices',
      description: 'Wood costs more since March.',
    }),
  );
  const path = `${base}/change-sets/${set.id}`;
  const operations = Object.entries(goods).map(([title, price], index) => ({
    operationId: data[index]?.timelineId,
    operation: {
      operation: 'newVersion',
      timelineId: data[index]?.timelineId,
      objectData: { title, price: price + 10, currency: 'EUR' },
    },
  }));
  await bodyOf(author(`POST ${path}/operations`, { operations }));
  await bodyOf(author(`POST ${path}/submit`));

  await startSession(page, 'admin@example.org');
  await addAuthenticator(page);
  await addPasskey(page, 'Key ring');
  await page.goto(path);
  await page.getByText('1 more signed approval by owners needed').waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const approving = page.getByRole('dialog', { name: /Approve revision/ });
  await approving.getByRole('radio', { name: 'Signed: responsible' }).check();
  await take('approve', approving);
  await approving.getByRole('button', { name: 'Continue to signing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign your approval' });
  await dialog.getByRole('button', { name: 'Sign with a passkey' }).waitFor();
  await take('sign', dialog);
  await dialog.getByRole('button', { name: 'Sign with a passkey' }).click();
  await page.getByRole('tab', { name: 'Conversation' }).click();
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.getByText('is responsible for it').waitFor();
  await take('signed-review', reviews);

  await bodyOf(author(`POST ${path}/commit`, {}));
  await page.goto(`${base}/timelines/${data[0]?.timelineId}/objects/latest`);
  await page.getByText('Approved by').waitFor();
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await page.getByText('Intact', { exact: true }).waitFor();
  await take('approved-version', page.getByRole('main'));
}
