// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { accessTokenOf, type Answer } from '../../platform/api/testing/fake-server.ts';
import { freshBrowserForEach, openConsole, services } from '../../testing/open-console.tsx';

const roles = [
  {
    name: 'GLOBAL_MASTER',
    description: '',
    permissions: ['users:read', 'users:write', 'roles:write', 'organizational-units:read'],
    scope: 'all',
    builtIn: true,
    mayGrant: true,
    userCount: 1,
    version: 1,
  },
  {
    name: 'ORG_ADMIN',
    description: '',
    permissions: ['users:read', 'users:write'],
    scope: 'unit',
    builtIn: true,
    mayGrant: true,
    userCount: 2,
    version: 1,
  },
  {
    name: 'AUDITOR',
    description: '',
    permissions: ['users:read'],
    scope: 'all',
    builtIn: true,
    mayGrant: true,
    userCount: 0,
    version: 1,
  },
  {
    name: 'CURATOR',
    description: 'Keeps the catalogue',
    permissions: ['partitions:write'],
    scope: 'all',
    builtIn: false,
    mayGrant: true,
    userCount: 0,
    version: 4,
  },
];
const unit = { id: '0190aaaa-0000-7000-8000-000000000021', name: 'North', roles: ['ORG_ADMIN'] };
const ada = {
  id: '0190aaaa-0000-7000-8000-000000000011',
  name: 'Ada',
  username: 'ada',
  roleGrants: [
    { role: 'ORG_ADMIN', organizationalUnit: null, grantedDate: '2026-01-01T00:00:00Z' },
    { role: 'ORG_ADMIN', organizationalUnit: unit, grantedDate: '2026-01-01T00:00:00Z' },
  ],
};
const listOf = (data: unknown[]) => ({ body: { data, nextCursor: null, hasMore: false } });

function ours(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  return services((request) => {
    const special = over(request);
    if (special) return special;
    const path = request.url.split('?')[0] ?? '';
    if (path === '/authentication/v1/roles') return listOf(roles);
    if (path === '/v1/users') return listOf([ada]);
    if (path === '/v1/organizational-units') return listOf([unit]);
    return undefined;
  });
}

freshBrowserForEach(accessTokenOf({ roles: ['GLOBAL_MASTER'] }));

describe('the roles', () => {
  it('are listed by name with what each grants and how many hold it', async () => {
    ours();
    openConsole('/roles');
    const link = await screen.findByRole('link', { name: 'Unit administrator' });
    expect(link.getAttribute('href')).toBe('/roles/ORG_ADMIN');
    const entry = link.closest('li') ?? document.body;
    expect(entry.textContent).toMatch(/ORG_ADMIN.*2 holders.*2 permissions/);
    expect(within(entry).queryByRole('button', { name: 'Delete ORG_ADMIN' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Delete CURATOR' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'New role' })).toBeTruthy();
  });

  it('can be read but not defined by others', async () => {
    localStorage.setItem('auth', accessTokenOf({ roles: ['AUDITOR'] }));
    ours();
    openConsole('/roles');
    await screen.findByRole('link', { name: 'Auditor' });
    expect(screen.queryByRole('button', { name: /^(New role|Edit|Delete)/ })).toBeNull();
  });

  it('can be deleted without holders', async () => {
    const net = ours(({ method }) => (method === 'DELETE' ? { status: 204 } : undefined));
    openConsole('/roles');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete CURATOR' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the role CURATOR?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(
        net.lines().some((line) => line.includes('DELETE /authentication/v1/roles/CURATOR')),
      ).toBe(true),
    );
  });

  it('can be defined, with only the permissions that the creator has', async () => {
    const net = ours(({ method }) =>
      method === 'POST' ? { status: 201, body: { name: 'CURATOR' } } : undefined,
    );
    openConsole('/roles');
    await userEvent.click(await screen.findByRole('button', { name: 'New role' }));
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await userEvent.type(name, 'curator');
    await userEvent.click(screen.getByRole('button', { name: 'Create role' }));
    expect(await screen.findByText(/^Enter 2 to 63 capital letters/)).toBeTruthy();
    await userEvent.clear(name);
    await userEvent.type(name, 'CURATOR');
    await userEvent.click(screen.getByRole('checkbox', { name: 'View users' }));
    // Users cannot grant permissions that they do not have.
    expect(screen.getByRole('checkbox', { name: 'Create partitions' })).toHaveProperty(
      'disabled',
      true,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Create role' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = net.requests.filter(
      ({ method, url }) => method === 'POST' && url.includes('/roles'),
    );
    expect(sent.map(({ method, url, data }) => [`${method} ${url}`, data])).toEqual([
      [
        'POST /authentication/v1/roles',
        {
          name: 'CURATOR',
          description: '',
          permissions: ['users:read'],
          scope: 'all',
          secondFactorRequired: false,
        },
      ],
    ]);
  });
});

describe('a role', () => {
  it('says what it grants, through which units it is held, and who holds it from where', async () => {
    const net = ours();
    openConsole('/roles/ORG_ADMIN');
    await screen.findByRole('heading', { name: 'Unit administrator', level: 1 });
    await screen.findByText('View users');
    const row = (await screen.findByRole('link', { name: 'Ada' })).closest('tr');
    expect(row?.textContent).toContain('directly, through North');
    expect(screen.getByRole('link', { name: 'North' }).getAttribute('href')).toBe(
      `/v1/organizational-units/${unit.id}`,
    );
    expect(net.lines().some((line) => /v1\/users\?.*role=ORG_ADMIN/.test(line))).toBe(true);
  });

  it('that does not exist is a page that says so', async () => {
    ours();
    openConsole('/roles/NOBODY');
    expect(await screen.findByRole('heading', { name: 'No such role' })).toBeTruthy();
  });
});

describe('a comparison', () => {
  const cells = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);

  it('shows the differences of two roles, and keeps the choice in the address', async () => {
    ours();
    const router = openConsole('/roles?tab=compare&left=ORG_ADMIN&right=AUDITOR');
    await screen.findByRole('table', { name: 'Unit administrator and Auditor' });
    expect(cells()).toEqual([
      'View usersIn own unitsEverywhere',
      expect.stringMatching(/^Invite and edit usersIn own units/),
    ]);
    await userEvent.selectOptions(screen.getByLabelText('First role'), 'GLOBAL_MASTER');
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ left: 'GLOBAL_MASTER' }),
    );
    expect(cells()).toHaveLength(3);
    await userEvent.click(screen.getByLabelText('Only differences'));
    await waitFor(() => expect(cells()).toHaveLength(4));
  });

  it('of a role with itself asks for another one', async () => {
    ours();
    openConsole('/roles?tab=compare&left=AUDITOR&right=AUDITOR');
    expect(await screen.findByText('Choose two different roles.')).toBeTruthy();
  });
});
