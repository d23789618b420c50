import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs, type Calls } from './calls.ts';
import { dataPaths } from './demo-paths.ts';
import { demoProgram } from './demo-program.ts';

const run = promisify(execFile);

/** A token of the demo's master with the read scope. */
async function readingToken(call: Calls): Promise<string> {
  const { token } = await bodyOf<{ token: string }>(
    call('POST /v1/tokens', {
      description: 'Copied code',
      scopes: ['read'],
      expiresDate: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  );
  return token;
}

/** Copies the call from the page and runs it in a shell, with the token in the environment. */
async function runCopied(page: Page, token: string, shell = 'curl'): Promise<unknown> {
  // A page with a list may have rare actions of its own before it.
  await page
    .getByRole('button', { name: /^(?:List options|More actions)$/ })
    .last()
    .click();
  await page
    .getByRole('button', { name: 'Copy as code' })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('button', { name: `Copy as ${shell}` }).click();
  await expect(page.getByText(`Copied as ${shell}.`).first()).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain('$ANNALS_TOKEN');
  expect(code).not.toContain(token);
  const { stdout } = await run('bash', ['-c', code], {
    env: { ...process.env, ANNALS_TOKEN: token },
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as unknown;
}

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

test('the copied call of a page returns what the page shows', async ({ page, request }) => {
  const call = await callsAs(request);
  const token = await readingToken(call);
  const paths = await dataPaths(request);
  await startSession(page);

  await page.goto('/v1/users?sort=-name&status=ACTIVE');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const users = (await runCopied(page, token)) as { data: { status: string; name: string }[] };
  expect(users.data.length).toBeGreaterThan(1);
  expect([...new Set(users.data.map(({ status }) => status))]).toEqual(['ACTIVE']);
  const shown = await page.getByRole('row').nth(1).innerText();
  expect(shown).toContain(users.data[0]?.name);

  const objects = `${paths['partition']}/objects?q=${encodeURIComponent('type:PRODUCT "node.js"')}`;
  await page.goto(`${objects}&asOf=2024-03-03T00:00:00Z`);
  await expect(page.getByRole('row', { name: /Node\.js/ })).toBeVisible();
  const found = (await runCopied(page, token)) as { data: { modificationDate: string }[] };
  expect(found.data).toHaveLength(1);
  expect((found.data[0]?.modificationDate ?? '') < '2024-03-03').toBe(true);

  const { data } = await bodyOf<{ data: { timelineId: string }[] }>(
    call(`POST ${paths['partition']}/objects/search`, { type: 'PRODUCT', query: '"node.js"' }),
  );
  const timeline = `${paths['partition']}/timelines/${data[0]?.timelineId}/objects`;
  await page.goto(timeline);
  const history = (await runCopied(page, token)) as { data: { timelineId: string }[] };
  expect(history.data.length).toBeGreaterThan(1);
  expect([...new Set(history.data.map(({ timelineId }) => timelineId))]).toEqual([
    data[0]?.timelineId,
  ]);

  await page.goto(`${timeline}/latest`);
  const latest = (await runCopied(page, token)) as { id: string; timelineId: string };
  expect(latest.timelineId).toBe(data[0]?.timelineId);
  const proof = page.getByRole('region', { name: 'Proof' });
  await proof.getByRole('button', { name: 'Copy as code' }).click();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`/objects/${latest.id}/proof'`);
});

test('a signed-in user finds a call in the API reference and sends it', async ({ page }) => {
  await startSession(page);
  await page.goto('/help');
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByText(`${demoProgram.url}/api/annals`, { exact: true })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search calls' }).fill('list users');
  await page.getByRole('link', { name: 'GET listUsers', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'listUsers', level: 1 })).toBeVisible();
  await expect(page.getByText('Needs the permission users:read.')).toBeVisible();
  const form = page.getByRole('region', { name: 'Try it' });
  await form.getByRole('combobox', { name: 'status' }).selectOption('ACTIVE');
  await form.getByRole('textbox', { name: 'pageSize' }).fill('2');
  await form.getByRole('button', { name: 'Send' }).click();
  const answer = form.getByRole('group', { name: 'Response' });
  await expect(answer.getByText('200')).toBeVisible();
  await expect(answer.getByText('"data"')).toBeVisible();

  // the errors come from the service
  await form.getByRole('textbox', { name: 'pageSize' }).fill('0');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(answer.getByText('400')).toBeVisible();
  await expect(answer.getByText('query.pageSize')).toBeVisible();

  // a call that writes asks for confirmation, then works
  await page.goto('/api-reference?call=createPartition');
  await form.getByRole('button', { name: 'Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this call?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(answer).toHaveCount(0);
  await form.getByRole('button', { name: 'Send' }).click();
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(answer.getByText('201')).toBeVisible();
});

test('the OpenAPI document is served by the console and names its address', async ({ request }) => {
  const document = (await (await request.get('/openapi.json')).json()) as {
    servers: { url: string }[];
    paths: Record<string, unknown>;
  };
  expect(document.servers).toEqual([
    expect.objectContaining({ url: `${demoProgram.url}/api/annals` }),
  ]);
  const reply = await request.get(`${document.servers[0]?.url}/v1/auth/signup`);
  expect(reply.status()).toBe(200);
  expect(Object.keys(document.paths)).toContain('/authentication/v1/roles');
});
