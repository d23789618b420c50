// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { accessTokenOf, type Answer } from '../../platform/api/testing/fake-server.ts';
import { freshBrowserForEach, openConsole, services } from '../../testing/open-console.tsx';

const userId = '0190aaaa-0000-7000-8000-000000000011';
const unit = { id: '0190aaaa-0000-7000-8000-000000000021', name: 'Acme' };
const ada = {
  id: userId,
  username: 'ada',
  name: 'Ada',
  email: 'ada@example.org',
  status: 'ACTIVE',
  lang: 'en',
  roles: ['AUDITOR', 'USER'],
  roleGrants: [
    { role: 'USER', organizationalUnit: null, grantedDate: '2026-01-01T00:00:00Z' },
    {
      role: 'AUDITOR',
      organizationalUnit: unit,
      grantedDate: '2026-02-01T00:00:00Z',
      grantedBy: { id: 'x', name: 'Grace' },
    },
  ],
  organizationalUnits: [unit],
  mayChange: true,
  version: 3,
};
const roles = [
  {
    name: 'GLOBAL_MASTER',
    permissions: ['users:read', 'users:write', 'roles:write'],
    mayGrant: true,
  },
  { name: 'USER', permissions: ['partitions:write'], mayGrant: true },
  { name: 'AUDITOR', permissions: ['users:read'], mayGrant: true },
  { name: 'KEEPER', permissions: ['events:read'], mayGrant: false },
];
const runningJob = {
  partitionName: 'Products',
  state: 'RUNNING',
  done: 1,
  total: 3,
  created: 1,
  changed: 0,
  ended: 0,
  existing: 0,
  refused: 0,
  error: null,
  createdDate: '2026-03-01T00:00:00Z',
  createdUserName: 'Ada',
  changedDate: '2026-03-01T00:00:00Z',
  endedDate: null,
};
const listOf = (data: unknown[]) => ({ body: { data, nextCursor: null, hasMore: false } });

/** The part of our services that these pages use. */
function ours(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  return services((request) => {
    const special = over(request);
    if (special) return special;
    const path = request.url.split('?')[0] ?? '';
    if (path === '/authentication/v1/roles') return listOf(roles);
    if (path === '/authentication/v1/events') return listOf([]);
    if (path === `/v1/users/${userId}` && request.method === 'GET') return { body: ada };
    if (path === `/v1/partitions/all/users/${userId}/open-work`) return listOf([]);
    return undefined;
  });
}

const changes = (requests: readonly ProxyRequest[]) =>
  requests
    .filter(({ method, url }) => method !== 'GET' && !url.startsWith('/v1/auth'))
    .map(({ method, url, data }) => [`${method} ${url}`, data]);

freshBrowserForEach(accessTokenOf({ roles: ['GLOBAL_MASTER'] }));

