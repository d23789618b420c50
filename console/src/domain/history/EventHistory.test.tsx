// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../platform/api/query.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { EventHistory } from './EventHistory.tsx';

const event = (seq: number, more: object) => ({
  id: `event-${seq}`,
  seq,
  at: '2024-03-01T12:00:00.000000Z',
  action: 'user.changed',
  actor: { id: 'a1', name: 'Mira Master' },
  subject: 'user/u1',
  before: null,
  after: null,
  address: '10.0.0.7',
  requestId: null,
  credential: null,
  ...more,
});

async function open(answer: (url: URL) => Answer) {
  fakeServer(({ url }) =>
    url.includes('/events') ? answer(new URL(url, 'http://service')) : { body: {} },
  );
  return renderAt('/', () => (
    <>
      <p>The page</p>
      <EventHistory subject="user/u1" title="History" />
    </>
  ));
}

beforeEach(() => localStorage.setItem('auth', 'token'));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('shows action, actor and address, with old and new values of changed fields', async () => {
  await open((url) => {
    expect(url.searchParams.get('subject')).toBe('user/u1');
    return {
      body: {
        data: [
          event(3, {
            before: { name: 'Ada', lang: 'en', roles: ['USER', 'EDITORS'], tags: [] },
            after: {
              name: 'Ada King',
              lang: 'en',
              roles: ['USER', 'AUDITOR', 'CURATOR'],
              tags: ['new'],
            },
          }),
          event(2, { action: 'user.roleAdded', actor: null, after: { role: 'AUDITOR' } }),
          event(1, { action: 'made.up', address: null }),
        ],
        hasMore: false,
        nextCursor: null,
      },
    };
  });
  const [changed, added, foreign] = await screen.findAllByRole('listitem');
  if (!changed || !added || !foreign) throw new Error('There are three events.');
  expect(changed.textContent).toContain('Profile changedby Mira Master · from 10.0.0.7');
  const fields = within(changed)
    .getAllByRole('definition')
    .map((each) => each.textContent);
  // What stays is not repeated.
  expect(fields).toEqual(['Ada→Ada King', '+ Auditor+ CURATOR− EDITORS', '+ new']);
  expect(added.textContent).toContain('Role addedby someone unknown');
  expect(within(added).getByRole('definition').textContent).toBe('Auditor');
  expect(foreign.textContent).toContain('made.up');
});

it('shows what an event counted without a former value', async () => {
  await open(() => ({
    body: {
      data: [
        event(1, {
          action: 'user.offboarded',
          before: { status: 'ACTIVE', attempts: 1 },
          after: { status: 'DISABLED', attempts: 2, sessions: 12, invitationWithdrawn: false },
        }),
      ],
      hasMore: false,
      nextCursor: null,
    },
  }));
  const values = (await screen.findAllByRole('definition')).map((each) => each.textContent);
  expect(values).toEqual(['Active→Disabled', '1→2', '12', 'no']);
});

it('shows names for ids, and labels for provider fields and codes', async () => {
  fakeServer(({ url }) => {
    if (url.startsWith('/v1/organizational-units/n1?'))
      return { body: { id: 'n1', name: 'North' } };
    if (!url.includes('/events')) return { status: 404, body: { error: 'Not found' } };
    const data = [
      event(2, {
        action: 'identityProvider.changed',
        before: { clientAuthentication: 'none', endpoints: {}, groupRoles: {} },
        after: {
          clientAuthentication: 'client_secret_post',
          endpoints: { jwks: 'https://idp.example/keys' },
          groupRoles: { staff: 'AUDITOR' },
        },
      }),
      event(1, {
        action: 'unit.changed',
        before: { parentId: 'n1', newUserOrganizationalUnitId: null },
        after: { parentId: '0190aaaa-0000-7000-8000-000000000009' },
      }),
    ];
    return { body: { data, hasMore: false, nextCursor: null } };
  });
  await renderAt('/', () => <EventHistory subject="unit/u1" title="History" />);
  expect((await screen.findByRole('link', { name: 'North' })).getAttribute('href')).toBe(
    '/v1/organizational-units/n1',
  );
  const terms = screen.getAllByRole('term').map((each) => each.textContent);
  const values = screen.getAllByRole('definition').map((each) => each.textContent);
  expect(terms.map((term, index) => `${term}: ${values[index]}`)).toEqual([
    'Client authentication: No secret→Secret in the body',
    'Custom endpoints: nothing→Keys: https://idp.example/keys',
    'Roles by group: nothing→staff: Auditor',
    // Deleted or invisible items keep their id.
    'Parent unit: North→0190aaaa…000009',
  ]);
});

