import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsWith } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { mailTo, passwordLinkIn, revocationLinkIn } from './mails.ts';

test('an API token is shown once, works, and is rejected after its revocation', async ({
  page,
}) => {
  const description = 'Reads the tide tables';
  await startSession(page, 'user@example.org');
  await page.goto('/v1/tokens/new');
  await page.getByLabel('Description').fill(description);
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Token created' });
  const secret = (
    await dialog.getByRole('group', { name: 'Token', exact: true }).locator('code').innerText()
  ).trim();
  expect(secret.length).toBeGreaterThan(20);
  const example = await dialog.getByRole('group', { name: 'Try it' }).locator('code').innerText();

  // sends what the curl line on the page would send
  const [, url = '', header = ''] =
    /^curl '([^']+)' \\\n {2}-H '([^']+)'$/.exec(example.trim()) ?? [];
  expect(url, 'reachable from where the console is').toBe(
    `${demoProgram.url}/api/annals/v1/users/current`,
  );
  const [name = '', value = ''] = header.split(': ');
  expect([name, value]).toEqual(['X-Akarion-Api-Token', secret]);
  const callWithToken = () => fetch(url, { headers: { [name]: value } });
  const answer = await callWithToken();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ email: 'user@example.org' });

  const afterwards: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) afterwards.push(await response.text().catch(() => ''));
  });
  await dialog.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page).toHaveURL(/\/v1\/tokens$/);
  const row = page.getByRole('row', { name: description });
  await expect(row).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText(`“${description}” revoked.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await callWithToken()).status).toBe(401);
  expect(afterwards.length).toBeGreaterThan(0);
  expect(afterwards.filter((sent) => sent.includes(secret))).toEqual([]);
});

test('a mail names a new token that can write, and its link revokes it without a sign-in', async ({
  page,
  browser,
}) => {
  const email = 'tove.token@shore.example';
  const call = callsWith(page.request, {});
  await bodyOf(call('POST /v1/auth/signup', { email, name: 'Tove Token' }));
  const token = new URL(passwordLinkIn(await mailTo(email, /Confirm your email/))).hash.slice(7);
  await bodyOf(call('POST /v1/auth/password', { token, password: demoProgram.password }));

  await startSession(page, email);
  await page.goto('/v1/tokens/new');
  await page.getByLabel('Description').fill('Writes the tide tables');
  await page.getByRole('checkbox', { name: 'write' }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Token created' });
  const secret = (
    await dialog.getByRole('group', { name: 'Token', exact: true }).locator('code').innerText()
  ).trim();
  const callWithToken = async () =>
    (await callsWith(page.request, { 'X-Akarion-Api-Token': secret })('GET /v1/users/current'))
      .status;
  expect(await callWithToken()).toBe(200);

  const mail = await mailTo(email, /^New API token/);
  expect(mail.text).toContain('“Writes the tide tables”');
  expect(`${mail.text}${mail.html}`).not.toContain(secret);
  const link = revocationLinkIn(mail);

  await test.step('a scanner that opens the link changes nothing', async () => {
    expect((await page.request.get(link)).status()).toBe(200);
    const scanner = await browser.newPage();
    await scanner.goto(link);
    await expect(scanner.getByText('Writes the tide tables')).toBeVisible();
    await scanner.close();
    expect(await callWithToken()).toBe(200);
  });

  const reader = await browser.newPage();
  await reader.goto(link);
  await expect(reader).toHaveURL(/\/revoke-tokens$/);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Revoke this API token?');
  await reader.getByRole('button', { name: 'Revoke token' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('The API token is revoked');
  expect(await callWithToken()).toBe(401);
  await reader.goto(link);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('This link was already used');
  await reader.getByRole('button', { name: 'Set a new password' }).click();
  await expect(reader).toHaveURL(/\/reset$/);
  await reader.close();
});
