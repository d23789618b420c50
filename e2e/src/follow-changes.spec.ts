import { expect, startSession, test } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, callsAs } from './calls.ts';
import { mailTo } from './mails.ts';

interface Created {
  id: string;
  timelineId: string;
}

test('Home and an email report changes of a followed object, and the link in the email ends the subscription', async ({
  page,
  request,
}) => {
  // Emails wait for a minute to collect further changes.
  test.setTimeout(240_000);
  const call = await callsAs(request);
  const partitionName = `Followed ${Date.now()}`;
  const title = `Oak table ${Date.now()}`;
  const { id } = await bodyOf<Created>(call('POST /v1/partitions', { partitionName }));
  await addMember(call, id, await callsAs(request, 'user@example.org'), 'READER');
  const objects = `POST /v1/partitions/${id}/objects`;
  const first = await bodyOf<Created>(
    call(objects, { type: 'PRODUCT', objectData: { title, price: 120, colour: 'brown' } }),
  );
  const { timelineId } = first;
  const home = page.getByRole('region', { name: 'Subscriptions' });

  await test.step('without subscriptions there is no empty section', async () => {
    await startSession(page, 'user@example.org');
    await page.goto('/');
    await expect(page.getByRole('link', { name: partitionName }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'More pages' })).toBeVisible();
    await expect(home.getByText(title)).toHaveCount(0);
  });

  await test.step('follow the price of the object', async () => {
    await page.goto(`/v1/partitions/${id}/timelines/${timelineId}/objects/latest`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Notify me' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notify me about changes' });
    const fields = dialog.getByRole('textbox', { name: 'Only when one of these fields changes' });
    await fields.fill('a..b');
    await dialog.getByRole('button', { name: 'Notify me' }).click();
    await expect(dialog.getByText('“a..b” is not a field name')).toBeVisible();
    await fields.fill('price');
    await dialog.getByRole('radio', { name: 'By email, within a few minutes' }).check();
    await dialog.getByRole('button', { name: 'Notify me' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`You will be notified when ${title} changes`)).toBeVisible();
  });

  const change = async (last: Created, objectData: object, reason: string) =>
    bodyOf<Created>(call(objects, { timelineId, predecessorId: last.id, objectData, reason }));
  const second = await change(first, { title, price: 120, colour: 'black' }, 'Stained');
  await change(second, { title, price: 130, colour: 'black' }, 'Dearer oak');

  await test.step('Home shows the change until it is marked as seen', async () => {
    await expect(async () => {
      await page.goto('/');
      await expect(home.getByText('Dearer oak')).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    const followed = home.getByRole('region', { name: title });
    await expect(followed.getByText('1 new change')).toBeVisible();
    await expect(followed.getByText('/price 120 → 130')).toBeVisible();
    await expect(followed.getByText('Stained')).toHaveCount(0);
    await followed.getByRole('button', { name: `Mark as seen: ${title}` }).click();
    await expect(followed).toBeHidden();
  });

  const link =
    await test.step('the email contains the field, both values and the reason', async () => {
      await expect(async () => {
        await mailTo('user@example.org', new RegExp(title));
      }).toPass({ timeout: 150_000 });
      const mail = await mailTo('user@example.org', new RegExp(title));
      expect(mail.subject).toBe(`${title}: 1 change`);
      expect(mail.text).toContain('/price: 120 → 130');
      expect(mail.text).toContain('Reason: Dearer oak');
      expect(mail.text).not.toContain('Stained');
      const found = /http\S+\/subscriptions\?end=\S+/.exec(mail.text ?? '')?.[0];
      return new URL(found ?? '');
    });

  await test.step('its link ends the subscription', async () => {
    await page.goto(link.pathname + link.search);
    const dialog = page.getByRole('dialog', { name: 'End subscription' });
    await expect(dialog.getByText(`End the subscription to ${title}?`)).toBeVisible();
    await dialog.getByRole('button', { name: 'End subscription' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  });
});

test('a subscription to a search can be created from the list, and edited, paused, resumed and ended', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const partitionName = `Searched for ${Date.now()}`;
  const { id } = await bodyOf<Created>(call('POST /v1/partitions', { partitionName }));
  await bodyOf(
    call(`POST /v1/partitions/${id}/objects`, {
      type: 'PRODUCT',
      objectData: { title: 'Oak', price: 5 },
    }),
  );
  await startSession(page);
  await page.goto(`/v1/partitions/${id}/objects?q=price<10`);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Notify me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notify me about changes' });
  await expect(dialog.getByRole('textbox', { name: 'Followed search' })).toHaveValue('price<10');
  await dialog.getByRole('radio', { name: 'Only on Home' }).check();
  await dialog.getByRole('button', { name: 'Notify me' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/subscriptions');
  const row = page.getByRole('row').filter({ hasText: partitionName });
  await expect(row.getByText('Only on Home')).toBeVisible();
  await row.getByRole('button', { name: 'Edit: price<10' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit subscription' });
  await editing.getByRole('textbox', { name: 'Followed search' }).fill('price<20');
  await editing.getByRole('radio', { name: 'By one email a day' }).check();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toBeHidden();
  await expect(row.getByText('By one email a day')).toBeVisible();
  await row.getByRole('button', { name: 'Pause: price<20' }).click();
  await expect(row.getByText('Paused')).toBeVisible();
  await row.getByRole('button', { name: 'Resume: price<20' }).click();
  await expect(row.getByText('Active')).toBeVisible();
  await row.getByRole('button', { name: 'End: price<20' }).click();
  await page
    .getByRole('dialog', { name: 'End subscription' })
    .getByRole('button', { name: 'End subscription' })
    .click();
  await expect(row).toHaveCount(0);
});

test('Home reports objects that start or stop to refer to a followed object', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const partitionName = `Referred to ${Date.now()}`;
  const maker = `Smith & Sons ${Date.now()}`;
  const { id } = await bodyOf<Created>(call('POST /v1/partitions', { partitionName }));
  await addMember(call, id, await callsAs(request, 'user@example.org'), 'READER');
  const objects = `POST /v1/partitions/${id}/objects`;
  const { timelineId } = await bodyOf<Created>(
    call(objects, { type: 'MAKER', objectData: { title: maker } }),
  );
  const references = [{ name: 'makerRef', timelineId }];

  await startSession(page, 'user@example.org');
  await page.goto(`/v1/partitions/${id}/timelines/${timelineId}/objects/latest`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Notify me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notify me about changes' });
  await dialog.getByRole('radio', { name: 'What refers to it' }).check();
  const chosen = dialog.getByRole('list', { name: 'Only objects that refer to' });
  await expect(chosen.getByText(maker)).toBeVisible();
  await dialog.getByRole('radio', { name: 'Only on Home' }).check();
  await dialog.getByRole('button', { name: 'Notify me' }).click();
  await expect(dialog).toBeHidden();

  const anvil = { type: 'PRODUCT', objectData: { title: 'Anvil' } };
  const first = await bodyOf<Created>(call(objects, { ...anvil, references }));
  await bodyOf(call(objects, { type: 'PRODUCT', objectData: { title: 'Of nobody' } }));
  const from = { timelineId: first.timelineId, predecessorId: first.id };
  await bodyOf(call(objects, { ...anvil, ...from, references: [], reason: 'Sold' }));
  const followed = page
    .getByRole('region', { name: 'Subscriptions' })
    .getByRole('region', { name: `what refers to ${maker}` });
  await expect(async () => {
    await page.goto('/');
    await expect(followed.getByText('2 new changes')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(followed.getByText('Sold')).toBeVisible();
  await expect(followed.getByText('Of nobody')).toHaveCount(0);
  await followed.getByRole('link', { name: `what refers to ${maker}` }).click();
  await expect(page).toHaveURL(new RegExp(`ref%3A${timelineId}|ref:${timelineId}`));

  await page.goto('/subscriptions');
  const row = page.getByRole('row').filter({ hasText: partitionName });
  await row.getByRole('button', { name: `Edit: what refers to ${maker}` }).click();
  const editing = page.getByRole('dialog', { name: 'Edit subscription' });
  await editing.getByRole('button', { name: `Remove ${maker}` }).click();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('All objects of the partition')).toBeVisible();
});
