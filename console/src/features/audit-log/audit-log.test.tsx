// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { accessTokenOf } from '../../platform/api/testing/fake-server.ts';
import { freshBrowserForEach, openConsole, services } from '../../testing/open-console.tsx';

const unitId = '0190aaaa-0000-7000-8000-000000000021';
const event = (seq: number, more: object) => ({
  id: `e${seq}`,
  seq,
  at: '2026-03-01T12:00:00.000000Z',
  action: 'user.changed',
  actor: { id: 'a1', name: 'Mira Master' },
  subject: 'user/u1',
  subjectName: 'Ada',
  before: null,
  after: null,
  address: '10.0.0.7',
  requestId: null,
  credential: null,
  ...more,
});
const events = [
  event(3, { action: 'signIn.failed', actor: null, subject: 'user/u1' }),
  event(2, {
    before: { name: 'Ada', roles: [], lang: '' },
    after: { name: 'Ada King', roles: null, lang: null },
  }),
  event(1, { action: 'unit.created', subject: `unit/${unitId}`, subjectName: 'North' }),
  event(0, {
    action: 'configuration.applied',
    subject: null,
    subjectName: null,
    after: {
      changes: ['Creates the role EDITORS.', 'Adds ada@example.org to Products as EDITOR.'],
      accessChanges: ['Ada gains: may write Products (member as EDITOR).'],
      reason: 'commit 4f1c2aa',
    },
  }),
];

/** Serves these events and records the requests. */
function open(path: string, role = 'AUDITOR', answered: object = { data: events }) {
  localStorage.setItem('auth', accessTokenOf({ roles: [role] }));
  const asked: URL[] = [];
  const net = services(({ url }) => {
    const address = new URL(url, 'http://service');
    if (address.pathname === '/authentication/v1/roles')
      return {
        body: {
          data: [
            {
              name: 'AUDITOR',
              permissions: ['events:read', 'users:read', 'organizational-units:read'],
            },
          ],
          hasMore: false,
          nextCursor: null,
        },
      };
    if (address.pathname === '/authentication/v1/events/counts')
      return {
        body: {
          data: [{ from: '2026-03-01T00:00:00Z', eventCount: 3, failureCount: 1 }],
          complete: true,
        },
      };
    if (address.pathname === '/authentication/v1/events') {
      asked.push(address);
      return { body: { hasMore: false, nextCursor: null, ...answered } };
    }
    if (address.pathname === `/v1/organizational-units/${unitId}`)
      return { body: { id: unitId, name: 'North' } };
    return undefined;
  });
  openConsole(path);
  return { asked, lines: net.lines, user: userEvent.setup() };
}
const last = (asked: readonly URL[]) => asked.at(-1)?.searchParams.toString();

freshBrowserForEach();

it('shows events with old and new values, and omits fields that stay empty', async () => {
  const { user } = open('/audit-log');
  const table = await screen.findByRole('table', { name: 'Audit log' });
  const [, failed, changed, created] = await within(table).findAllByRole('row');
  if (!failed || !changed || !created) throw new Error('There are more events.');
  expect(failed.textContent).toContain('A sign-in as Ada failed');
  expect(failed.textContent).toMatch(/:00:00/);
  expect(changed.textContent).toContain('Mira Master changed the profile of Ada');
  expect(changed.textContent).toContain('Name Ada→Ada King');
  expect(changed.textContent).not.toContain('nothing');
  expect(within(created).getByRole('link', { name: 'North' }).getAttribute('href')).toBe(
    `/v1/organizational-units/${unitId}?tab=history`,
  );
  expect(await screen.findByText('1 failed')).toBeTruthy();
  await user.click(within(changed).getByRole('button', { name: 'Details: Profile changed' }));
  const dialog = await screen.findByRole('dialog', { name: 'Profile changed' });
  expect(dialog.textContent).toContain('10.0.0.7');
});

it('opens the newest event beside the list where another page asks for it and there is room', async () => {
  const router = { wide: true };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('min-width') && router.wide }) as MediaQueryList,
  );
  onTestFinished(() => void vi.restoreAllMocks());
  open('/audit-log?kind=ACCESS&open=newest');
  expect(await screen.findByRole('region', { name: 'Sign-in failed' })).toBeTruthy();
});