describe('the page of a user', () => {
  it('shows a past time without actions and without tabs that exist only for now', async () => {
    const then = {
      id: userId,
      name: 'Ada B.',
      status: 'INVITED',
      roles: [],
      organizationalUnits: [],
    };
    ours(({ url }) => (url.startsWith(`/v1/users/${userId}?asOf=`) ? { body: then } : undefined));
    openConsole(`/v1/users/${userId}?asOf=2026-03-03T00:00:00Z`);
    await screen.findByRole('heading', { name: 'Ada B.' });
    expect(screen.getByText(/You are viewing Ada B. as of/)).toBeTruthy();
    expect(screen.getByText('Not in any organizational unit.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add to unit' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Sessions' })).toBeNull();
    expect(screen.getByRole('tab', { name: 'Roles' })).toBeTruthy();
  });

  it('says that access is not recorded, where a partition was created after the shown time', async () => {
    const knownSince = '2026-03-01T00:00:00Z';
    const imported = {
      id: '0190aaaa-0000-7000-8000-000000000031',
      partitionName: 'Old ledger',
      role: null,
      sinceDate: null,
      versionCount: 2,
      lastWrittenDate: '2022-03-01T00:00:00Z',
      knownSince,
    };
    ours(({ url }) => {
      const path = url.split('?')[0];
      if (path === `/v1/users/${userId}/access`)
        return { body: { mayRead: true, mayWrite: true, role: 'OWNER', reasons: [] } };
      if (path === `/v1/partitions/all/users/${userId}/partitions`) return listOf([imported]);
      return undefined;
    });
    openConsole(`/v1/users/${userId}?tab=partitions&asOf=2026-02-01T00:00:00Z`);
    const table = await screen.findByRole('table', { name: 'Partitions of the user' });
    const [, row] = within(table).getAllByRole('row');
    expect(row?.textContent).toMatch(/Old ledger.*Not recorded.*Access is known since Mar 1, 2026/);
    expect(row?.textContent).not.toMatch(/No access|Not a member/);
  });

  it('shows that the user did not exist yet, with a button back to now', async () => {
    ours(({ url }) =>
      url.startsWith(`/v1/users/${userId}?asOf=`)
        ? { status: 404, body: { error: 'Not Found' } }
        : undefined,
    );
    openConsole(`/v1/users/${userId}?asOf=2020-03-03T00:00:00Z`);
    await screen.findByText('This user did not exist yet');
    expect(screen.getByRole('heading', { name: 'Ada' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back to now' })).toBeTruthy();
  });

  it('offers the actions of the invitation for an invited user', async () => {
    const invitation = {
      id: '0190aaaa-0000-7000-8000-000000000091',
      userId,
      email: 'ada@example.org',
      state: 'EXPIRED',
      createdDate: '2026-01-01T00:00:00Z',
      sentDate: null,
      openedDate: null,
      acceptedDate: null,
      expiresDate: null,
    };
    const { requests } = ours(({ url, method }) => {
      if (url.startsWith(`/v1/users/${userId}`) && method === 'GET')
        return { body: { ...ada, status: 'INVITED' } };
      if (url.startsWith('/v1/users/invitations?')) return listOf([invitation]);
      if (url.endsWith('/resend')) return { body: invitation };
      return undefined;
    });
    openConsole(`/v1/users/${userId}`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy invitation link' })).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: 'Withdraw invitation' })).toBeTruthy();
    await user.click(screen.getByRole('menuitem', { name: 'Resend invitation' }));
    await user.click(await screen.findByRole('button', { name: 'Resend' }));
    await waitFor(() =>
      expect(changes(requests)).toEqual([
        [`POST /v1/users/invitations/${invitation.id}/resend`, undefined],
      ]),
    );
  });

  it('offers no changes if the viewer can only read the user', async () => {
    ours(({ url }) =>
      url.startsWith(`/v1/users/${userId}`) ? { body: { ...ada, mayChange: false } } : undefined,
    );
    openConsole(`/v1/users/${userId}`);
    await screen.findByText('ada@example.org');
    // The Sessions tab appears because the viewer may change other users.
    await screen.findByRole('tab', { name: 'Sessions' });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add to unit' })).toBeNull();
  });

  it('disables a user after showing what stops, from a dry run of the same call', async () => {
    const stops = {
      sessions: 2,
      tokens: [{ id: 't', description: 'backup' }],
      trustedDevices: 1,
    };
    const net = ours(({ url }) =>
      url.includes('/status')
        ? { body: { ...ada, ...(url.includes('dryRun') && { stops }) } }
        : undefined,
    );
    openConsole(`/v1/users/${userId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disable Ada?' });
    await within(dialog).findByText('2 sessions end');
    const effects = within(dialog).getAllByRole('listitem');
    expect(effects.map(({ textContent }) => textContent)).toEqual([
      '2 sessions end',
      '1 device is no longer trusted',
      'The API token “backup” stops working until then',
    ]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes(net.requests)).toEqual([
      [`PUT /v1/users/${userId}/status?dryRun=true`, { status: 'DISABLED' }],
      [`PUT /v1/users/${userId}/status`, { status: 'DISABLED' }],
    ]);
  });

  it('offboards a user after showing the effects and once the name is typed', async () => {
    const net = ours(({ url }) =>
      url.includes('/offboarding')
        ? {
            body: {
              dryRun: url.includes('dryRun=true'),
              sessions: 2,
              tokens: [{ id: 't', description: 'backup' }],
              identities: [],
              factors: 0,
              roles: ['USER'],
              organizationalUnits: [unit],
              openInvitations: 0,
            },
          }
        : undefined,
    );
    openConsole(`/v1/users/${userId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Offboard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Offboard Ada?' });
    await within(dialog).findByText('2 sessions end');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '2 sessions end',
      'The API token “backup” is revoked',
      'The role User is removed',
      'Removed from Acme',
      'API tokens are not handed over, because Ada knows their secrets. Create new ones.',
      'Open change sets and shared searches in partitions that you do not own stay with Ada.',
    ]);
    const offboard = within(dialog).getByRole('button', { name: 'Offboard' });
    expect(offboard).toHaveProperty('disabled', true);
    await userEvent.type(within(dialog).getByRole('textbox'), 'Ada');
    await userEvent.click(offboard);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes(net.requests).map(([line]) => line)).toEqual([
      `POST /v1/users/${userId}/offboarding?dryRun=true`,
      `POST /v1/users/${userId}/offboarding?dryRun=false`,
    ]);
  });

  it('hands over partitions, running jobs and invitations, and lists what is not handed over', async () => {
    const partition = {
      id: 'p1',
      partitionName: 'Products',
      role: 'OWNER',
      sinceDate: null,
      versionCount: 0,
      lastWrittenDate: null,
    };
    const job = { ...runningJob, id: 'j1', kind: 'COPY', partitionId: 'p1', createdUserId: userId };
    const net = ours(({ url }) => {
      if (url.includes('/offboarding'))
        return {
          body: {
            dryRun: url.includes('dryRun=true'),
            sessions: 0,
            tokens: [],
            identities: [],
            factors: 0,
            roles: [],
            organizationalUnits: [],
            openInvitations: 2,
          },
        };
      if (url.includes(`/users/${userId}/open-work`))
        return listOf([
          { partitionId: 'p3', partitionName: 'Prices', changeSets: 2, sharedSearches: 1 },
        ]);
      if (url === `/v1/partitions/all/users/${userId}/hand-over`)
        return { body: { partitions: 1, jobs: 1, changeSets: 2, sharedSearches: 1 } };
      if (url.startsWith(`/v1/partitions/all/users/${userId}/partitions`))
        return listOf([partition, { ...partition, id: 'p2', partitionName: 'Secret' }]);
      if (url.startsWith('/v1/partitions/all/users/')) return listOf([partition]);
      if (url.startsWith('/v1/jobs'))
        return listOf([job, { ...job, id: 'j2', kind: 'IMPORT', fileName: 'a.csv' }]);
      if (url.includes('forNameContaining')) return listOf([{ id: 'u2', name: 'Uwe' }]);
      return undefined;
    });
    openConsole(`/v1/users/${userId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Offboard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Offboard Ada?' });
    await within(dialog).findByText(
      /Takes over: • the ownership of Products • the running copy into Products • 2 open change sets, 1 shared search in Prices, with the right to edit there • 2 open invitations/,
    );
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'The import of a.csv into Products stops. An owner who has the file can resume it.',
      'Secret cannot be handed over by you. Ask another owner or a global master.',
      'Open change sets and shared searches in partitions that you do not own stay with Ada.',
    ]);
    await userEvent.type(within(dialog).getByRole('combobox', { name: 'Hand over to' }), 'Uwe');
    await userEvent.click(await screen.findByRole('option', { name: /Uwe/ }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: /To confirm/ }), 'Ada');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Offboard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes(net.requests).map(([line]) => line)).toEqual([
      `POST /v1/users/${userId}/offboarding?dryRun=true`,
      `POST /v1/partitions/all/users/${userId}/hand-over`,
      `POST /v1/users/${userId}/offboarding?dryRun=false&successorId=u2`,
    ]);
  });
});

describe('editing a user', () => {
  it('sends only changed fields, and merges changes that another user saved in the meantime', async () => {
    let stored: typeof ada = ada;
    const net = ours((request) => {
      if (request.url === `/v1/users/${userId}` && request.method === 'GET')
        return { body: stored };
      if (request.method !== 'PATCH') return undefined;
      if (request.headers?.['If-Match'] === '"3"') {
        stored = { ...ada, name: 'Ada King', version: 4 };
        return { status: 412, body: { error: 'Precondition Failed', code: 'changed_meanwhile' } };
      }
      return { body: { ...stored, version: 5 } };
    });
    const router = openConsole(`/v1/users/${userId}/edit`);
    const email = await screen.findByRole('textbox', { name: 'Email' });
    await userEvent.clear(email);
    await userEvent.type(email, 'king@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Ada King')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/v1/users/${userId}`));
    expect(changes(net.requests)).toEqual([
      [`PATCH /v1/users/${userId}`, { email: 'king@example.org' }],
      [`PATCH /v1/users/${userId}`, { email: 'king@example.org' }],
    ]);
  });

  it('saves profile and status with one request, again as a whole if it fails', async () => {
    let refused = true;
    const net = ours((request) => {
      if (request.method !== 'PATCH') return undefined;
      if (refused) return { status: 409, body: { error: 'Conflict', message: 'Last master.' } };
      return { body: { ...ada, name: 'Ada B.', status: 'DISABLED', version: 4 } };
    });
    openConsole(`/v1/users/${userId}/edit`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' B.');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'DISABLED');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Last master.')).toBeTruthy();
    refused = false;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { name: 'Ada' });
    expect(changes(net.requests)).toEqual([
      [`PATCH /v1/users/${userId}`, { name: 'Ada B.', status: 'DISABLED' }],
      [`PATCH /v1/users/${userId}`, { name: 'Ada B.', status: 'DISABLED' }],
    ]);
  });
});

describe('roles of a user', () => {
  it('shows where each role comes from, and sends only added and removed roles', async () => {
    const net = ours(({ method }) =>
      method === 'PUT' || method === 'DELETE' ? { body: ada } : undefined,
    );
    const router = openConsole(`/v1/users/${userId}/roles`);
    const direct = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^User/ });
    const auditor = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Auditor/ });
    expect(direct.checked).toBe(true);
    expect(auditor.checked).toBe(false);
    expect(screen.getByText(/Through Acme, since/).textContent).toMatch(/by Grace$/);
    expect(screen.getByRole('checkbox', { name: /KEEPER/ })).toHaveProperty('disabled', true);
    await userEvent.click(direct);
    await userEvent.click(auditor);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Global master/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(router.state.location.href).toBe(`/v1/users/${userId}?tab=roles`));
    expect(changes(net.requests).map(([line]) => line)).toEqual([
      `PUT /v1/users/${userId}/roles?role=AUDITOR&role=GLOBAL_MASTER`,
      `DELETE /v1/users/${userId}/roles?role=USER`,
    ]);
  });
});
