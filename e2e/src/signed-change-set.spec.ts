import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, callsAs, type Calls } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { mailTo, passwordLinkIn } from './mails.ts';
import { downloadProof, verifyByCommand, verifyOffline } from './offline-verifier.ts';
import { addAuthenticator, addPasskey } from './passkeys.ts';

interface Version {
  id: string;
  timelineId: string;
  objectData: { title: string; price: number };
  reason: string | null;
  changeSetId: string | null;
}

const reviewerEmail = 'rita.reviewer@example.org';
const reason = 'Spring price list';

/** 40 objects: half of them on shelf A and half on shelf B. */
async function makeObjects(call: Calls, base: string): Promise<string[]> {
  const operations = Array.from({ length: 40 }, (_, index) => ({
    operation: 'create',
    type: 'ITEM',
    objectData: {
      title: `Item ${String(index + 1).padStart(2, '0')}`,
      price: 100 + index,
      shelf: index < 20 ? 'A' : 'B',
    },
  }));
  const { data } = await bodyOf<{ data: Version[] }>(
    call(`POST ${base}/transactions`, { operations }),
  );
  return data.map(({ timelineId }) => timelineId);
}

interface Reviewer {
  id: string;
  page: Page;
}

/** A new user who has accepted the invitation and added a passkey. */
async function reviewerWithPasskey(browser: Browser, master: Calls): Promise<Reviewer> {
  const { id } = await bodyOf<{ id: string }>(
    master('POST /v1/users', { email: reviewerEmail, name: 'Rita Reviewer', roles: ['USER'] }),
  );
  const context = await browser.newContext();
  const page = await context.newPage();
  await addAuthenticator(page);
  await page.goto(passwordLinkIn(await mailTo(reviewerEmail, /^Welcome/)));
  await page.getByLabel('New password', { exact: true }).fill(demoProgram.password);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page.getByRole('button', { name: 'Account: Rita Reviewer' })).toBeVisible();
  await addPasskey(page, 'Key ring');
  return { id, page };
}

/** Raises the price of all objects on a shelf in the grid, and adds the changes to a change set. */
async function proposePrice(page: Page, base: string, shelf: string, price: string) {
  await page.goto(`${base}/objects/edit?q=shelf:${shelf}`);
  await page.getByRole('button', { name: 'Change a field in all 20 results' }).click();
  const change = page.getByRole('dialog', { name: 'Change a field' });
  await change.getByRole('combobox', { name: 'Field' }).fill('price');
  await change.getByRole('textbox', { name: 'Value' }).fill(price);
  await change.getByRole('button', { name: 'Apply to 20 rows' }).click();
  await expect(page.getByText('20 changed')).toBeVisible();
}

