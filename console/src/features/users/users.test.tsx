// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { accessTokenOf, type Answer } from '../../platform/api/testing/fake-server.ts';
import { freshBrowserForEach, openConsole, services } from '../../testing/open-console.tsx';
import { meetForeignServices } from '../../platform/api/testing/foreign-services.ts';

const id = (number: number) => `0190aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const ada = { id: id(11), name: 'Ada', email: 'ada@example.org', status: 'ACTIVE', roles: [] };
const ben = { id: id(12), name: 'Ben', email: 'ben@example.org', status: 'ACTIVE', roles: [] };
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
const listOf = (data: unknown[]) => ({
  body: { data, nextCursor: null, hasMore: false, total: { value: data.length, estimate: false } },
});

/** The part of our services that these pages use. */
function ours(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  return services((request) => {
    const special = over(request);
    if (special) return special;
    const path = request.url.split('?')[0] ?? '';
    if (path === '/authentication/v1/roles') return listOf(roles);
    if (path === '/v1/users' && request.method === 'GET') return listOf([ada, ben]);
    if (path === `/v1/users/${ada.id}`) return { body: ada };
    if (path === '/v1/organizational-units') return listOf([{ id: id(21), name: 'Acme' }]);
    return undefined;
  });
}

const sent = (requests: readonly ProxyRequest[], method: string, path: string) =>
  requests.filter((each) => each.method === method && each.url.split('?')[0] === path);

freshBrowserForEach(accessTokenOf({ roles: ['GLOBAL_MASTER'] }));

describe('the list of users', () => {
  it('changes all selected users in one request, and shows the result for each', async () => {
    const net = ours(({ url }) =>
      url === '/v1/users/bulk'
        ? {
            body: {
              dryRun: false,
              // Not in the requested order.
              results: [
                { userId: ben.id, outcome: 'REFUSED', message: 'The last master stays.' },
                { userId: ada.id, outcome: 'DONE' },
              ],
              done: 1,
              unchanged: 0,
              refused: 1,
            },
          }
        : undefined,
    );
    openConsole('/v1/users');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Ada/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Ben/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    const asked = await screen.findByRole('dialog', { name: 'Disable 2 users?' });
    await userEvent.click(within(asked).getByRole('button', { name: 'Disable' }));
    const results = await screen.findByRole('group', { name: 'Results' });
    await within(results).findByText('The last master stays.');
    const rows = within(results).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'AdaDone',
      'BenRefusedThe last master stays.',
    ]);
    expect(sent(net.requests, 'POST', '/v1/users/bulk').map(({ data }) => data)).toEqual([
      { action: 'DISABLE', userIds: [ada.id, ben.id] },
    ]);
  });

  it('changes a single selected user without a list of results, and offers Undo', async () => {
    const held = { ...ada, status: 'ACTIVE', roles: ['USER'], roleGrants: undefined };
    let given = held.roles;
    const path = `/v1/users/${ada.id}`;
    const net = ours(({ url, method }) => {
      if (url.startsWith(`${path}/roles`)) {
        given = method === 'PUT' ? ['USER', 'AUDITOR'] : ['USER'];
        return { body: { ...held, roles: given } };
      }
      return url === path ? { body: { ...held, roles: given } } : undefined;
    });
    openConsole('/v1/users');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Ada/ }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add role' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a role to Ada' });
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'AUDITOR');
    expect(within(dialog).getByRole('list', { name: 'What changes' }).textContent).toContain(
      'Gains Auditor',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add role' }));
    const messages = await screen.findByText('Role Auditor added to Ada.');
    const message = messages.parentElement ?? messages;
    await userEvent.click(within(message).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(given).toEqual(['USER']));
    const writes = net.requests.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `PUT ${path}/roles?role=AUDITOR`,
      `DELETE ${path}/roles?role=AUDITOR`,
    ]);
  });

  it('shows a past time without write actions', async () => {
    const net = ours();
    openConsole(
      '/v1/users?asOf=2026-03-03T00:00:00Z&role=AUDITOR&signIn=never&sort=-lastSignInDate',
    );
    expect(await screen.findByText(/You are viewing the users as of/)).toBeTruthy();
    await screen.findByRole('link', { name: 'Ada' });
    expect(screen.queryByRole('button', { name: 'Invite user' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /Ada/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe(
      `/v1/users/${ada.id}?asOf=2026-03-03T00:00:00Z`,
    );
    // Data that exists only for now is not requested: the service would refuse it.
    const [list] = sent(net.requests, 'GET', '/v1/users');
    expect(list?.url).toContain('role=AUDITOR');
    expect(list?.url).toContain('asOf=2026-03-03T00');
    expect(list?.url).not.toMatch(/SignedIn|lastSignInDate/);
    await userEvent.click(screen.getAllByRole('button', { name: 'Back to now' })[0] as Element);
    expect(await screen.findAllByRole('button', { name: 'Invite user' })).toHaveLength(1);
  });

  it('offers only supported actions if the service implements just the specification', async () => {
    localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
    meetForeignServices();
    services(({ url }) => (url === '/v1/users' ? { body: [ada, ben] } : undefined));
    openConsole('/v1/users');
    await screen.findByRole('link', { name: 'Ada' });
    expect(await screen.findByRole('button', { name: 'Invite user' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Invite many' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /Ada/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /As of/ })).toBeNull();
  });

  it('answers common questions about accounts in one click, and names their risks', async () => {
    const risky = {
      ...ada,
      secondFactor: false,
      secondFactorDueDate: '2026-04-01T00:00:00Z',
      lastSignInDate: null,
      externalEmail: true,
    };
    const lastSignInDate = '2026-01-01T00:00:00Z';
    const usual = { secondFactor: false, secondFactorDueDate: null, lastSignInDate };
    const safe = { ...ben, roles: ['USER'], ...usual };
    const master = { ...ben, id: 'mira', name: 'Mira', roles: ['GLOBAL_MASTER'], ...usual };
    const net = ours(({ url }) =>
      url.startsWith('/v1/users?') ? listOf([risky, safe, master]) : undefined,
    );
    const router = openConsole('/v1/users');
    const row = (await screen.findByRole('link', { name: 'Ada' })).closest('tr');
    expect(row?.textContent).toContain('No second factor, Never signed in, External email domain');
    // Nobody requires one of Ben; that of an administrator matters all the same.
    const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr')?.textContent;
    expect(rowOf(ben.name)).not.toContain('No second factor');
    expect(rowOf('Mira')).toContain('No second factor');
    const questions = within(screen.getByRole('group', { name: 'Common questions' }));
    expect(questions.getByRole('button', { name: 'Everyone', pressed: true })).toBeTruthy();
    const asked = async (name: string) => {
      await userEvent.click(questions.getByRole('button', { name }));
      await questions.findByRole('button', { name, pressed: true });
      const { url } = sent(net.requests, 'GET', '/v1/users').at(-1) ?? { url: '' };
      const { secondFactor, externalEmail, neverSignedIn, notSignedInForDays, status } =
        Object.fromEntries(new URLSearchParams(url.split('?')[1]));
      return { secondFactor, externalEmail, neverSignedIn, notSignedInForDays, status };
    };
    expect(await asked('No second factor')).toEqual({ secondFactor: 'false', status: 'ACTIVE' });
    expect(await asked('Never signed in')).toEqual({ neverSignedIn: 'true' });
    expect(await asked('External email domain')).toEqual({ externalEmail: 'true' });
    expect(await asked('Not signed in for 90 days')).toEqual({ notSignedInForDays: '90' });
    await userEvent.click(questions.getByRole('button', { name: 'Everyone' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('omits columns that the service returns no data for', async () => {
    localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
    const page = { number: 0, totalPages: 2, totalElements: 4, last: false };
    const content = [
      { id: ada.id, username: 'ada' },
      { id: ben.id, username: 'ben', email: 'ben@example.org' },
    ];
    meetForeignServices();
    services(({ url }) => (url === '/v1/users' ? { body: { content, ...page } } : undefined));
    openConsole('/v1/users');
    await screen.findByRole('link', { name: 'ben' });
    expect(screen.queryByRole('group', { name: 'Common questions' })).toBeNull();
    await waitFor(() =>
      expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
        'Name',
      ]),
    );
    expect(screen.getByText('ben@example.org')).toBeDefined();
  });
});

describe('finding users by name', () => {
  it('opens the user with exactly that name', async () => {
    ours(({ url }) => (url === '/v1/users/forName/ada%2Fb' ? { body: ada } : undefined));
    const router = openConsole('/v1/users/forName/ada%2Fb');
    await screen.findByRole('heading', { name: 'Ada' });
    expect(router.state.location.pathname).toBe(`/v1/users/${ada.id}`);
  });

  it.each([
    ['CORP\\jdoe', 'name=CORP%5Cjdoe', 'down-level logon names of Windows'],
    ['50%25', 'name=50', 'vck3000/ProAvalon#98'],
    ['a/../b', 'name=a%2F..%2Fb', 'codewars/codewars.com#1302'],
  ])('opens the user called %s, which no path may contain', async (username, query) => {
    const wanted = { ...ada, username };
    const net = ours(({ url }) =>
      url.startsWith('/v1/users?') && url.includes(query)
        ? listOf([{ ...ada, id: 'other', username: `${username}2` }, wanted])
        : undefined,
    );
    const router = openConsole(`/v1/users/forName/${encodeURIComponent(username)}`);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/v1/users/${ada.id}`));
    expect(net.lines().some((line) => line.includes('/forName/'))).toBe(false);
  });

  it('shows that no user has that name, and links to a search', async () => {
    ours();
    openConsole('/v1/users/forName/ad');
    await screen.findByRole('heading', { name: 'No user is called “ad”' });
    const link = screen.getByRole('link', { name: 'Users whose name contains “ad”' });
    expect(link.getAttribute('href')).toBe('/v1/users/forNameContaining/ad');
  });

  it('searches for the text in the address, and continues in the list with another text', async () => {
    const net = ours(({ url }) =>
      url.startsWith('/v1/users/forNameContaining/ad') ? listOf([ada]) : undefined,
    );
    const router = openConsole('/v1/users/forNameContaining/ad?status=ACTIVE');
    await screen.findByRole('link', { name: 'Ada' });
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    expect(search.value).toBe('ad');
    expect(net.lines().some((line) => /forNameContaining\/ad\?.*status=ACTIVE/.test(line))).toBe(
      true,
    );
    await userEvent.type(search, 'x');
    await waitFor(() => expect(router.state.location.href).toBe('/v1/users?status=ACTIVE&q=adx'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
  });
});

