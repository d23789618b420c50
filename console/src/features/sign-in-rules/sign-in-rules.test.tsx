// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from '../../platform/api/announced.ts';
import { accessTokenOf } from '../../platform/api/testing/fake-server.ts';
import { freshBrowserForEach, openConsole, services } from '../../testing/open-console.tsx';

const userId = '0190aaaa-0000-7000-8000-000000000021';
const rule = {
  id: '0190aaaa-0000-7000-8000-000000000031',
  role: 'AUDITOR',
  organizationalUnit: null,
  idleMinutes: 15,
  absoluteMinutes: null,
  maxSessions: 2,
  passkeyRequired: true,
  trustedDeviceDays: 14,
  peopleNetworks: ['203.0.113.0/24'],
  tokenNetworks: null,
  applicationNetworks: null,
  freshProofFor: ['ROLES', 'ERASURE'],
  changedDate: '2026-03-01T12:00:00.000000Z',
  version: 3,
};
const effects = {
  leavesNoMaster: false,
  refusedFrom: null,
  people: [{ id: userId, name: 'Ada Admin', username: 'ada', reasons: ['NETWORK'] }],
  peopleCount: 1,
  concernedCount: 7,
  sessionCount: 2,
  tokenCount: 0,
};

freshBrowserForEach();

/** The rule once somebody else has saved it. */
let meanwhile: typeof rule | undefined;
afterEach(() => (meanwhile = undefined));

/** Returns the bodies that were sent, by call. */
function open(effectsOfRule: object = effects) {
  const sent: { line: string; body: unknown }[] = [];
  setAnnounced(serviceNames);
  localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
  const permissions = ['users:read', 'events:read', 'roles:write'];
  const list = (data: object[]) => ({ body: { data, nextCursor: null, hasMore: false } });
  services(({ method, url, data, headers }) => {
    const { pathname } = new URL(url, 'http://service');
    if (method !== 'GET') sent.push({ line: `${method} ${pathname}`, body: data });
    if (pathname === '/authentication/v1/roles')
      return list([
        {
          name: 'GLOBAL_MASTER',
          description: '',
          permissions,
          scope: 'all',
          builtIn: true,
          secondFactorRequired: false,
          secondFactorGraceHours: 168,
          mayGrant: true,
          version: 1,
        },
      ]);
    if (pathname === '/authentication/v1/sign-in-rules/preview') return { body: effectsOfRule };
    if (pathname === '/authentication/v1/sign-in-rules')
      return method === 'POST' ? { status: 201, body: rule } : list([meanwhile ?? rule]);
    if (method === 'PUT') {
      const version = headers['If-Match'] ?? headers['if-match'];
      return meanwhile && version !== `"${meanwhile.version}"`
        ? { status: 412, body: { error: 'Precondition Failed' } }
        : { body: rule };
    }
    if (pathname.endsWith('/events')) return list([]);
    return undefined;
  });
  openConsole('/v1/sign-in-rules');
  return sent;
}

it('says what each rule requires, in words', async () => {
  open();
  const row = await screen.findByRole('row', { name: /Auditor/ });
  for (const demand of [
    'Ends after 15 minutes without activity',
    'At most 2 sessions',
    'Passkey as second factor',
    'People from 203.0.113.0/24',
    'Trusted devices for 14 days',
    'Recent confirmation: Roles and who has them, Erasure',
  ])
    expect(within(row).getByText(demand)).toBeTruthy();
});

it('says whom a new rule would lock out before it is created', async () => {
  const sent = open();
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'New rule' });
  await userEvent.type(within(dialog).getByLabelText('People'), '203.0.113.0/24');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Check whom it affects' }));
  expect(await within(dialog).findByText('It locks out one person of 7:')).toBeTruthy();
  expect(within(dialog).getByText(/not in an allowed network/)).toBeTruthy();
  expect(within(dialog).getByText('2 open sessions would end or be refused.')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create rule' }));
  await screen.findByText('Rule saved. It applies now, also to open sessions.');
  const expected = {
    role: null,
    organizationalUnitId: null,
    idleMinutes: null,
    absoluteMinutes: null,
    maxSessions: null,
    passkeyRequired: false,
    trustedDeviceDays: null,
    peopleNetworks: ['203.0.113.0/24'],
    tokenNetworks: null,
    applicationNetworks: null,
    freshProofFor: [],
  };
  expect(sent.filter(({ line }) => line.includes('sign-in-rules'))).toEqual([
    { line: 'POST /authentication/v1/sign-in-rules/preview', body: expected },
    // Before it is saved, whether it refuses the one who saves it.
    { line: 'POST /authentication/v1/sign-in-rules/preview', body: expected },
    { line: 'POST /authentication/v1/sign-in-rules', body: expected },
  ]);
});

