import { expect, startSession, test } from './annals.ts';
import { demoProgram } from './demo-program.ts';

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