describe('inviting many users', () => {
  it('previews a file with semicolons, then sends only its valid lines', async () => {
    const net = ours(({ url, data }) => {
      if (url !== '/v1/users/bulk') return undefined;
      const { dryRun } = data as { dryRun: boolean };
      const results = [
        { row: 2, email: 'c@example.org', outcome: 'DONE' },
        { row: 4, email: 'ada@example.org', outcome: 'REFUSED', message: 'It is taken.' },
      ];
      const reported = dryRun ? results : results.slice(0, 1);
      return {
        body: { dryRun, results: reported, done: 1, unchanged: 0, refused: reported.length - 1 },
      };
    });
    openConsole('/v1/users');
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Invite many' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('Choose a file or paste its lines.')).toBeTruthy();
    const field = screen.getByRole('textbox', { name: 'Contents of the file' });
    await userEvent.click(field);
    await userEvent.paste('c@example.org\tCleo\tAuditor');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText(/^Start with a line of headings/)).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.paste('email;name;phone\nc@example.org;"Cleo\nC.";1\nada@example.org;Ada;2\n');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('It is taken.')).toBeTruthy();
    expect(screen.getByText('Columns that are not read: phone.')).toBeTruthy();
    expect(screen.getByText(/^Cleo/)).toBeTruthy();
    expect(screen.getByText('1 person would be invited')).toBeTruthy();
    // What has to be corrected comes first.
    const table = screen.getByRole('table', { name: 'Preview' });
    const [, first, second] = within(table).getAllByRole('row');
    expect([first?.textContent, second?.textContent]).toEqual([
      expect.stringContaining('ada@example.org'),
      expect.stringContaining('c@example.org'),
    ]);
    // The input has not been sent, so leaving asks for confirmation.
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Back to the file' }));
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('It is taken.');
    expect(sent(net.requests, 'POST', '/v1/users/bulk').map(({ data }) => data)).toMatchObject([
      { action: 'INVITE', dryRun: true },
      { action: 'INVITE', dryRun: true },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Invite 1 person' }));
    await screen.findByText('1 done');
    expect(asksBeforeLeaving()).toBe(false);
    expect(sent(net.requests, 'POST', '/v1/users/bulk')[2]?.data).toEqual({
      action: 'INVITE',
      csv: 'email,name\r\nc@example.org,"Cleo\nC."',
      dryRun: false,
    });
  });
});

function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}
