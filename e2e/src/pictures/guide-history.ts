import { bodyOf, callsAs } from '../calls.ts';
import { demoPaths } from '../demo-paths.ts';
import { explainAccess } from './explain-access.ts';
import type { Journey } from './journey.ts';

/** A moment in the past, the history of an object, and the history of a user. */
export async function findingWho({ page, take }: Journey): Promise<void> {
  const { request } = page.context();
  const paths = await demoPaths(request);
  const at = (place: string) => paths[place] ?? '';

  await page.goto(at('latest'));
  await page.getByRole('button', { name: 'As of Now' }).click();
  await page.getByLabel('Date and time').fill('2022-03-03T00:00:00');
  await take('choose-moment');
  await page.getByRole('button', { name: 'Go to this time' }).click();
  await page.getByText('You are viewing Product lifecycles as of').waitFor();
  await take('past', page.getByRole('main'));

  await page.goto(at('compare'));
  await page.getByRole('radio', { name: 'Compare from Version 220', exact: true }).check();
  const compared = page.getByRole('region', { name: 'Compare' });
  await compared.scrollIntoViewIfNeeded();
  await take('compare', compared);
  await page.goto(`${at('compare')}?tab=blame`);
  await take('blame', page.getByRole('main'));

  const call = await callsAs(request);
  const { data } = await bodyOf<{ data: { id: string }[] }>(
    call('GET /v1/users?name=Odette%20Auditor'),
  );
  const user = `/v1/users/${data[0]?.id}`;
  await page.goto(`${user}?tab=history`);
  await page.getByText('User created').waitFor();
  await take('user-history', page.getByRole('main'));
  const then = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
  // Tall enough for the whole answer, because the page does not scroll.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goto(`${user}?tab=partitions&asOf=${then}T00:00:00Z`);
  await explainAccess(page);
  await take('access-then', page.getByRole('main'));
}