it('shows the result of the check in view, until the rule is another one', async () => {
  // As in browsers in which it returns a promise.
  const scrolls = vi.spyOn(Element.prototype, 'scrollIntoView');
  scrolls.mockReturnValue(Promise.resolve() as unknown as void);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'New rule' });
  const people = within(dialog).getByLabelText('People');
  await userEvent.type(people, '203.0.113.0/24');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Check whom it affects' }));
  await within(dialog).findByText('It locks out one person of 7:');
  expect(scrolls).toHaveBeenCalledWith({ block: 'nearest' });
  await userEvent.type(people, '0');
  expect(within(dialog).queryByText('It locks out one person of 7:')).toBeNull();
  scrolls.mockRestore();
});

it('merges with what somebody else has saved meanwhile', async () => {
  const sent = open();
  await userEvent.click(await screen.findByRole('button', { name: /^Edit: / }));
  const dialog = await screen.findByRole('dialog', { name: 'Change rule' });
  meanwhile = { ...rule, maxSessions: 5, version: 4 };
  const idle = within(dialog).getByLabelText('Ends when inactive for (minutes)');
  await userEvent.clear(idle);
  await userEvent.type(idle, '20');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Sessions at the same time')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save merged version' }));
  await screen.findByText('Rule saved. It applies now, also to open sessions.');
  const puts = sent.filter(({ line }) => line.startsWith('PUT'));
  expect(puts.map(({ body }) => body)).toMatchObject([
    { idleMinutes: 20, maxSessions: 2 },
    { idleMinutes: 20, maxSessions: 5 },
  ]);
});

it('asks before a rule is saved that refuses the one who saves it', async () => {
  const sent = open({ ...effects, refusedFrom: '198.51.100.9' });
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'New rule' });
  await userEvent.type(within(dialog).getByLabelText('People'), '203.0.113.0/24');
  const create = within(dialog).getByRole('button', { name: 'Create rule' });
  await userEvent.click(create);
  const question = await screen.findByRole('dialog', { name: 'Lock yourself out from here?' });
  expect(question.textContent).toContain('You are connected from 198.51.100.9');
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  const saved = () => sent.filter(({ line }) => line === 'POST /authentication/v1/sign-in-rules');
  expect(saved()).toEqual([]);
  await userEvent.click(create);
  await userEvent.click(await screen.findByRole('button', { name: 'Save rule' }));
  await screen.findByText('Rule saved. It applies now, also to open sessions.');
  expect(saved()).toHaveLength(1);
});

it('reads numbers as the hints show them, and sends no rule without a limit for what is no number', async () => {
  const sent = open();
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'New rule' });
  const idle = within(dialog).getByLabelText('Ends when inactive for (minutes)');
  const error = 'Enter a whole number from 10 to 1,440, or leave it empty.';
  await userEvent.type(idle, '30 min');
  for (const name of ['Check whom it affects', 'Create rule']) {
    await userEvent.click(within(dialog).getByRole('button', { name }));
    expect(await within(dialog).findByText(error)).toBeTruthy();
  }
  expect(sent).toEqual([]);
  await userEvent.clear(idle);
  await userEvent.type(idle, '1,440');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create rule' }));
  await waitFor(() => expect(sent).toMatchObject([{ body: { idleMinutes: 1440 } }]));
});

it('says before a rule is saved that no global master could sign in', async () => {
  const warning = /^This rule cannot be saved: no global master/;
  open({ ...effects, leavesNoMaster: true });
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'New rule' });
  expect(within(dialog).queryByText(warning)).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Check whom it affects' }));
  expect(await within(dialog).findByText(warning)).toBeTruthy();
});
