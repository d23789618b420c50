import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  alertText,
  asksForSignInOptions,
  bodiesOf,
  fillInPassword,
  freshBrowserForEach,
  hello,
  openConsole,
  services,
} from './testing/open-console.tsx';

freshBrowserForEach();

const corp = {
  id: '0190aaaa-0000-7000-8000-00000000000c',
  name: 'Corp',
  buttonLabel: 'Corp login',
};
const club = {
  id: '0190aaaa-0000-7000-8000-00000000000d',
  name: 'Club',
  buttonLabel: 'Club login',
};
const authorization = { authorizationUrl: 'https://id.example/authorize?x=1', state: 's-1' };
let assign: ReturnType<typeof vi.fn<(url: string | URL) => void>>;

beforeEach(() => {
  assign = vi.fn<(url: string | URL) => void>();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

function offering(open = true) {
  return services(({ url }) => {
    if (url === '/v1/auth/identity-providers?email=ada%40corp.example')
      return { body: { data: [corp] } };
    if (url.startsWith('/v1/auth/identity-providers?')) return { body: { data: [] } };
    if (url === '/v1/auth/identity-providers') return { body: { data: [club, corp] } };
    if (url === '/v1/auth/signup') return { body: { open } };
    if (url.endsWith('/authorization')) return { body: authorization };
    return undefined;
  });
}
const group = () => screen.findByRole('group', { name: 'Other ways to sign in' });
const labels = async () =>
  within(await group())
    .getAllByRole('button')
    .map((button) => button.textContent);

test('the form stays as it is when the services support no other ways to sign in', async () => {
  const net = services();
  openConsole('/login');
  await screen.findByLabelText('Password');
  await waitFor(() => expect(net.lines().filter(asksForSignInOptions)).toHaveLength(2));
  await fillInPassword('');
  expect(await screen.findByText('Enter your password.')).toBeTruthy();
  expect(screen.queryByRole('group')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
    '/reset',
  );
  // Without providers, the domain of an email is not looked up.
  expect(net.lines().filter((line) => line.includes('email='))).toEqual([]);
});

test('shows a sign-up link only when sign-up is open', async () => {
  offering(true);
  openConsole('/login');
  expect(
    (await screen.findByRole('link', { name: 'Create an account' })).getAttribute('href'),
  ).toBe('/signup');
  cleanup();
  offering(false);
  openConsole('/login');
  await group();
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
});

test('shows the provider from the URL first, else the one used last', async () => {
  offering();
  openConsole('/login');
  expect(await labels()).toEqual(['Club login', 'Corp login']);
  cleanup();
  localStorage.setItem('idp', corp.id);
  openConsole('/login');
  expect(await labels()).toEqual(['Corp login', 'Club login']);
  cleanup();
  openConsole(`/login?idp=${club.id}`);
  expect(await labels()).toEqual(['Club login', 'Corp login']);
});

test('opens the provider and stores target and purpose under the state', async () => {
  const net = offering();
  openConsole('/login?redirect=/v1/partitions');
  await userEvent.click(await screen.findByRole('button', { name: 'Corp login' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(authorization.authorizationUrl));
  expect(net.lines()).toContain(`POST /v1/auth/identity-providers/${corp.id}/authorization`);
  expect(JSON.parse(sessionStorage.getItem('annals.authorization.s-1') ?? '')).toEqual({
    purpose: 'signIn',
    returnTo: '/v1/partitions',
    identityProviderId: corp.id,
  });
  expect(localStorage.getItem('idp')).toBeNull();
});

test('does not open a provider address that is not a web address', async () => {
  services(({ url }) => {
    if (url === '/v1/auth/identity-providers') return { body: [corp] };
    return url.endsWith('/authorization')
      ? { body: { ...authorization, authorizationUrl: 'javascript:alert(1)' } }
      : undefined;
  });
  openConsole('/login');
  await userEvent.click(await screen.findByRole('button', { name: 'Corp login' }));
  expect(await alertText()).toContain('could not be started');
  expect(assign).not.toHaveBeenCalled();
});

test('leaving the email field shows the provider of its domain', async () => {
  offering();
  openConsole('/login');
  await group();
  await userEvent.type(screen.getByLabelText('User name or email'), 'ada@corp.example');
  await userEvent.tab();
  expect(await screen.findByText('Your organization signs in with Corp.')).toBeTruthy();
  expect(await labels()).toEqual(['Corp login', 'Club login']);
  await userEvent.type(screen.getByLabelText('User name or email'), 'x');
  expect(screen.queryByText('Your organization signs in with Corp.')).toBeNull();
});

test('an email of a provider’s domain without a password opens the provider', async () => {
  const net = offering();
  openConsole('/login');
  await userEvent.type(
    await screen.findByLabelText('User name or email'),
    'ada@corp.example{Enter}',
  );
  await waitFor(() => expect(assign).toHaveBeenCalledWith(authorization.authorizationUrl));
  expect(bodiesOf(net.requests, 'PASSWORD')).toEqual([]);
});

test('an email of a provider’s domain with a password signs in with the password', async () => {
  const net = offering();
  openConsole('/login');
  await fillInPassword('secret', 'ada@corp.example');
  await hello();
  expect(bodiesOf(net.requests, 'PASSWORD')).toEqual([
    { username: 'ada@corp.example', password: 'secret' },
  ]);
  expect(assign).not.toHaveBeenCalled();
});

test('an email without a provider requires a password', async () => {
  offering();
  openConsole('/login');
  await userEvent.type(
    await screen.findByLabelText('User name or email'),
    'ada@example.org{Enter}',
  );
  expect(await screen.findByText('Enter your password.')).toBeTruthy();
  expect(assign).not.toHaveBeenCalled();
});