test('a change set of 40 objects is edited in the grid, signed with a passkey, committed, proven and reverted', async ({
  page: author,
  browser,
  request,
}, { outputDir }) => {
  const master = await callsAs(request);
  const { id } = await bodyOf<{ id: string }>(
    master('POST /v1/partitions', { partitionName: 'Signed prices' }),
  );
  const base = `/v1/partitions/${id}`;
  for (const username of ['user@example.org', 'admin@example.org'])
    await addMember(master, id, await callsAs(request, username), 'EDITOR');
  const timelines = await makeObjects(master, base);
  const reviewer = await reviewerWithPasskey(browser, master);
  await bodyOf(master(`PUT ${base}/users/${reviewer.id}`, { role: 'OWNER' }));

  const owner = await (await browser.newContext()).newPage();
  await test.step('an owner requires signed approvals', async () => {
    await startSession(owner);
    await owner.goto(`${base}?tab=settings`);
    await owner.getByRole('button', { name: 'Edit policy' }).click();
    const policy = owner.getByRole('dialog', { name: 'Change policy' });
    await policy.getByRole('button', { name: 'Add rule' }).click();
    await policy.getByRole('checkbox', { name: 'A signature is required' }).check();
    await expect(policy.getByText('All types: changes need 1 signed approval')).toBeVisible();
    await policy.getByRole('button', { name: 'Save policy' }).click();
    await expect(policy).toBeHidden();
  });

  await test.step('two people change 40 objects in the grid', async () => {
    await startSession(author, 'user@example.org');
    await proposePrice(author, base, 'A', '150');
    await author.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await author.getByRole('button', { name: 'Add to change set' }).click();
    const begin = author.getByRole('dialog', { name: 'Add 20 objects to a change set' });
    await begin.getByRole('textbox', { name: 'Title' }).fill('Spring prices');
    await begin.getByRole('button', { name: 'Add to change set' }).click();
    await author.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(author.getByRole('heading', { level: 1, name: 'Spring prices' })).toBeVisible();
    await author.getByRole('button', { name: 'More' }).click();
    await author.getByRole('menuitem', { name: 'Edit details' }).click();
    const details = author.getByRole('dialog', { name: 'Edit details' });
    await details.getByRole('combobox', { name: 'Contributors' }).fill('Ada');
    await author.getByRole('option', { name: /Ada/ }).click();
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(details).toBeHidden();

    const contributor = await (await browser.newContext()).newPage();
    await startSession(contributor, 'admin@example.org');
    await proposePrice(contributor, base, 'B', '160');
    await contributor.getByRole('button', { name: 'Add to change set' }).click();
    const add = contributor.getByRole('dialog', { name: 'Add 20 objects to a change set' });
    await add.getByRole('radio', { name: 'Spring prices' }).check();
    await add.getByRole('button', { name: 'Add to change set' }).click();
    await expect(add).toBeHidden();
    await contributor.context().close();

    await author.reload();
    await expect(author.getByText('40 objects')).toBeVisible();
  });
  const path = new URL(author.url()).pathname;

  const submit = async () => {
    await author.getByRole('button', { name: 'Submit for review' }).click();
    const asking = author.getByRole('dialog');
    await asking.getByRole('button', { name: 'Submit for review' }).click();
    // The draft, which nobody else sees, lists the required approvals too. It is submitted when the dialog
    // closes.
    await expect(asking).toBeHidden();
    await expect(author.getByText('1 more signed approval by owners needed')).toBeVisible();
  };
  const sign = async () => {
    await reviewer.page.goto(new URL(author.url()).pathname);
    await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click();
    const approving = reviewer.page.getByRole('dialog', { name: /Approve revision/ });
    await expect(approving.getByRole('radio', { name: 'Without a signature' })).toBeHidden();
    await approving.getByRole('radio', { name: 'Signed: responsible' }).check();
    await approving.getByRole('button', { name: 'Continue to signing' }).click();
    const signing = reviewer.page.getByRole('dialog', { name: 'Sign your approval' });
    await expect(signing.getByText('40 changes')).toBeVisible();
    await signing.getByRole('button', { name: 'Sign with a passkey' }).click();
    await expect(signing).toBeHidden();
  };
  const reviews = author.getByRole('region', { name: 'Reviews' });
  const openTab = async (name: 'Changes' | 'Conversation') =>
    author.getByRole('tab', { name: new RegExp(name) }).click();
  /** The change of an object, opened; the first ones are open at once. */
  const seventhIn = async (page: Page) => {
    const change = page.locator('details').filter({ hasText: 'Item 07' }).first();
    await expect(change).toBeVisible();
    if ((await change.getAttribute('open')) === null) await change.locator('summary').click();
    return change;
  };

  await test.step('one reviewer approves with a passkey, another requests a change of one field', async () => {
    await submit();
    await sign();
    await author.reload();
    await openTab('Conversation');
    await expect(reviews.getByText('is responsible for it')).toBeVisible();
    await owner.goto(path);
    const change = await seventhIn(owner);
    await change.getByRole('button', { name: 'Comment on price' }).click();
    await change.getByRole('textbox', { name: 'Your comment' }).fill('Less for this one.');
    await change.getByRole('button', { name: 'Add comment' }).click();
    await owner.getByRole('button', { name: 'Request changes' }).click();
    const asking = owner.getByRole('dialog', { name: 'Request changes?' });
    await asking.getByRole('textbox', { name: 'What needs to change' }).fill('Item 07: 149.');
    await asking.getByRole('button', { name: 'Request changes' }).click();
    await expect(asking).toBeHidden();
  });

  await test.step('after the change, the approval is for an earlier revision', async () => {
    await author.reload();
    await openTab('Changes');
    await seventhIn(author);
    await author.getByRole('button', { name: 'Edit: Item 07' }).click();
    const editing = author.getByRole('dialog', { name: 'Item 07 in this change set' });
    await editing.getByRole('textbox', { name: 'price' }).fill('149');
    await editing.getByRole('button', { name: 'Update change set' }).click();
    await expect(editing).toBeHidden();
    await submit();
    await openTab('Conversation');
    await expect(reviews.getByText('for an earlier revision').first()).toBeVisible();
    await expect(author.getByRole('button', { name: 'Commit', exact: true })).toBeHidden();
  });

  const commit = async () => {
    await author.reload();
    await author.getByRole('button', { name: 'Commit', exact: true }).click();
    await author.getByRole('dialog').getByRole('button', { name: 'Commit', exact: true }).click();
    await expect(author.getByText('Its changes are written.', { exact: false })).toBeVisible();
  };
  const latestOf = async (timelineId = '') =>
    bodyOf<Version>(master(`GET ${base}/timelines/${timelineId}/objects/latest`));
  const seventh = timelines[6];

  await test.step('the new revision is approved and committed, and each history links to it', async () => {
    await sign();
    await commit();
    const changeSetId = path.split('/').at(-1);
    for (const timelineId of timelines) {
      const version = await latestOf(timelineId);
      expect(version).toMatchObject({ reason, changeSetId });
    }
    await author.goto(`${base}/timelines/${seventh}/objects`);
    await expect(author.getByText(reason).first()).toBeVisible();
    await expect(author.getByText('Approved by Rita Reviewer').first()).toBeVisible();
    await author.getByRole('link', { name: 'Change set', exact: true }).click();
    await expect(author).toHaveURL(new RegExp(`${path}$`));
  });

  await test.step('the proof of an object contains the signature, in the console and offline', async () => {
    await author.goto(`${base}/timelines/${seventh}/objects/latest`);
    await author.getByRole('button', { name: 'Verify in this browser' }).click();
    const proof = author.getByRole('region', { name: 'Proof' });
    await expect(proof.getByText('Intact', { exact: true })).toBeVisible();
    await expect(proof.getByText(/Approved by Rita Reviewer/)).toContainText(
      'signed with a passkey',
    );
    const file = join(outputDir, 'signed.proof.json');
    await downloadProof(author, file);
    const intact = await verifyOffline(browser, file);
    expect(intact.verdict).toBe('intact');
    expect(intact.sheet).toMatch(
      /Approved by Rita Reviewer .* is responsible for it – signed with a passkey/,
    );

    const text = await readFile(file, 'utf8');
    const forge = async (name: string, forged: string) => {
      const other = join(outputDir, name);
      expect(forged).not.toBe(text);
      await writeFile(other, forged);
      expect((await verifyOffline(browser, other)).verdict, name).toBe('TAMPERED');
      const verdictText = await verifyByCommand(other);
      expect(verdictText.code).toBe(1);
      expect(verdictText.output).toContain('TAMPERED');
    };
    await forge('content.proof.json', text.replace('"price": 149', '"price": 148'));
    // The payload of the JWS contains what was signed.
    const renamed = (payload: string) =>
      Buffer.from(payload, 'base64url').toString().replace('Rita Reviewer', 'Rita Reviewed');
    await forge(
      'signer.proof.json',
      text.replace(/(?<="jws": "[\w-]+\.)[\w-]+/, (payload) =>
        Buffer.from(renamed(payload)).toString('base64url'),
      ),
    );
  });

  await test.step('the commit is reverted under the same rules', async () => {
    await author.goto(path);
    await author.getByRole('button', { name: 'Revert this change set' }).click();
    await author.getByRole('dialog').getByRole('button', { name: 'Create revert' }).click();
    await expect(author).not.toHaveURL(new RegExp(`${path}$`));
    await expect(author.getByText('40 restores')).toBeVisible();
    await submit();
    await sign();
    await commit();
    const { objectData } = await latestOf(seventh);
    expect(objectData).toEqual({ title: 'Item 07', price: 106, shelf: 'A' });
  });

  await test.step('after the removal of the passkey, proofs still show who approved', async () => {
    const { page } = reviewer;
    await page.goto('/user-management?tab=security');
    await page.getByRole('button', { name: 'Remove: Key ring' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Remove: Key ring' })).toBeHidden();
    await author.goto(`${base}/timelines/${seventh}/objects/latest`);
    const file = join(outputDir, 'passkey-removed.proof.json');
    await downloadProof(author, file);
    const verdictText = await verifyByCommand(file);
    expect(verdictText.code).toBe(0);
    expect(verdictText.output).toMatch(
      /approved by\s+Rita Reviewer, .* is responsible for it – signed with a passkey/,
    );
    expect((await verifyOffline(browser, file)).sheet).toMatch(
      /Approved by Rita Reviewer .* signed with a passkey/,
    );
    // The stored signatures verify too, with the keys from the log.
    await page.goto(author.url());
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await expect(page.getByRole('region', { name: 'Proof' })).toContainText('Approved by Rita');
  });
});