it('says for each event of a sign-in rule whom the rule is for', async () => {
  const everyone = { role: null, organizationalUnitId: null };
  const auditors = { role: 'AUDITOR', organizationalUnitId: null };
  await open(() => ({
    body: {
      data: [
        event(5, { action: 'signInRule.allDeleted', before: { rules: 2 } }),
        event(4, { action: 'signInRule.deleted', before: { ...everyone, maxSessions: 3 } }),
        event(3, {
          action: 'signInRule.changed',
          before: { ...auditors, idleMinutes: 30 },
          after: { ...auditors, idleMinutes: 15 },
        }),
        event(2, {
          action: 'signInRule.changed',
          before: { ...everyone, maxSessions: null },
          after: { ...everyone, maxSessions: 3 },
        }),
        event(1, { action: 'signInRule.created', after: { ...everyone, idleMinutes: 20 } }),
      ],
      hasMore: false,
      nextCursor: null,
    },
  }));
  const shown = (await screen.findAllByRole('listitem')).map((item) => {
    const values = within(item).getAllByRole('definition');
    return within(item)
      .getAllByRole('term')
      .map((term, index) => `${term.textContent}: ${values[index]?.textContent}`);
  });
  expect(shown).toEqual([
    ['Rules: 2'],
    ['Applies to: Everyone', 'Sessions at the same time: 3'],
    ['Role: Auditor', 'Ends when inactive for (minutes): 30→15'],
    ['Applies to: Everyone', 'Sessions at the same time: nothing→3'],
    ['Applies to: Everyone', 'Ends when inactive for (minutes): 20'],
  ]);
});

it('looks up the owner of a token by the kind that the event names', async () => {
  const asked: string[] = [];
  fakeServer(({ url }) => {
    if (url.includes('/events'))
      return {
        body: {
          data: [
            event(1, {
              action: 'token.created',
              after: { ownerId: 'x1', ownerKind: 'APPLICATION' },
            }),
          ],
          hasMore: false,
          nextCursor: null,
        },
      };
    if (url.endsWith('/x1')) asked.push(url);
    return url === '/v1/applications/x1'
      ? { body: { id: 'x1', name: 'Inventory scanner' } }
      : { status: 404, body: { error: 'Not found' } };
  });
  await renderAt('/', () => <EventHistory subject="token/t1" title="History" />);
  expect(await screen.findByRole('link', { name: 'Inventory scanner' })).toBeTruthy();
  // Asking for a user would log a 404 in the browser's console.
  expect(asked).toEqual(['/v1/applications/x1']);
});

it('shows what is outside the scope without name, id or link', async () => {
  await open(() => ({
    body: {
      data: [
        event(1, {
          id: 'e1',
          seq: null,
          actor: { id: '' },
          action: 'user.unitUnassigned',
          before: { organizationalUnit: { id: '' } },
          address: null,
        }),
      ],
      hasMore: false,
      nextCursor: null,
    },
  }));
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain('by a user you can’t see');
  expect(screen.getByRole('definition').textContent).toBe('not visible to you');
  expect(document.querySelector('li a')).toBeNull();
});

it('loads more events on request', async () => {
  const { user } = await open((url) => {
    const second = url.searchParams.get('cursor') === 'next';
    return {
      body: {
        data: [event(second ? 1 : 2, { action: second ? 'user.created' : 'password.changed' })],
        hasMore: !second,
        nextCursor: second ? null : 'next',
      },
    };
  });
  expect(await screen.findByText('Password changed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('User created')).toBeTruthy();
  expect(screen.getByText('Password changed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('is hidden when the service has no history', async () => {
  await open(() => ({ status: 404, body: { error: 'Not found' } }));
  expect(await screen.findByText('The page')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'History' })).toBeNull());
});

it('names the parts of a sample', async () => {
  await open(() => ({
    body: {
      data: [
        event(1, {
          action: 'auditSample.drawn',
          after: { sample: { id: 's1', number: '314', entries: [4, 15] } },
        }),
      ],
      hasMore: false,
      nextCursor: null,
    },
  }));
  const sample = await screen.findByRole('definition');
  expect(sample.textContent).toBe('ID: s1, Auditor’s number: 314, Entries drawn: 4, 15');
});

it('asks for no names of what the roles of the reader do not allow to see', async () => {
  localStorage.setItem('auth', accessTokenOf({ roles: ['AUDIT_LOG_READER'] }));
  const after = { organizationalUnitId: 'u-1', ownerId: 'o-1', identityProviderId: 'p-1' };
  const net = fakeServer(({ url }) => {
    if (url.includes('/roles'))
      return { body: [{ name: 'AUDIT_LOG_READER', permissions: ['events:read'] }] };
    if (url.includes('/events')) return { body: { data: [event(1, { after })], hasMore: false } };
    if (url === '/v1/partitions/all/users/o-1')
      return { body: { id: 'o-1', username: 'odo', name: 'Odo Owner' } };
    return { body: {} };
  });
  await renderAt('/', () => <EventHistory subject="user/u1" title="History" />);
  // An owner may also be a user, and the data service names those whom one shares a partition with.
  const odo = await screen.findByRole('link', { name: 'Odo Owner' });
  expect(odo.getAttribute('href')).toBe('/v1/partitions/all/users/o-1');
  expect(await screen.findByText('u-1 (not visible to you)')).toBeTruthy();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(
    net
      .lines()
      .filter((line) =>
        /GET \/v1\/(users|applications|organizational-units|identity-prov)/.test(line),
      ),
  ).toEqual([]);
});

it('says of a rule of a change policy without types that it is for all others', async () => {
  const rule = (types: string[] | null) => ({ types, approvals: 1 });
  await open(() => ({
    body: {
      data: [
        event(1, {
          action: 'changePolicy.changed',
          before: { rules: [] },
          after: { rules: [rule(null), rule(['PRODUCT'])] },
        }),
      ],
      hasMore: false,
      nextCursor: null,
    },
  }));
  const change = (await screen.findByText('Rules')).closest('div')?.textContent;
  expect(change).toContain('Types: all other types, Required approvals: 1');
  expect(change).toContain('Types: PRODUCT, Required approvals: 1');
});
