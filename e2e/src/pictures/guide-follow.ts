import { addMember } from '../add-member.ts';
import { bodyOf, callsAs } from '../calls.ts';
import type { Journey } from './journey.ts';

interface Created {
  id: string;
  timelineId: string;
}

/** An object and a search are followed, someone else changes what they cover, and Home shows it. */
export async function following({ page, take }: Journey): Promise<void> {
  const { request } = page.context();
  const master = await callsAs(request);
  const { id } = await bodyOf<Created>(
    master('POST /v1/partitions', { partitionName: 'Furniture' }),
  );
  const other = await callsAs(request, 'user@example.org');
  await addMember(master, id, other, 'EDITOR');
  const objects = `POST /v1/partitions/${id}/objects`;
  const table = { title: 'Oak table', price: 120, colour: 'brown' };
  const first = await bodyOf<Created>(master(objects, { type: 'PRODUCT', objectData: table }));
  const { timelineId } = first;

  await page.goto(`/v1/partitions/${id}/timelines/${timelineId}/objects/latest`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Notify me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notify me about changes' });
  await dialog
    .getByRole('textbox', { name: 'Only when one of these fields changes' })
    .fill('price');
  await take('follow-new', dialog);
  await dialog.getByRole('button', { name: 'Notify me' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const search = { query: 'type:PRODUCT price<100', delivery: 'HOME' };
  await bodyOf(master(`POST /v1/partitions/${id}/subscriptions`, search));

  const changed = { ...table, price: 135 };
  const reason = 'Oak is dearer';
  await bodyOf(
    other(objects, { timelineId, predecessorId: first.id, objectData: changed, reason }),
  );
  const shelf = { title: 'Beech shelf', price: 80 };
  await bodyOf(other(objects, { type: 'PRODUCT', objectData: shelf }));
  // The changes appear within seconds.
  for (let looks = 0; looks < 60; looks += 1) {
    const { data } = await bodyOf<{ data: { versions: unknown[] }[] }>(
      master('GET /v1/subscriptions/unseen'),
    );
    if (data.filter(({ versions }) => versions.length > 0).length === 2) break;
    await page.reload();
  }
  await page.goto('/');
  const news = page.getByRole('region', { name: 'Subscriptions' });
  await news.getByRole('link', { name: 'Beech shelf' }).waitFor();
  await news.scrollIntoViewIfNeeded();
  await take('follow-home', news);

  await page.goto('/subscriptions');
  await page.getByRole('link', { name: 'Oak table' }).waitFor();
  await take('follow-list', page.getByRole('main'));
}
