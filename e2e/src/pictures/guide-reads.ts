import { bodyOf, callsAs } from '../calls.ts';
import { demoPaths } from '../demo-paths.ts';
import type { Journey } from './journey.ts';

/** The setting of the record of reads, who looked at an object, and what somebody looked at. */
export async function lookingWhoLooked({ page, take }: Journey): Promise<void> {
  const { request } = page.context();
  const paths = await demoPaths(request);
  const latest = paths['latest'] ?? '';
  const partition = /^\/v1\/partitions\/[^/]+/.exec(latest)?.[0] ?? '';
  await page.goto(`${partition}?tab=settings`);
  const panel = page.getByRole('region', { name: 'Record of reads' });
  await panel.getByRole('radio', { name: 'Objects and exports' }).check();
  await panel.scrollIntoViewIfNeeded();
  await take('reads-setting', panel);
  await panel.getByRole('button', { name: 'Save recording' }).click();
  await page.getByText('Recording of reads saved').waitFor();

  const auditor = await callsAs(request, 'auditor@example.org');
  await bodyOf(auditor(`GET ${latest}`));
  await bodyOf(auditor(`POST ${partition}/objects/search`, { query: 'name:Node.js' }));
  await bodyOf(auditor(`GET ${partition}/export?history=false&pageSize=5`));
  const { id } = await bodyOf<{ id: string }>(auditor('GET /v1/users/current'));
  await page.goto(latest);
  await page.getByRole('link', { name: 'Reads of objects and exports are recorded' }).click();
  const reads = page.getByRole('table', { name: 'Recorded reads' });
  await reads.getByText('Exported').first().waitFor();
  await take('who-looked', page.getByRole('main'));
  await page.goto(`/v1/users/${id}?tab=reads`);
  await page.getByText('name:Node.js').first().waitFor();
  await take('what-they-looked-at', page.getByRole('main'));
}
