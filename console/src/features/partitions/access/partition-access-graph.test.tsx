// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { accessTokenOf } from '../../../platform/api/testing/fake-server.ts';
import { freshBrowserForEach, openConsole, services } from '../../../testing/open-console.tsx';
import { page, partition, path } from '../testing/ledger.ts';

const grant = {
  by: null,
  sinceDate: '2026-01-02T12:00:00Z',
  untilDate: null,
  lastUsedDate: null,
};
const holder = (name: string, ...grants: object[]) => ({
  id: `0190aaaa-0000-7000-8000-0000000${name.length}${name.charCodeAt(0)}${name.slice(-1).charCodeAt(0)}`
    .padEnd(36, '0')
    .slice(0, 36),
  kind: 'USER',
  name,
  username: name,
  membershipOnly: false,
  grants: grants.map((each) => Object.assign({}, grant, each)),
});
const unit = { id: '0190aaaa-0000-7000-8000-000000000021', name: 'Sales' };
const holders = [
  holder('Ada', { kind: 'MEMBER', level: 'OWN', role: 'OWNER' }),
  holder(
    'Grace',
    { kind: 'ROLE', level: 'READ', role: 'AUDITOR', organizationalUnit: unit, inherited: true },
    {
      kind: 'TOKEN',
      level: 'READ',
      description: 'dashboard',
      scopes: ['read'],
      partitionCount: null,
      untilDate: '2027-05-17T12:00:00Z',
    },
  ),
];

freshBrowserForEach(accessTokenOf({ roles: ['GLOBAL_MASTER'] }));

function serve(answer: object) {
  return services(({ url }) => {
    const [asked = ''] = url.split('?');
    if (asked === path) return { body: partition };
    if (asked === '/v1/users/access') return { body: answer };
    return undefined;
  });
}

it('shows as a graph who can open the partition, through what and until when', async () => {
  serve(page(holders));
  openConsole(`${path}?tab=access`);
  await userEvent.click(await screen.findByRole('link', { name: 'Show as a graph' }));
  const graph = within(await screen.findByRole('group', { name: 'Access graph' }));
  const reasons = graph.getAllByText(/→/).map(({ textContent }) => textContent);
  const linked = graph.getAllByRole('link', { name: /→/ });
  const name = partition.partitionName;
  expect(new Set([...linked.map((link) => link.getAttribute('aria-label')), ...reasons])).toEqual(
    new Set([
      `Ada → ${name}: Owner by membership, since Jan 2, 2026`,
      'Grace → Sales: in this unit or one below, since Jan 2, 2026',
      'Grace → dashboard: owns the token, since Jan 2, 2026, until May 17, 2027',
      'Sales → Auditor: gives the role',
      `Auditor → ${name}: Read`,
      `dashboard → ${name}: Read`,
    ]),
  );
  await userEvent.click(screen.getByRole('link', { name: 'Show as a list' }));
  expect(await screen.findByRole('table', { name: 'Who has access' })).toBeTruthy();
});

it('draws nothing for a time of which access is not known', async () => {
  serve({ ...page([]), knownSince: '2026-01-01T00:00:00Z' });
  openConsole(`${path}?tab=access&view=graph&asOf=2020-01-01T00:00:00Z`);
  expect(await screen.findByText('Not recorded')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Access graph' })).toBeNull();
});

it('says that access is not recorded, not that no one matches, where the list is filtered', async () => {
  serve({ ...page([]), knownSince: '2026-01-01T00:00:00Z' });
  openConsole(`${path}?tab=access&level=OWN&q=ada&asOf=2020-01-01T00:00:00Z`);
  expect(await screen.findByText('Not recorded')).toBeTruthy();
  expect(screen.queryByText('No results')).toBeNull();
});
