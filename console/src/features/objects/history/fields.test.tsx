// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  base,
  closePage,
  openPage,
  partitionWith,
  stubVisibility,
  timeline,
  timelineId,
  versionId,
  type Service,
} from '../testing/partition-pages.tsx';

beforeEach(() => stubVisibility('nothing'));
afterEach(closePage);

const change = (count: number) => ({
  objectId: versionId(count),
  modificationCount: count,
  modificationDate: `2024-01-0${count}T00:00:00.000000Z`,
  modificationUserId: 'u1',
  modificationUserName: 'Ada',
});
const history = `${base}/timelines/${timelineId}`;
const service =
  (complete = true): Service =>
  ({ path, query }) => {
    if (path === `${history}/blame`)
      return [
        200,
        {
          objectId: versionId(3),
          complete,
          data: [
            { ...change(1), path: '/title', value: 'Tree' },
            { ...change(3), path: '/leaf/colour', value: 'red' },
          ],
        },
      ];
    if (path === `${history}/values` && query.get('path') === '/leaf/colour')
      return [
        200,
        {
          data: [
            { ...change(3), value: 'red', present: true, toDate: null },
            { ...change(2), value: null, present: false, toDate: change(3).modificationDate },
            { ...change(1), value: 'green', present: true, toDate: change(2).modificationDate },
          ],
          hasMore: false,
          nextCursor: null,
        },
      ];
    return undefined;
  };

it('shows the last change of each field, and links to its values over time', async () => {
  const user = userEvent.setup();
  const { router } = openPage(`${timeline}?tab=blame`, service(), partitionWith(3));
  const panel = await screen.findByRole('region', { name: 'Who last changed each field' });
  const title = (await within(panel).findByText('Tree')).closest('tr') as HTMLElement;
  expect(within(title).getByRole('link', { name: 'Version 1' }).getAttribute('href')).toBe(
    `${base}/objects/${versionId(1)}`,
  );
  expect(within(panel).getByRole('rowheader', { name: 'leaf' })).toBeDefined();
  expect(within(panel).queryByText('or earlier')).toBeNull();
  await user.click(within(panel).getByRole('link', { name: 'colour' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ tab: 'values', path: '/leaf/colour' }),
  );
  const values = await screen.findByRole('region', { name: 'Values of leaf › colour over time' });
  const rows = (await within(values).findAllByRole('row')).slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    'red',
    'not present',
    'green',
  ]);
  expect(within(rows[0] as HTMLElement).getByText('now')).toBeDefined();
});

it('marks fields whose last change is older than the searched history', async () => {
  openPage(`${timeline}?tab=blame`, service(false), partitionWith(3));
  expect(await screen.findByText('or earlier')).toBeDefined();
  expect(screen.getByText(/longer than what was searched/)).toBeDefined();
});

it('keeps the as-of time in requests and links', async () => {
  const { asked } = openPage(
    `${timeline}?tab=blame&asOf=2024-01-03T12:00:00Z`,
    service(),
    partitionWith(3),
  );
  const field = await screen.findByRole('link', { name: 'colour' });
  expect(field.getAttribute('href')).toContain('asOf=2024-01-03T12:00:00Z');
  const blame = asked.find(({ path }) => path.endsWith('/blame'));
  expect(blame?.query.get('asOf')).toBe('2024-01-03T12:00:00Z');
});

it('accepts any field as a JSON Pointer, and explains an invalid pointer', async () => {
  const user = userEvent.setup();
  const { router } = openPage(`${timeline}?tab=values`, service(), partitionWith(3));
  expect(await screen.findByText('Choose a field')).toBeDefined();
  await user.type(screen.getByLabelText('Another field, as a JSON Pointer'), 'leaf{Enter}');
  expect(await screen.findByText(/begins with a slash/)).toBeDefined();
  await user.clear(screen.getByLabelText('Another field, as a JSON Pointer'));
  await user.type(screen.getByLabelText('Another field, as a JSON Pointer'), '/leaf/colour{Enter}');
  await waitFor(() => expect(router.state.location.search).toHaveProperty('path', '/leaf/colour'));
});
