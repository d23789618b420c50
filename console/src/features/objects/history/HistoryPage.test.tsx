// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  closePage,
  openPage,
  partitionWith,
  stubVisibility,
  timeline,
  version,
  versionId,
  type Service,
} from '../testing/partition-pages.tsx';

beforeEach(() => stubVisibility('nothing'));
afterEach(closePage);

const picked = (side: string, count: number) =>
  screen.findByRole('radio', { name: `Compare ${side} Version ${count}`, checked: true });

it('loads all pages of a long history and compares the newest two versions', async () => {
  const { asked } = openPage(timeline, partitionWith(227));
  // The number is known with the first page; the axis waits for all of them.
  expect(await screen.findByText('227 versions')).toBeDefined();
  // Queried from the document, because finding hundreds of controls by role takes seconds.
  await waitFor(() => expect(document.querySelectorAll('input[type=radio]')).toHaveLength(2 * 50));
  const checked = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')];
  expect(checked.map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'Compare to Version 227',
    'Compare from Version 226',
  ]);
  const pages = asked.filter(({ path }) => path === timeline);
  expect(pages.map(({ query }) => query.get('cursor'))).toEqual([null, '100', '200']);
  (await screen.findByText('Show all 227 versions')).click();
  await waitFor(() => expect(document.querySelectorAll('input[type=radio]')).toHaveLength(2 * 227));
  const compare = screen.getByRole('region', { name: 'Compare' });
  expect(within(compare).getByText('226', { selector: 'del *' })).toBeDefined();
});

it('keeps the compared pair in the address, moves it and swaps its sides', async () => {
  const user = userEvent.setup();
  const { router } = openPage(`${timeline}?left=${versionId(1)}`, partitionWith(5));
  await picked('from', 1);
  await picked('to', 5);
  await user.click(screen.getByRole('radio', { name: 'Compare to Version 3' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ left: versionId(1), right: versionId(3) }),
  );
  await user.click(screen.getByRole('button', { name: 'Next pair' }));
  await picked('from', 2);
  await picked('to', 4);
  await user.click(screen.getByRole('button', { name: 'Swap sides' }));
  await picked('from', 4);
  await picked('to', 2);
  await user.click(screen.getByRole('button', { name: 'Previous pair' }));
  await picked('from', 3);
  await picked('to', 1);
  expect(screen.getByRole('button', { name: 'Previous pair' }).hasAttribute('disabled')).toBe(true);
});

it('offers no comparison in a history of one version', async () => {
  openPage(timeline, partitionWith(1));
  expect(await screen.findByText(/There is only one version/)).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
});

/** As of the second day, two of the five versions exist. */
const asOfTheSecondDay: Service = ({ path, query }) =>
  path === timeline && query.has('asOf')
    ? [200, { data: [version(2), version(1)], hasMore: false, nextCursor: null }]
    : undefined;
const past = 'asOf=2024-01-02T12:00:00Z';

it('marks versions after the shown time, and compares the newest two before it', async () => {
  openPage(`${timeline}?${past}`, asOfTheSecondDay, partitionWith(5));
  expect(await screen.findByText('3 later versions are marked.')).toBeDefined();
  await picked('to', 2);
  await picked('from', 1);
  const list = screen.getByRole('region', { name: 'History' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map((row) => [row.textContent?.slice(0, 9), row.dataset['later']])).toEqual([
    ['Version 5', 'true'],
    ['Version 4', 'true'],
    ['Version 3', 'true'],
    ['Version 2', undefined],
    ['Version 1', undefined],
  ]);
  // A later version does not exist at the shown time, so its link leads to now.
  expect(within(list).getByRole('link', { name: 'Version 5' }).getAttribute('href')).not.toContain(
    'asOf',
  );
  expect(within(list).getByRole('link', { name: 'Version 2' }).getAttribute('href')).toContain(
    past,
  );
});

it('shows later versions even if the timeline did not exist at the shown time', async () => {
  const notYet: Service = ({ path, query }) =>
    path === timeline && query.has('asOf')
      ? [404, { code: 'not_found', error: 'Not found', message: 'There is no such timeline.' }]
      : undefined;
  openPage(`${timeline}?${past}`, notYet, partitionWith(2));
  expect(await screen.findByText('2 later versions are marked.')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('It did not exist yet');
});

it('filters by field and keeps the filter in the address', async () => {
  const user = userEvent.setup();
  const { router } = openPage(timeline, partitionWith(4));
  await user.selectOptions(await screen.findByLabelText('Changed field'), '/title');
  const axis = screen.getByRole('region', { name: 'Versions over time' });
  expect(await within(axis).findByText('1 of 4 versions')).toBeDefined();
  expect(router.state.location.search).toMatchObject({ field: '/title' });
  await user.click(within(axis).getByRole('button', { name: 'Whole history' }));
  expect(await within(axis).findByText('4 versions')).toBeDefined();
  expect(router.state.location.search).toEqual({});
});
