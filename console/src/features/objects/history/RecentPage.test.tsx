// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  base,
  closePage,
  openPage,
  partitionWith,
  stubVisibility,
  version,
  versionId,
  type Service,
} from '../testing/partition-pages.tsx';

beforeEach(() => {
  stubVisibility('nothing');
  // happy-dom has no layout: this gives the list room for ten rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(36 + 450);
});
afterEach(closePage);

const recent = `${base}/objects/recent`;
const row = (sequence: number) =>
  version(1, { id: versionId(sequence), objectData: { title: `Row ${sequence}` }, sequence });

/** A partition with this many numbered versions, whose change feed reports those that `write` adds. */
function numbered(count: number) {
  let newest = count;
  let reported = count;
  const service: Service = ({ path, query }) => {
    if (path === `${base}/changes`) {
      const data = Array.from({ length: newest - reported }, (_, index) =>
        row(reported + index + 1),
      );
      reported = newest;
      return [200, { data, nextCursor: String(reported), hasMore: false }];
    }
    if (path !== recent || query.has('type')) return undefined;
    const from = Math.min(newest, Number(query.get('fromSequence') ?? newest));
    const size = Math.min(from, Number(query.get('pageSize')));
    const data = Array.from({ length: size }, (_, index) => row(from - index));
    const total = { value: newest, estimate: false };
    return [200, { data, hasMore: from > size, nextCursor: 'next', total }];
  };
  return { service, write: (more: number) => (newest += more) };
}
const grid = () => screen.findByRole('grid', { name: 'Recent changes' });
const shown = async (sequence: number) =>
  within(await grid()).findByRole('link', { name: `Row ${sequence}` });

it('renders few rows for a million versions, and opens at the position in the address', async () => {
  const { asked } = openPage(`${recent}?at=500000`, numbered(1_000_000).service, partitionWith(1));
  await shown(500_000);
  expect((await grid()).getAttribute('aria-rowcount')).toBe('1000001');
  const link = await shown(500_000);
  expect(link.closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('500002');
  expect((await screen.findAllByRole('row')).length).toBeLessThan(60);
  const blocks = asked.filter(({ path, query }) => path === recent && query.has('fromSequence'));
  expect(blocks.length).toBeLessThanOrEqual(2);
});

it('moves to the last row and back by keyboard, and keeps the position in the address', async () => {
  const { router } = openPage(recent, numbered(1_000).service, partitionWith(1));
  const first = (await shown(1_000)).closest('[role=row]');
  fireEvent.keyDown(first as Element, { key: 'End' });
  await shown(1);
  await waitFor(() => expect(router.state.location.search).toHaveProperty('at'));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('1001'));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Home' });
  await shown(1_000);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

it('adds new versions while the list is at the top, and only announces them further down', async () => {
  const user = userEvent.setup();
  const { service, write } = numbered(400);
  openPage(recent, service, partitionWith(1));
  await shown(400);
  write(2);
  await waitFor(() => shown(402));
  expect(await screen.findByText('402 changes')).toBeDefined();
  fireEvent.keyDown((await shown(402)).closest('[role=row]') as Element, { key: 'End' });
  await shown(1);
  write(3);
  await user.click(await screen.findByRole('button', { name: '3 new' }));
  await shown(405);
});

it('jumps to a change by number, and shows the valid range', async () => {
  const user = userEvent.setup();
  openPage(recent, numbered(1_000).service, partitionWith(1));
  await user.click(await screen.findByRole('button', { name: 'Go to…' }));
  const field = await screen.findByLabelText('Number of the change');
  await user.type(field, '1001{Enter}');
  expect(await screen.findByText('Enter a whole number from 1 to 1,000.')).toBeDefined();
  await user.clear(field);
  await user.type(field, '321{Enter}');
  await shown(321);
});

it('shows a paged table if the service does not number versions', async () => {
  const plain: Service = ({ path }) =>
    path === recent ? [200, [{ id: versionId(1), objectData: { title: 'Tree' } }]] : undefined;
  openPage(recent, plain, partitionWith(1));
  expect(await screen.findByRole('table', { name: 'Recent changes' })).toBeDefined();
  expect(screen.queryByRole('grid')).toBeNull();
});
