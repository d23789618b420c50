// @vitest-environment happy-dom
import { say } from '@annals/contracts/messages';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { button, factor, openAccount, signIn, signOut, user } from './open-account.testing.ts';
import { meetForeignServices } from '../../platform/api/testing/foreign-services.ts';

beforeEach(signIn);
afterEach(signOut);

const invitation = {
  id: '0190aaaa-0000-7000-8000-000000000009',
  userId: '0190aaaa-0000-7000-8000-000000000008',
  email: 'grace@example.org',
  state: 'FAILED',
  failure: say('mailServerSaid', { said: '550 no such mailbox' }),
  createdDate: '2026-01-01T00:00:00Z',
  sentDate: null,
  openedDate: null,
  acceptedDate: null,
  expiresDate: null,
};
const tabNames = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

test('a user without permissions over others sees only their own account, without “Invite”', async () => {
  await openAccount('people', () => undefined);
  expect(await screen.findByText('ada@example.org')).toBeTruthy();
  expect(tabNames()).toEqual(['My account', 'Security', 'Sessions', 'Roles and units']);
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
});

test('the search of people says that it also finds user names and addresses', async () => {
  await openAccount('people', () => undefined, ['ORG_ADMIN']);
  expect(await screen.findByPlaceholderText('Name, user name or email…')).toBeTruthy();
});

test('has only what a service of another vendor offers', async () => {
  meetForeignServices();
  await openAccount('security', () => undefined, ['ORG_ADMIN']);
  expect(await screen.findByText('ada@example.org')).toBeTruthy();
  expect(tabNames()).toEqual(['My account', 'Roles and units']);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('My account');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('marks the current session, and ends another one after confirmation', async () => {
  const at = '2026-01-01T00:00:00Z';
  const { user: person, sent } = await openAccount('sessions', (line) => {
    if (line === 'GET /v1/users/current/sessions')
      return {
        body: [
          {
            id: factor.id,
            current: false,
            userAgent: 'curl/8.5.0',
            createdDate: at,
            lastSeenDate: at,
          },
          {
            id: user.id,
            current: true,
            userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
            createdDate: at,
            lastSeenDate: at,
          },
        ],
      };
    return line === `DELETE /v1/users/current/sessions/${factor.id}` ? { status: 204 } : undefined;
  });
  const own = (await screen.findByText('This session')).closest('tr');
  expect(own?.textContent).toContain('Firefox on Linux');
  expect(own?.querySelector('button')).toBeNull();
  expect(own?.nextElementSibling?.textContent).toContain('curl/8.5.0');
  await person.click(await button('End: curl/8.5.0'));
  expect(sent(`DELETE /v1/users/current/sessions/${factor.id}`)).toHaveLength(0);
  await person.click(await button('End'));
  await expect.poll(() => sent(`DELETE /v1/users/current/sessions/${factor.id}`)).toHaveLength(1);
});

test('shows why an invitation email was rejected, and shows a new invitation link once', async () => {
  const { user: person, sent } = await openAccount(
    'invitations',
    (line) => {
      if (line === 'GET /v1/users/invitations') return { body: [invitation] };
      if (line === `POST /v1/users/invitations/${invitation.id}/link`)
        return { body: { link: 'http://a/set-password#t', expiresDate: '2026-02-01T00:00:00Z' } };
      return undefined;
    },
    ['ORG_ADMIN'],
  );
  expect(await screen.findByText('The mail server said: 550 no such mailbox')).toBeTruthy();
  const [, row] = screen.getAllByRole('checkbox');
  if (row) await person.click(row);
  await person.click(await button('Copy link'));
  expect(sent(`POST /v1/users/invitations/${invitation.id}/link`)).toHaveLength(0);
  await person.click(await button('Create link'));
  expect(await screen.findByText('http://a/set-password#t')).toBeTruthy();
  await person.click(await button('I have stored it'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});