it('lists the changes made by configuration files, one per line', async () => {
  const { user } = open('/audit-log');
  const name = 'Details: Configuration files applied';
  await user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog', { name: 'Configuration files applied' });
  const values = [...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(values).toContain(
    'Creates the role EDITORS.\nAdds ada@example.org to Products as EDITOR.',
  );
  expect(values).toContain('commit 4f1c2aa');
  expect(dialog.textContent).toContain('Access gained and lost');
});

it('does not say that there were no events at a time before they were recorded', async () => {
  const unrecorded = { data: [], knownSince: '2026-02-01T00:00:00Z' };
  open('/audit-log?to=2020-01-01T00:00:00Z', 'AUDITOR', unrecorded);
  expect(await screen.findByText('No recorded events')).toBeTruthy();
  expect(screen.getByText(/^The audit log begins on .*2026.* not recorded\.$/)).toBeTruthy();
  expect(screen.queryByText('No results')).toBeNull();
});

it('requests the events that match the selected filter', async () => {
  const { asked, user } = open('/audit-log');
  await user.click(await screen.findByRole('button', { name: 'Failed sign-ins' }));
  await waitFor(() => expect(last(asked)).toContain('action=signIn.failed'));
  await user.click(screen.getByRole('button', { name: 'All failures' }));
  await waitFor(() => expect(last(asked)).toContain('outcome=FAILURE'));
  expect(last(asked)).not.toContain('action=');
});

it('says who gave whom which role, and finds kinds of events by a word', async () => {
  events.unshift(
    event(6, {
      action: 'user.roleAdded',
      before: { roles: ['USER'] },
      after: { roles: ['SUPPORT', 'USER'], identityProviderId: 'p1' },
      subjectName: 'Anton Dahl',
    }),
    event(5, {
      action: 'user.roleAdded',
      before: { roles: [] },
      after: { roles: ['SUPPORT', 'USER'] },
      subjectName: 'Anton Dahl',
    }),
    event(4, {
      action: 'unit.roleRemoved',
      before: { role: 'SUPPORT' },
      subject: `unit/${unitId}`,
      subjectName: 'North',
    }),
  );
  const { asked, user } = open('/audit-log');
  const table = await screen.findByRole('table', { name: 'Audit log' });
  const rows = await within(table).findAllByRole('row');
  events.splice(0, 3);
  const [, one, several, unit] = rows.map(({ textContent }) => textContent);
  expect(one).toContain('Mira Master added SUPPORT to Anton DahlIdentity provider');
  expect(several).toContain('Role added: Anton Dahl · Mira Master');
  expect(several).toMatch(/\+ SUPPORT.*\+ User/);
  expect(unit).toContain('Mira Master removed SUPPORT from the unit North');
  const kind = screen.getByRole('combobox', { name: 'Event' });
  await user.type(kind, 'mail could');
  expect(await screen.findByText('Emails')).toBeTruthy();
  await user.click(await screen.findByRole('option', { name: 'Email could not be sent' }));
  await waitFor(() => expect(last(asked)).toContain('action=mail.failed'));
});

it('narrows the list to a period with one click, and widens it with another', async () => {
  const { asked, user } = open('/audit-log');
  const chip = await screen.findByRole('button', { name: 'Last hour' });
  const before = Date.now();
  await user.click(chip);
  await waitFor(() => expect(last(asked)).toContain('from='));
  const from = Date.parse(asked.at(-1)?.searchParams.get('from') ?? '');
  expect(before - from).toBeLessThan(60 * 60 * 1000 + 60_000);
  expect(chip.getAttribute('aria-pressed')).toBe('true');
  await user.click(chip);
  await waitFor(() => expect(last(asked)).not.toContain('from='));
});

it('counts the last hour by the hour, also when the page has been open for longer', async () => {
  const { user } = open('/audit-log');
  await screen.findByText('Events per day');
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60 * 60 * 1000);
  onTestFinished(() => void vi.restoreAllMocks());
  await user.click(screen.getByRole('button', { name: 'Last hour' }));
  expect(await screen.findByText('Events per hour')).toBeTruthy();
});

it('applies the subject filter of the address, shows it by name, and removes it', async () => {
  const { asked, user } = open(`/audit-log?subject=unit/${unitId}&from=2026-03-01T00:00:00Z`);
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('subject')).toBe(`unit/${unitId}`));
  expect(asked.at(-1)?.searchParams.get('from')).toBe('2026-03-01T00:00:00Z');
  await user.click(await screen.findByRole('button', { name: 'Remove the filter North' }));
  await waitFor(() => expect(asked.at(-1)?.searchParams.has('subject')).toBe(false));
});

it('tells users without further permissions that they see only events that concern them', async () => {
  open('/audit-log', 'USER');
  expect(await screen.findByText(/You see what concerns you/)).toBeTruthy();
});

it('searches events and their counts for words, with the other filters, and exports what was found', async () => {
  const { asked, user, lines } = open('/audit-log?outcome=FAILURE');
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'ada 10.0');
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('text')).toBe('ada 10.0'));
  expect(asked.at(-1)?.searchParams.get('outcome')).toBe('FAILURE');
  await waitFor(() =>
    expect(
      lines().some((line) => line.includes('/events/counts') && line.includes('text=ada')),
    ).toBe(true),
  );
  asked.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:events');
  await user.click(screen.getByRole('button', { name: 'List options' }));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('text')).toBe('ada 10.0'));
});

it('does not tell an auditor, before their roles are known, that they see only what concerns them', async () => {
  localStorage.setItem('auth', accessTokenOf({ roles: ['AUDITOR'] }));
  const page = (data: unknown[]) => ({ body: { data, hasMore: false, nextCursor: null } });
  let resolve = () => {};
  const rolesArrive = new Promise<void>((arrived) => {
    resolve = arrived;
  });
  services(({ url }) => {
    const { pathname } = new URL(url, 'http://service');
    if (pathname === '/authentication/v1/roles')
      return rolesArrive.then(() => page([{ name: 'AUDITOR', permissions: ['events:read'] }]));
    if (pathname === '/authentication/v1/events') return page(events);
    if (pathname === '/authentication/v1/events/counts')
      return { body: { data: [], complete: true } };
    return undefined;
  });
  openConsole('/audit-log');
  await screen.findByRole('heading', { level: 1, name: 'Audit log' });
  expect(screen.queryByText(/You see what concerns you/)).toBeNull();
  resolve();
  expect(await screen.findByRole('table', { name: 'Audit log' })).toBeTruthy();
  expect(screen.queryByText(/You see what concerns you/)).toBeNull();
});
