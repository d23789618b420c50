import { bodyOf, callsAs } from '../calls.ts';
import type { Journey } from './journey.ts';

/** The MCP endpoint, and the event that configuration files leave. */
export async function integrating({ page, take }: Journey): Promise<void> {
  await page.goto('/v1/tokens');
  const address = page.getByRole('region', { name: 'Connect an AI assistant' });
  await address.scrollIntoViewIfNeeded();
  await take('assistant-address', address);
  const master = await callsAs(page.context().request);
  await bodyOf(
    master('POST /authentication/v1/events/configuration', {
      changes: [
        'Changes the role SUPPORT. permissions: +users:write',
        'Adds admin@example.org to Product lifecycles as EDITOR.',
      ],
      accessChanges: [
        'Ada Admin (admin@example.org) gains: may write Product lifecycles (member as EDITOR).',
      ],
      reason: 'commit 4f1c2aa',
    }),
  );
  // The details stand beside the list, below the chart, and are taken whole.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto('/audit-log?action=configuration.applied');
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  const details = page
    .getByRole('region')
    .filter({ has: page.getByRole('button', { name: 'Close' }) });
  await details.waitFor();
  await take('configuration-event', details);
}

/** A call in the API reference, and the call behind the current page. */
export async function usingTheApi({ page, take }: Journey): Promise<void> {
  await page.goto('/api-reference?call=createObject');
  await page.getByRole('region', { name: 'Try it' }).waitFor();
  await take('api-reference');
  await page.goto('/v1/partitions');
  await page.getByRole('link', { name: 'Product lifecycles' }).first().click();
  await page.waitForURL(/partitions\/[\da-f-]{36}/);
  await page.goto(`${new URL(page.url()).pathname}/objects?q=type:PRODUCT`);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Copy as code' }).first().click();
  await page.getByRole('button', { name: 'Copy as Python' }).waitFor();
  await take('copy-as');
}
