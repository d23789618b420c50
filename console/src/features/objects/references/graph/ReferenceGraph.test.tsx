// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import {
  base,
  openPage,
  partitionId,
  partitionWith,
  timelineId,
  version,
  versionId,
  type Service,
} from '../../testing/partition-pages.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const idOf = (name: string) => `018f3c2a-7b1e-7c3d-8e4f-2${name.padStart(11, '0')}`;
const thing = (name: string, ...targets: string[]) =>
  version(1, {
    id: idOf(`9${name}`),
    timelineId: idOf(name),
    objectData: { title: `Thing ${name}` },
    references: targets.map((target) => ({ name: 'belongsTo', timelineId: target })),
  });

/** The central tree refers to thing 1; forty others refer to the tree, and thing 2 also to thing 1. */
const service: Service = ({ path, query }) => {
  const middle = version(1, { references: [{ name: 'grows', timelineId: idOf('1') }] });
  const others = Array.from({ length: 40 }, (_, index) =>
    thing(String(index + 2), timelineId, ...(index === 0 ? [idOf('1')] : [])),
  );
  if (path.endsWith(`/timelines/${timelineId}/objects/latest`)) return [200, middle];
  if (path.endsWith(`/timelines/${idOf('1')}/objects/latest`)) return [200, thing('1')];
  if (path === `${base}/objects/referencedBy/${versionId(1)}`) {
    const from = Number(query.get('cursor') ?? 0);
    const size = Number(query.get('pageSize'));
    const data = others.slice(from, from + size).map((object) => ({ name: 'belongsTo', object }));
    const hasMore = from + size < others.length;
    return [200, { data, hasMore, nextCursor: hasMore ? String(from + size) : null }];
  }
  return undefined;
};

it('expands references in both directions, in steps, as of the shown time', async () => {
  const user = userEvent.setup();
  const { asked } = openPage(
    `${base}/objects/referencedBy/${versionId(1)}?view=graph&asOf=2024-06-01T00:00:00Z`,
    service,
    partitionWith(1),
  );
  const graph = await screen.findByRole('group', { name: 'Reference graph' });
  await within(graph).findByText('Thing 1');
  await within(graph).findByText('Thing 31');
  expect(within(graph).queryByText('Thing 32')).toBeNull();
  expect(within(graph).getAllByText('belongsTo')).toHaveLength(31);
  await user.click(
    within(graph).getByRole('button', { name: 'Show more incoming references of Tree' }),
  );
  await within(graph).findByText('Thing 41');
  const reads = asked.filter(({ path }) => /referencedBy|latest/.test(path));
  expect(reads.every(({ query }) => query.get('asOf') === '2024-06-01T00:00:00Z')).toBe(true);
  expect(within(graph).getByRole('link', { name: 'Thing 1' }).getAttribute('href')).toBe(
    `/v1/partitions/${partitionId}/timelines/${idOf('1')}/objects/latest?asOf=2024-06-01T00:00:00Z`,
  );
  await user.click(within(graph).getByRole('button', { name: /Hide incoming references of Tree/ }));
  await waitFor(() => expect(within(graph).queryByText('Thing 31')).toBeNull());
});
