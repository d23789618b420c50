import { writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { mailTo, passwordLinkIn } from './mails.ts';
import { verifyByCommand, verifyOffline } from './offline-verifier.ts';
import { addAuthenticator, addPasskey } from './passkeys.ts';

const email = 'vera.vieweg@audit.example';

test('an auditor is given a seat, draws a sample, judges and signs it, and everybody can verify the result', async ({
  page: owner,
  browser,
  request,
}, { outputDir }) => {
  const master = await callsAs(request);
  const partitionName = 'Audited batches';
  const { id } = await bodyOf<{ id: string }>(master('POST /v1/partitions', { partitionName }));
  const base = `/v1/partitions/${id}`;
  await bodyOf(
    master(`POST ${base}/transactions`, {
      operations: Array.from({ length: 40 }, (_, index) => ({
        operation: 'create',
        type: 'BATCH',
        objectData: { title: `Batch ${index + 1}` },
      })),
    }),
  );

  await test.step('an owner gives the seat', async () => {
    await startSession(owner);
    await owner.goto('/v1/users');
    await owner.getByRole('button', { name: 'More actions' }).click();
    await owner.getByRole('button', { name: 'Auditor’s seat' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Give an auditor a seat' });
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByText('Enter a date in the future.')).toBeVisible();
    await expect(dialog.getByText('Choose at least one partition or unit')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Access ends' }).fill('31/12/2030');
    await dialog.getByRole('combobox', { name: 'Partitions to audit' }).fill('Audited');
    await owner.getByRole('option', { name: partitionName }).click();
    await dialog.getByRole('checkbox', { name: 'Audit log' }).check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toBeHidden();
  });

  const context = await browser.newContext();
  const page = await context.newPage();
  await test.step('the auditor accepts it, sees what it covers, and adds a passkey', async () => {
    await addAuthenticator(page);
    await page.goto(passwordLinkIn(await mailTo(email, /^Welcome/)));
    await page.getByLabel('New password', { exact: true }).fill(demoProgram.password);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible();
    await addPasskey(page, 'Key ring');
    await page.goto('/audit-log');
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
    await page.goto('/v1/partitions');
    await expect(page.getByRole('link', { name: partitionName })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Product lifecycles' })).toBeHidden();
  });

  await test.step('the auditor draws a sample', async () => {
    await page.goto(`${base}?tab=proofs`);
    await page.getByRole('link', { name: 'All samples' }).click();
    await expect(page.getByText('No samples yet')).toBeVisible();
    await page.getByRole('button', { name: 'Draw a sample' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Draw a sample' });
    await dialog.getByRole('textbox', { name: 'Number of entries' }).fill('3');
    await expect(dialog.getByRole('textbox', { name: 'Your number' })).toHaveValue(/^\d{30}$/);
    await dialog.getByRole('button', { name: 'Announce and draw' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Sample of 3 entries' }),
    ).toBeVisible();
    await expect(page.getByText('0 of 3 judged')).toBeVisible();
  });

  await test.step('the auditor judges each entry', async () => {
    const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await expect(
      entries.first().getByRole('link', { name: /^Batch \d+ \(BATCH, version 1\)$/ }),
    ).toBeVisible();
    await expect(entries).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Sign conclusions' })).toBeDisabled();
    const judge = async (at: number, conclusion: string, note: string) => {
      const entry = entries.nth(at);
      await entry.getByRole('combobox').selectOption(conclusion);
      await entry.getByRole('textbox').fill(note);
      await entry.getByRole('textbox').blur();
      await expect(page.getByText(`${at + 1} of 3 judged`)).toBeVisible();
    };
    await judge(0, 'In order', '');
    await judge(1, 'Finding', 'The protocol is missing.');
    await judge(2, 'Could not be judged', 'The paper file was lost.');
    await page.reload();
    await expect(entries.nth(1).getByRole('textbox')).toHaveValue('The protocol is missing.');
  });

  const file = join(outputDir, 'audit-result.json');
  await test.step('the auditor signs, and downloads the result', async () => {
    await page.getByRole('button', { name: 'Sign conclusions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign your conclusions' });
    await expect(dialog.getByText('3 conclusions')).toBeVisible();
    await dialog.getByRole('button', { name: 'Sign with a passkey' }).click();
    await expect(page.getByText('Conclusions signed.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Entries' }).getByRole('combobox')).toHaveCount(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download result' }).click(),
    ]);
    await download.saveAs(file);
  });

  await test.step('everybody can verify the result, and no altered one', async () => {
    expect(await verifyByCommand(file)).toEqual({
      code: 0,
      output: expect.stringContaining('1 in order, 1 with a finding, 1 not judged'),
    });
    const intact = await verifyOffline(browser, file);
    expect(intact.verdict).toBe('intact');
    expect(intact.sheet).toContain('3 entries: 1 in order, 1 with a finding, 1 not judged');
    await owner.goto('/migrations?tab=verify');
    await owner.locator('input[type=file]').first().setInputFiles(file);
    await expect(owner.getByText('judged and signed by its auditor')).toBeVisible();
    const altered = join(outputDir, 'altered.json');
    const text = await readFile(file, 'utf8');
    await writeFile(altered, text.replace('The protocol is missing.', 'Nothing is missing here.'));
    expect((await verifyOffline(browser, altered)).verdict).toMatch(/^tampered$/i);
  });

  await test.step('the owner sees the sample, and ends the access', async () => {
    await owner.goto(`${base}/samples`);
    await expect(owner.getByRole('row', { name: email })).toContainText('Signed');
    const { data } = await bodyOf<{ data: { id: string }[] }>(
      master(`GET /v1/users?name=${encodeURIComponent(email)}`),
    );
    const soon = new Date(Date.now() + 1500).toISOString();
    await bodyOf(master(`PATCH /v1/users/${data[0]?.id}`, { accessEndsDate: soon }));
    await expect(async () => {
      await page.goto(`${base}/samples`);
      await expect(page).toHaveURL(/\/login/, { timeout: 1000 });
    }).toPass();
  });
  await context.close();
});
