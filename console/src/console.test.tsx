import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from './platform/api/query.ts';
import { currentState } from './platform/api/state.ts';
import {
  asksForSignInOptions,
  fillInPassword,
  freshBrowserForEach,
  openConsole,
  partitions,
  services,
  token,
} from './testing/open-console.tsx';

let router: ReturnType<typeof openConsole>;

function open(path: string) {
  router = openConsole(path);
}

const address = () => router.state.location;

freshBrowserForEach();

/** The content of the first page. */
const isOfHome =
  /^GET (?:\/authentication)?\/v1\/(?:roles|partitions\?|subscriptions\/unseen|users\/[^/]+\/sessions|partitions\/all\/(?:change-sets|webhooks|versions-per-day|users\/[^/]+\/objects))/;

describe('without stored auth', () => {
  test('a page redirects to login with its full path, and sign-in returns to it', async () => {
    localStorage.setItem('idp', 'corp');
    const net = services();
    open('/?from=mail');
    await screen.findByText('Sign in to continue.');
    // No service has refused anything.
    expect(screen.queryByText(/Not authenticated/)).toBeNull();
    expect(address().pathname).toBe('/login');
    expect(address().search).toEqual({ redirect: '/?from=mail', idp: 'corp' });
    expect(net.lines().filter((line) => !asksForSignInOptions(line))).toEqual([]);
    await fillInPassword('secret', 'ada');
    await screen.findByRole('heading', { name: 'Hello, Ada Lovelace' });
    expect(address().href).toBe('/?from=mail');
    expect(
      net
        .lines()
        .filter(
          (line) =>
            !/^GET \/v1\/auth$/.test(line) && !isOfHome.test(line) && !asksForSignInOptions(line),
        ),
    ).toEqual([
      'POST /v1/auth?type=PASSWORD',
      'GET /v1/users/current',
      'GET /v1/partitions/all/users/current',
      'PUT /v1/partitions/all/users/current/visit',
    ]);
  });

  test('unknown user and wrong password show the same message, and the form can be sent again', async () => {
    services((request) =>
      request.method === 'POST' ? { status: 401, body: { error: 'Unauthorized' } } : undefined,
    );
    open('/login');
    await fillInPassword('x', 'nobody');
    expect((await screen.findByRole('alert')).textContent).toBe('User name or password is wrong.');
    expect(address().href).toBe('/login');
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', false);
  });

  test('too many attempts show when to try again', async () => {
    services((request) =>
      request.method === 'POST'
        ? { status: 429, body: { error: 'x' }, headers: { 'retry-after': '42' } }
        : undefined,
    );
    open('/login');
    await fillInPassword('x', 'ada');
    expect((await screen.findByRole('alert')).textContent).toContain('Try again in 42 seconds.');
  });

  test('an empty form is not sent, and the first empty field gets the focus', async () => {
    const net = services();
    open('/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Enter your user name or email.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('User name or email'));
    expect(net.lines().filter((line) => !asksForSignInOptions(line))).toEqual([]);
  });
});

describe('with stored auth', () => {
  beforeEach(() => localStorage.setItem('auth', token));

  test('pages render in the shell after start-up', async () => {
    services();
    open('/');
    expect(screen.queryByRole('navigation')).toBeNull();
    await screen.findByRole('heading', { name: 'Hello, Ada Lovelace' });
    expect(
      (await screen.findByRole('link', { name: /Product lifecycles/ })).getAttribute('href'),
    ).toBe(`/v1/partitions/${partitions[0]?.id}`);
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
    expect(document.title).toBe('Hello, Ada Lovelace · Annals');
  });

  test.each(['/nowhere', '/v1/partitions//objects', '/v1/users/%20/nothing'])(
    '%s is not found',
    async (path) => {
      const net = services();
      open(path);
      await screen.findByRole('heading', { name: 'Page Not Found' });
      expect(screen.getByText(`Page Not Found: ${decodeURI(path)}`)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
      expect(document.title).toBe('Page Not Found · Annals');
      expect(net.lines().filter((line) => line.includes('/objects'))).toEqual([]);
    },
  );

  test('a failed start-up shows the generic error page with a request id and Try again', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    let away = true;
    services((request) =>
      away && request.url === '/v1/users/current'
        ? { status: 503, body: { error: 'away', requestId: 'req-77' } }
        : undefined,
    );
    open('/');
    await screen.findByRole('heading', { name: 'Internal Server Error' });
    expect(screen.getByText('req-77')).toBeTruthy();
    away = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Hello, Ada Lovelace' });
  });

  test('an expired session redirects to login with the path, and sign-in returns to it', async () => {
    let over = false;
    services((request) =>
      over && request.method === 'GET'
        ? { status: 401, body: { error: 'Unauthorized' } }
        : undefined,
    );
    open('/?x=1');
    await screen.findByRole('link', { name: /Product lifecycles/ });
    over = true;
    await queryClient.invalidateQueries();
    await screen.findByText('Not authenticated');
    expect(address().search).toEqual({ redirect: '/?x=1' });
    expect(localStorage.getItem('auth')).toBeNull();
    over = false;
    await fillInPassword('secret', 'ada');
    await waitFor(() => expect(address().href).toBe('/?x=1'));
  });

  test('Logout removes the session, the user and cached data', async () => {
    localStorage.setItem('refreshToken', 'r');
    localStorage.setItem('idp', 'i');
    services();
    open('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Sign in to Annals' });
    expect(address().href).toBe('/login');
    expect(['auth', 'refreshToken', 'idp'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
    ]);
    expect(currentState().user).toBeUndefined();
    await waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]));
  });
});
