import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Answer } from './platform/api/testing/fake-server.ts';
import {
  alertText,
  bodiesOf,
  freshBrowserForEach,
  hello,
  openConsole,
  services,
  token,
  user,
} from './testing/open-console.tsx';

freshBrowserForEach();

const identityProviderId = '0190aaaa-0000-7000-8000-00000000000c';
const back = '/login?code=the-code&state=s-1';
const remember = (stored: object) =>
  sessionStorage.setItem(
    'annals.authorization.s-1',
    JSON.stringify({ returnTo: '/', identityProviderId, ...stored }),
  );
const tokens = { body: { accessToken: token, refreshToken: 'r' } };

describe('an existing account with the same email', () => {
  const confirmation = {
    confirmation: 'the-secret',
    identityProviderId,
    identityProviderName: 'Fjordline',
    email: 'ada@example.org',
    byEmail: true,
  };
  const removedCredentials = { password: true, sessions: 2, tokens: 1, factors: 0, identities: 0 };
  const asking = (over: (url: string) => Answer | undefined = () => undefined, more = {}) =>
    services(({ url }) =>
      url === '/v1/auth?type=IDENTITY_PROVIDER'
        ? { body: { ...confirmation, ...more } }
        : over(url),
    );

  test('is confirmed with a code from the email; removed sign-in methods are listed', async () => {
    remember({ purpose: 'signIn', returnTo: '/?x=1' });
    const net = asking((url) => {
      if (url === '/v1/auth/email-code') return { status: 202, body: {} };
      return url === '/v1/auth?type=EMAIL_CODE'
        ? { body: { accessToken: token, refreshToken: 'r', removedCredentials } }
        : undefined;
    });
    const router = openConsole(back);
    await screen.findByRole('heading', { name: 'Confirm that this account is yours' });
    expect(document.body.textContent).toContain('already an account with ada@example.org');
    expect(localStorage.getItem('auth')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
    const field = await screen.findByLabelText('Code');
    await userEvent.type(field, '1234 567{Enter}');
    expect(await screen.findByText('Enter the eight digits from the email.')).toBeTruthy();
    await userEvent.type(field, '8{Enter}');
    await screen.findByRole('heading', { name: 'Earlier sign-in methods were removed' });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'The password',
      '2 sessions',
      '1 token',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await hello();
    expect(router.state.location.href).toBe('/?x=1');
    expect(bodiesOf(net.requests, 'EMAIL_CODE')).toEqual([
      { challenge: 'the-secret', code: '12345678' },
    ]);
    expect(localStorage.getItem('idp')).toBe(identityProviderId);
  });

  test('requires the second factor after the code if the account has one', async () => {
    remember({ purpose: 'signIn' });
    asking((url) => {
      if (url === '/v1/auth/email-code') return { status: 202, body: {} };
      if (url === '/v1/auth?type=EMAIL_CODE')
        return { body: { challenge: 'c', methods: ['TOTP'], removedCredentials } };
      return url === '/v1/auth?type=SECOND_FACTOR' ? tokens : undefined;
    });
    openConsole(back);
    await userEvent.click(await screen.findByRole('button', { name: 'Email me a code' }));
    await userEvent.type(await screen.findByLabelText('Code'), '12345678{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await hello()).toBeTruthy();
  });

  test.each([
    ['invalid_email_code', 'The code is wrong'],
    ['confirmation_over', 'Sign in with the provider again'],
  ])('shows what to do after %s', async (code, words) => {
    remember({ purpose: 'signIn' });
    asking((url) => {
      if (url === '/v1/auth/email-code') return { status: 202, body: {} };
      return url === '/v1/auth?type=EMAIL_CODE'
        ? { status: 401, body: { error: 'x', code } }
        : undefined;
    });
    openConsole(back);
    await userEvent.click(await screen.findByRole('button', { name: 'Email me a code' }));
    await userEvent.type(await screen.findByLabelText('Code'), '12345678{Enter}');
    expect(await alertText()).toContain(words);
  });

  test.each([
    ['same email, linked', 'ada@example.org', ['https://id.example/authorize']],
    ['other email, not linked', 'grace@example.org', []],
  ])('is linked after signing in as before: %s', async (_, email, expected) => {
    remember({ purpose: 'signIn', returnTo: '/?x=1' });
    const left: unknown[] = [];
    const assign = vi
      .spyOn(window.location, 'assign')
      .mockImplementation((address) => void left.push(address));
    const net = asking((url) => {
      if (url === '/v1/users/current') return { body: { ...user, email } };
      return url === '/v1/users/current/identities'
        ? { body: { authorizationUrl: 'https://id.example/authorize', state: 's-2' } }
        : undefined;
    });
    openConsole(back);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in as before' }));
    await userEvent.type(await screen.findByLabelText('User name or email'), email);
    await userEvent.type(screen.getByLabelText('Password'), 'p{Enter}');
    // to the provider, or to the requested page
    await waitFor(() => {
      if (left.length === 0) screen.getByRole('heading', { name: 'Hello, Ada Lovelace' });
    });
    expect(left).toEqual(expected);
    const begun = net.lines().filter((line) => line === 'POST /v1/users/current/identities');
    expect(begun).toHaveLength(expected.length);
    expect(sessionStorage.getItem('annals.pendingLink')).toBeNull();
    assign.mockRestore();
  });

  test('offers no code when a code does not suffice', async () => {
    remember({ purpose: 'signIn' });
    asking(undefined, { byEmail: false });
    openConsole(back);
    await screen.findByRole('button', { name: 'Sign in as before' });
    expect(screen.queryByRole('button', { name: 'Email me a code' })).toBeNull();
    expect(document.body.textContent).toContain('ask a global master for help');
  });
});
