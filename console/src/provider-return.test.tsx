import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { storedTrial } from './platform/api/provider-authorization.ts';
import type { Answer } from './platform/api/testing/fake-server.ts';
import {
  alertText,
  asksForSignInOptions,
  bodiesOf,
  freshBrowserForEach,
  hello,
  openConsole,
  services,
  token,
} from './testing/open-console.tsx';

freshBrowserForEach();

const identityProviderId = '0190aaaa-0000-7000-8000-00000000000c';
const back = '/login?code=the-code&state=s-1&iss=https://id.example&session_state=x';

const remember = (stored: object) =>
  sessionStorage.setItem(
    'annals.authorization.s-1',
    JSON.stringify({ returnTo: '/', identityProviderId, ...stored }),
  );
const answering = (answer: Answer) =>
  services(({ url }) => (url === '/v1/auth?type=IDENTITY_PROVIDER' ? answer : undefined));
const tokens = { body: { accessToken: token, refreshToken: 'r' } };

describe('sign-in with a provider', () => {
  test('opens the requested page and stores the provider for next time', async () => {
    remember({ purpose: 'signIn', returnTo: '/?x=1' });
    const net = answering(tokens);
    const router = openConsole(back);
    const addresses: string[] = [];
    router.subscribe('onRendered', ({ toLocation }) => addresses.push(toLocation.href));
    await hello();
    expect(router.state.location.href).toBe('/?x=1');
    expect(addresses.filter((address) => address.includes('the-code'))).toEqual([]);
    expect(bodiesOf(net.requests, 'IDENTITY_PROVIDER')).toEqual([
      { code: 'the-code', state: 's-1', iss: 'https://id.example' },
    ]);
    expect([localStorage.getItem('idp'), localStorage.getItem('refreshToken')]).toEqual([
      identityProviderId,
      'r',
    ]);
    expect(sessionStorage.length).toBe(0);
  });

  test('removes code and state from the URL before the first request', async () => {
    remember({ purpose: 'signIn' });
    localStorage.setItem('auth', token);
    const addresses: string[] = [];
    const net = services(() => {
      addresses.push(router.history.location.href);
      return undefined;
    });
    const router = openConsole(back);
    await hello();
    expect(net.requests.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => /code|state/.test(address))).toEqual([]);
  });

  test('asks for the second factor, and stores the provider only afterwards', async () => {
    remember({ purpose: 'signIn' });
    services(({ url }) => {
      if (url === '/v1/auth?type=IDENTITY_PROVIDER')
        return { body: { challenge: 'c', methods: ['TOTP'] } };
      return url === '/v1/auth?type=SECOND_FACTOR' ? tokens : undefined;
    });
    openConsole(back);
    const field = await screen.findByLabelText('Code');
    expect(localStorage.getItem('idp')).toBeNull();
    await userEvent.type(field, '123456{Enter}');
    await hello();
    expect(localStorage.getItem('idp')).toBe(identityProviderId);
  });

  test.each([
    ['an address outside the console', 'https://evil.example/v1/users'],
    ['the login page itself', '/login?x=1'],
  ])('does not redirect to %s', async (_, returnTo) => {
    remember({ purpose: 'signIn', returnTo });
    answering(tokens);
    const router = openConsole(back);
    await hello();
    expect(router.state.location.href).toBe('/');
  });

  test.each([
    ['expired state', 401, 'state_unknown', 'rejected the response'],
    ['user without an account', 403, 'not_provisioned', 'no account here for this provider'],
    ['unreachable provider', 401, 'provider_unreachable', 'cannot be reached'],
    ['reason of another service', 403, 'house_rule', 'Only on Mondays.'],
  ])('shows the reason and a way back to the form: %s', async (_, status, code, words) => {
    remember({ purpose: 'signIn', returnTo: '/v1/partitions' });
    answering({ status, body: { error: 'x', code, message: 'Only on Mondays.' } });
    const router = openConsole(back);
    await screen.findByRole('heading', { name: 'You are not signed in' });
    expect(await alertText()).toContain(words);
    expect(localStorage.getItem('idp')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Go to sign-in' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(router.state.location.href).toBe('/login?redirect=/v1/partitions');
  });
});

describe('a response that this tab did not request', () => {
  test.each([
    ['unknown state', '/login?code=stolen&state=other'],
    ['no state', '/login?code=stolen'],
    ['error with an unknown state', '/login?error=access_denied&state=other'],
  ])('is rejected without a request: %s', async (_, path) => {
    remember({ purpose: 'signIn' });
    const net = answering(tokens);
    const router = openConsole(path);
    expect(await alertText()).toContain(
      'does not belong to a sign-in that was started in this tab',
    );
    expect(router.state.location.href).toBe('/login');
    expect(net.lines().filter((line) => !asksForSignInOptions(line))).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Go to sign-in' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  test('is rejected when its state has already been used', async () => {
    remember({ purpose: 'signIn' });
    answering({ status: 503, body: { error: 'away' } });
    openConsole(back);
    await screen.findByRole('heading', { name: 'You are not signed in' });
    cleanup();
    openConsole(back);
    expect(await alertText()).toContain('does not belong to a sign-in');
  });
});

test.each([
  ['access_denied', 'cancelled, or the provider refused it'],
  ['temporarily_unavailable', 'has a problem at the moment'],
  ['invalid_scope', '(invalid_scope)'],
  ['Call 0900 now to be let in', 'The provider refused the sign-in. Tell'],
])('explains the provider error %j without showing text from the URL', async (error, words) => {
  remember({ purpose: 'signIn' });
  const net = answering(tokens);
  openConsole(`/login?state=s-1&error=${encodeURIComponent(error)}&error_description=Trust+me`);
  expect(await alertText()).toContain(words);
  expect(document.body.textContent).not.toContain('0900');
  expect(document.body.textContent).not.toContain('Trust me');
  expect(bodiesOf(net.requests, 'IDENTITY_PROVIDER')).toEqual([]);
});

describe('with an active session', () => {
  beforeEach(() => localStorage.setItem('auth', token));

  test('links an account and returns with a confirmation', async () => {
    remember({ purpose: 'link', returnTo: '/?tab=identities' });
    answering({ body: { linked: { identityProviderId } } });
    const router = openConsole(back);
    expect(await screen.findByText('The account at the provider is linked to yours.')).toBeTruthy();
    await hello();
    expect(router.state.location.href).toBe('/?tab=identities');
    expect(localStorage.getItem('auth')).toBe(token);
  });

  test('shows why an account was not linked, and returns', async () => {
    remember({ purpose: 'link', returnTo: '/?tab=identities' });
    answering({ status: 409, body: { error: 'Conflict', code: 'identity_taken' } });
    const router = openConsole(back);
    await screen.findByRole('heading', { name: 'The account was not linked' });
    expect(await alertText()).toContain('linked to another user');
    await userEvent.click(screen.getByRole('button', { name: 'Back to the console' }));
    await hello();
    expect(router.state.location.href).toBe('/?tab=identities');
  });

  test('stores the result of a test sign-in for the page of the provider', async () => {
    remember({ purpose: 'trial' });
    const trial = {
      identityProviderId,
      claims: { sub: '7' },
      user: { subject: '7' },
      outcome: 'CREATE',
    };
    answering({ body: { trial } });
    const router = openConsole(back);
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/v1/identity-providers/${identityProviderId}`),
    );
    expect(storedTrial('another')).toBeUndefined();
    expect(storedTrial(identityProviderId)).toEqual(trial);
    expect(localStorage.getItem('idp')).toBeNull();
  });
});
