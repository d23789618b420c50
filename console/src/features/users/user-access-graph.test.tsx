// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { accessTokenOf, type Answer } from '../../platform/api/testing/fake-server.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { freshBrowserForEach, openConsole, services } from '../../testing/open-console.tsx';

const userId = '0190aaaa-0000-7000-8000-000000000011';
const unitId = '0190aaaa-0000-7000-8000-000000000021';
const ada = {
  id: userId,
  username: 'ada',
  name: 'Ada',
  status: 'ACTIVE',
  roles: ['AUDITOR', 'USER'],
  roleGrants: [
    { role: 'USER', organizationalUnit: null, grantedDate: '2026-01-01T12:00:00Z' },
    {
      role: 'AUDITOR',
      organizationalUnit: { id: unitId, name: 'Acme' },
      grantedDate: '2026-02-01T12:00:00Z',
      grantedBy: { id: 'x', name: 'Grace' },
    },
  ],
  organizationalUnits: [{ id: unitId, name: 'Acme', assignedDate: '2025-03-04T12:00:00Z' }],
  mayChange: true,
};
const roles = [
  { name: 'GLOBAL_MASTER', permissions: ['users:read', 'users:write'] },
  { name: 'USER', permissions: ['partitions:write'] },
  { name: 'AUDITOR', permissions: ['partitions:read-all'] },
];
const membership = (index: number) => ({
  id: `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`,
  partitionName: `Orchard ${index}`,
  role: 'EDITOR',
  sinceDate: '2026-05-06T12:00:00Z',
  versionCount: 0,
  lastWrittenDate: null,
});
const listOf = (data: unknown[]) => ({ body: { data, nextCursor: null, hasMore: false } });
const explained = {
  mayRead: true,
  mayWrite: false,
  role: 'READER',
  mayWriteAsMember: true,
  reasons: [
    { kind: 'ROLE', grants: true, role: 'AUDITOR', permission: 'partitions:read-all', unit: null },
  ],
};

/** Opens the graph of a user with as many memberships. */
function openGraph(
  count: number,
  over: (request: ProxyRequest) => Answer | undefined = () => undefined,
) {
  services((request) => {
    const special = over(request);
    if (special) return special;
    const path = request.url.split('?')[0] ?? '';
    if (path === '/authentication/v1/roles') return listOf(roles);
    if (path === '/authentication/v1/events') return listOf([]);
    if (path === `/v1/users/${userId}`) return { body: ada };
    if (path === `/v1/users/${userId}/access`) return { body: explained };
    if (path === `/v1/partitions/all/users/${userId}/partitions`)
      return listOf(Array.from({ length: count }, (_, index) => membership(index + 1)));
    return undefined;
  });
  openConsole(`/v1/users/${userId}?tab=partitions&view=graph`);
  return screen.findByRole('group', { name: 'Access graph' });
}

freshBrowserForEach(accessTokenOf({ roles: ['GLOBAL_MASTER'] }));

it('says why on each arrow, and links to where it is changed', async () => {
  const graph = within(await openGraph(1));
  const reasons = graph
    .getAllByRole('link', { name: /→/ })
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
  expect(reasons).toEqual(
    expect.arrayContaining([
      [
        'Ada → Orchard 1: Editor by membership, since May 6, 2026',
        `/v1/partitions/${membership(1).id}/users`,
      ],
      ['Ada → Acme: in this unit, since Mar 4, 2025', `/v1/organizational-units/${unitId}/users`],
      [
        'Acme → Auditor: gives the role, since Feb 1, 2026, granted by Grace',
        `/v1/organizational-units/${unitId}`,
      ],
      ['Ada → User: held directly, since Jan 1, 2026', `/v1/users/${userId}/roles`],
      ['Auditor → Every partition: reads every partition', '/roles/AUDITOR'],
    ]),
  );
  expect(reasons).toHaveLength(5);
  expect(graph.getByText('Writes where they are Editor or Owner')).toBeTruthy();
});

it('opens step by step what 200 partitions have in common, and moves with arrow keys', async () => {
  const user = userEvent.setup();
  const graph = within(await openGraph(200));
  expect(graph.getAllByRole('link', { name: /^Orchard/ })).toHaveLength(4);
  await user.click(graph.getByRole('button', { name: 'Show more (196): Editor' }));
  expect(graph.getAllByRole('link', { name: /^Orchard/ })).toHaveLength(34);
  // One box at a time is in the tab order, with its reasons.
  const tabbable = graph.getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0);
  expect(tabbable.map(({ textContent }) => textContent)).toEqual(['Ada']);
  graph.getByRole('link', { name: 'Ada' }).focus();
  await user.keyboard('{ArrowRight}');
  const next = document.activeElement?.textContent ?? '';
  expect(next).toMatch(/^Orchard/);
  const reason = graph.getByRole('link', { name: new RegExp(`→ ${next}:`) });
  expect(reason.tabIndex).toBe(0);
});

it('says that memberships are missing if they could not be loaded', async () => {
  await openGraph(0, ({ url }) =>
    url.includes('/partitions/all/users/') && url.includes('/partitions')
      ? { status: 500, body: { title: 'Broken', status: 500 } }
      : undefined,
  );
  expect(await screen.findByText(/Memberships in partitions could not be loaded/)).toBeTruthy();
});

it('says nothing of memberships of a user whom the data service does not know: there are none', async () => {
  await openGraph(0, ({ url }) =>
    url.includes('/partitions/all/users/') && url.includes('/partitions')
      ? { status: 404, body: { error: 'Not Found' } }
      : undefined,
  );
  expect(
    await screen.findByText('Only partitions that you can open yourself are shown.'),
  ).toBeTruthy();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});
