import { expect, startSession, test, writeData } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Created {
  id: string;
}

test('a change set is proposed, reviewed, approved, committed and reverted by two users', async ({
  page: author,
  browser,
  request,
  pageErrors,
}, { retry }) => {
  // A retry uses a new partition instead of the one left by the first attempt.
  const partitionName = retry === 0 ? 'Reviewed prices' : `Prices of try ${retry}`;
  const master = await callsAs(request);
  const { id } = await bodyOf<Created>(master('POST /v1/partitions', { partitionName }));
  const base = `/v1/partitions/${id}`;
  await addMember(master, id, await callsAs(request, 'user@example.org'), 'EDITOR');
  const { timelineId } = await bodyOf<{ timelineId: string }>(
    master(`POST ${base}/objects`, {
      type: 'PRODUCT',
      objectData: { title: 'Oak table', price: 120 },
    }),
  );
  const latest = `${base}/timelines/${timelineId}/objects/latest`;

  // An owner sets the policy.
  const context = await browser.newContext();
  const reviewer = await context.newPage();
  await startSession(reviewer);
  await reviewer.goto(`${base}?tab=settings`);
  await reviewer.getByRole('button', { name: 'Edit policy' }).click();
  const policy = reviewer.getByRole('dialog', { name: 'Change policy' });
  await policy.getByRole('button', { name: 'Add rule' }).click();
  await expect(policy.getByText('All types: changes need 1 approval by owners')).toBeVisible();
  await policy.getByRole('button', { name: 'Save policy' }).click();
  await expect(policy).toBeHidden();

  // The form of the object proposes the change instead of saving it, and says why.
  await startSession(author, 'user@example.org');
  await author.goto(latest);
  await author.getByRole('button', { name: 'New version' }).click();
  const form = author.getByRole('dialog', { name: 'New version of Oak table' });
  await expect(form.getByText('each change needs 1 approval by owners')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save new version' })).toBeHidden();
  await writeData(form, { title: 'Oak table', price: 130 });
  await form.getByRole('button', { name: 'Add to change set' }).click();
  const adding = author.getByRole('dialog', { name: 'Add Oak table to a change set' });
  await adding.getByRole('textbox', { name: 'Title' }).fill('Spring prices');
  await adding.getByRole('button', { name: 'Add to change set' }).click();
  await author.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(author.getByRole('heading', { level: 1, name: 'Spring prices' })).toBeVisible();
  // It is a draft, so the reviewer cannot open it yet.
  const path = new URL(author.url()).pathname;
  await reviewer.goto(path);
  await expect(reviewer.getByRole('heading', { name: 'No such change set' })).toBeVisible();
  await author.getByRole('button', { name: 'Submit for review' }).click();
  await author.getByRole('dialog').getByRole('button', { name: 'Submit for review' }).click();
  await expect(author.getByText('1 more approval by owners needed')).toBeVisible();

  // The reviewer finds it on Home, comments on the field and requests changes.
  await reviewer.goto('/');
  await reviewer
    .getByRole('link', { name: `change set waiting for your review in ${partitionName}` })
    .click();
  await expect(reviewer.getByRole('heading', { level: 1, name: 'Spring prices' })).toBeVisible();
  await reviewer.getByRole('button', { name: 'Comment on price' }).click();
  await reviewer.getByRole('textbox', { name: 'Your comment' }).fill('Is ten too much?');
  await reviewer.getByRole('button', { name: 'Add comment' }).click();
  await expect(
    reviewer.getByRole('paragraph').filter({ hasText: 'Is ten too much?' }),
  ).toBeVisible();
  await reviewer.getByRole('button', { name: 'Request changes' }).click();
  const asking = reviewer.getByRole('dialog', { name: 'Request changes?' });
  await asking.getByRole('textbox', { name: 'What needs to change' }).fill('Five will do.');
  await asking.getByRole('button', { name: 'Request changes' }).click();
  await expect(asking).toBeHidden();

  // The author changes it and submits it again.
  await author.reload();
  await expect(author.getByText('Five will do.')).toBeVisible();
  await author.getByRole('button', { name: 'Edit: Oak table' }).click();
  const editing = author.getByRole('dialog', { name: 'Oak table in this change set' });
  await writeData(editing, { title: 'Oak table', price: 125 });
  await editing.getByRole('button', { name: 'Update change set' }).click();
  await expect(editing).toBeHidden();
  await author.getByRole('button', { name: 'Submit for review' }).click();
  await author.getByRole('dialog').getByRole('button', { name: 'Submit for review' }).click();
  await expect(author.getByRole('dialog')).toBeHidden();

  // It is approved; a later edit makes that approval one for an earlier revision.
  await reviewer.reload();
  const approve = async () => {
    await reviewer.getByRole('button', { name: 'Approve' }).click();
    const approving = reviewer.getByRole('dialog', { name: /Approve revision/ });
    await approving.getByRole('button', { name: 'Approve' }).click();
    await expect(approving).toBeHidden();
  };
  await approve();
  await author.reload();
  await author.getByRole('button', { name: 'Edit: Oak table' }).click();
  await writeData(editing, { title: 'Oak table', price: 126 });
  await editing.getByRole('button', { name: 'Update change set' }).click();
  await expect(editing).toBeHidden();
  await author.getByRole('tab', { name: /Conversation/ }).click();
  const reviews = author.getByRole('region', { name: 'Reviews' });
  await expect(reviews.getByText('for an earlier revision').first()).toBeVisible();
  await expect(author.getByRole('button', { name: 'Commit' })).toBeHidden();

  await reviewer.reload();
  await approve();
  await author.reload();
  await author.getByRole('button', { name: 'Commit', exact: true }).click();
  await author.getByRole('dialog').getByRole('button', { name: 'Commit', exact: true }).click();
  await expect(author.getByText('Its changes are written.', { exact: false })).toBeVisible();

  // The version links back to the change set.
  await author.goto(latest);
  await expect(author.getByText('Version 2 of 2')).toBeVisible();
  await author.getByRole('link', { name: 'Change set', exact: true }).click();
  await expect(author.getByRole('heading', { level: 1, name: 'Spring prices' })).toBeVisible();

  await author.getByRole('button', { name: 'Revert this change set' }).click();
  await author.getByRole('dialog').getByRole('button', { name: 'Create revert' }).click();
  await expect(author).not.toHaveURL(new RegExp(`${path}$`));
  const changes = author.getByRole('tabpanel', { name: /Changes/ });
  await expect(changes.locator('ins').getByText('120')).toBeVisible();
  await expect(author.getByRole('button', { name: 'Submit for review' })).toBeVisible();

  expect(pageErrors).toEqual([]);
  await context.close();
  await bodyOf(master(`POST ${base}/archive`, { archived: true }));
});
