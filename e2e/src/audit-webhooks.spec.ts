import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, startSession, test } from './annals.ts';
import { demoProgram, receiverHost } from './demo-program.ts';

interface Message {
  type: string;
  data: { seq: number; hash: string; previousHash: string; hashed: string };
}

const event = 'Audit log webhook created';

test('a master creates an audit log webhook, sees its attempt, rotates its secret and deletes it', async ({
  page,
}) => {
  const received: Message[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push(JSON.parse(body) as Message);
      response.end('thank you');
    });
  });
  const [host, port] = receiverHost.split(':');
  receiver.listen(Number(port), host);
  await once(receiver, 'listening');
  try {
    await startSession(page);
    // The session is fresh, so the first response imitates the one for an older session.
    let asked = 0;
    await page.route('**/api/annals', async (route) => {
      const sent = route.request().postDataJSON() as { method?: string; url?: string } | null;
      const creates = sent?.method === 'POST' && sent.url === '/authentication/v1/event-webhooks';
      if (!creates || (asked += 1) > 1) return route.fallback();
      await route.fulfill({
        status: 403,
        json: {
          error: 'Forbidden',
          code: 'reauthentication_needed',
          message: 'Enter your password again, or sign in again.',
        },
      });
    });
    await page.goto('/audit-log');
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('button', { name: 'Webhooks', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhooks');
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByRole('textbox', { name: 'URL' }).fill(`http://${receiverHost}/annals`);
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Monitoring of this test');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByLabel('Password', { exact: true }).fill(demoProgram.password);
    await proof.getByRole('button', { name: 'Continue' }).click();
    const made = page.getByRole('dialog', { name: 'Webhook created' });
    await expect(made.getByText(/^whsec_/)).toBeVisible();
    await made.getByRole('button', { name: 'I have stored it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monitoring of this test');
    await expect(page.getByRole('region', { name: 'How to detect a gap' })).toBeVisible();

    await test.step('the receiver got all events without a gap', async () => {
      await expect.poll(() => received.map(({ type }) => type)).toContain('eventWebhook.created');
      for (const { data } of received) {
        const hash = createHash('sha256')
          .update(Buffer.from(data.previousHash, 'hex'))
          .update(data.hashed);
        expect(hash.digest('hex')).toBe(data.hash);
      }
    });

    await test.step('the attempt shows the request and the response', async () => {
      await page.getByRole('button', { name: `Details: ${event}` }).click();
      const attempt = page.getByRole('dialog', { name: event });
      await expect(attempt.getByText('Delivered', { exact: true })).toBeVisible();
      await expect(attempt.getByRole('textbox', { name: 'Content' }).last()).toHaveValue(
        'thank you',
      );
      await attempt.getByRole('button', { name: 'Close' }).last().click();
    });

    await test.step('replace the secret', async () => {
      await page.getByRole('button', { name: 'New secret' }).click();
      const confirm = page.getByRole('dialog', { name: 'Create a new secret?' });
      await confirm.getByRole('button', { name: 'New secret' }).click();
      const shown = page.getByRole('dialog', { name: 'New secret created' });
      await expect(shown.getByText(/^whsec_/)).toBeVisible();
      await shown.getByRole('button', { name: 'I have stored it' }).click();
      await expect
        .poll(() => received.map(({ type }) => type))
        .toContain('eventWebhook.secretRotated');
    });

    await page.getByRole('button', { name: 'Delete' }).click();
    const remove = page.getByRole('dialog', { name: 'Delete this webhook?' });
    await remove.getByRole('textbox').fill('Monitoring of this test');
    await remove.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/audit-log\/webhooks$/);
    await expect(page.getByRole('link', { name: 'Monitoring of this test' })).toHaveCount(0);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
