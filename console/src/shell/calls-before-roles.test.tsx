// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { Permission } from '@annals/contracts/permissions';
import { queryClient } from '../platform/api/query.ts';
import { accessTokenOf, type Answer } from '../platform/api/testing/fake-server.ts';
import { freshBrowserForEach, openConsole, services, user } from '../testing/open-console.tsx';

freshBrowserForEach();

/** A global master of the console to whom the service grants only a part, and only in units. */
const unitAdministrator = {
  name: 'ORG_ADMIN',
  scope: 'unit',
  permissions: ['users:read', 'users:write', 'organizational-units:read', 'events:read'],
};
const rows: readonly Endpoint[] = [...authenticationEndpoints, ...dataEndpoints];
const partition = { id: '0190aaaa-0000-7000-8000-000000000002', partitionName: 'Ledger' };
const listOf = (data: readonly unknown[]): Answer => ({
  body: { data, nextCursor: null, hasMore: false },
});

/** The permissions that these calls need, and which a role would have to grant. */
const neededFor = (lines: readonly string[]): Permission[] =>
  lines.flatMap((line) => {
    const [method, url = ''] = line.split(' ');
    const [path = ''] = url.split('?');
    const row = rows.find(
      (each) =>
        each.method === method &&
        new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    return row?.access.kind === 'permission' ? [row.access.permission] : [];
  });

/** Opens a page as a user with this role while the roles are still on their way. */
async function open(path: string, role: string) {
  localStorage.setItem('auth', accessTokenOf({ roles: [role] }));
  let reportRoles: () => void = () => undefined;
  const reported = new Promise<void>((resolve) => (reportRoles = resolve));
  const net = services(async ({ url }) => {
    const [called] = url.split('?');
    if (called === '/authentication/v1/roles') {
      await reported;
      return listOf([
        unitAdministrator,
        { name: 'GLOBAL_MASTER', permissions: ['operations:read'] },
        { name: 'AUDITOR', permissions: ['operations:read'] },
      ]);
    }
    if (called === '/v1/users/current') return { body: user };
    if (called === '/v1/partitions/all/users/current') return { body: { id: user.id } };
    if (called === '/v1/partitions') return listOf([partition]);
    if (called === '/v1/auth') return { body: {} };
    return { status: 404, body: { error: 'Not Found' } };
  });
  openConsole(path);
  await screen.findByRole('heading', { level: 1 });
  // Nothing but the roles is awaited.
  await waitFor(() => {
    expect(net.lines()).toContain('GET /authentication/v1/roles');
    expect(queryClient.isFetching()).toBe(1);
  });
  const before = neededFor(net.lines());
  const isRefused = screen.queryByText('You do not have access to this page') !== null;
  reportRoles();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return { before, isRefused, after: () => neededFor(net.lines()) };
}

it.each(['/', '/system', '/migrations?tab=schema'])(
  '%s asks for nothing that an administrator of units may not read, before and after that is known',
  async (path) => {
    const { after } = await open(path, unitAdministrator.name);
    expect(after().filter((each) => !unitAdministrator.permissions.includes(each))).toEqual([]);
  },
);

it('a page of somebody with all permissions does not wait for the roles', async () => {
  const { before } = await open('/system', 'GLOBAL_MASTER');
  expect(before).toContain('operations:read');
});

it('refuses nobody before it is known who may see the system', async () => {
  const { isRefused, after } = await open('/system', 'AUDITOR');
  expect(isRefused).toBe(false);
  await waitFor(() => expect(after()).toContain('operations:read'));
});
