// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './platform/api/query.ts';
import { storeSignIn } from './platform/api/session.ts';
import { currentState } from './platform/api/state.ts';
import { accessTokenOf } from './platform/api/testing/fake-server.ts';
import {
  asksForSignInOptions,
  freshBrowserForEach,
  openConsole,
  services,
} from './testing/open-console.tsx';

const ada = {
  id: '0190aaaa-0000-7000-8000-000000000011',
  username: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  status: 'ACTIVE',
  lang: 'en',
  mayChange: true,
  version: 3,
};
const grace = { ...ada, id: '0190aaaa-0000-7000-8000-000000000012', name: 'Grace Hopper' };
const page = `/v1/users/${ada.id}/edit`;
const loginAddress = `/login?redirect=${page}&idp=corp`;
const unauthorized = { status: 401, body: { error: 'Unauthorized' } };
const corp = { id: 'corp', name: 'Corp', buttonLabel: 'Corp login' };

let over: boolean;
let signedIn: typeof ada;
let net: ReturnType<typeof services>;
let router: ReturnType<typeof openConsole>;

freshBrowserForEach(accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
beforeEach(() => {
  localStorage.setItem('idp', 'corp');
  over = false;
  signedIn = ada;
  net = services(({ url, method, headers }) => {
    if (url.startsWith('/v1/auth/identity-providers'))
      return { body: { data: [corp], nextCursor: null, hasMore: false } };
    if (url.startsWith('/v1/auth?')) {
      over = false;
      return { body: { accessToken: accessTokenOf({ roles: ['GLOBAL_MASTER'] }, 'new') } };
    }
    if (over && headers['Authorization'] !== undefined) return unauthorized;
    if (url === '/v1/users/current') return { body: signedIn };
    if (url === '/authentication/v1/roles')
      return { body: [{ name: 'GLOBAL_MASTER', permissions: ['users:write'], mayGrant: true }] };
    if (url !== `/v1/users/${ada.id}`) return undefined;
    return { body: method === 'GET' ? ada : { ...ada, version: 4 } };
  });
});

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
const save = () => screen.getByRole('button', { name: /^Save/ });
const writes = () =>
  net.requests.filter(({ method, url }) => method !== 'GET' && !url.startsWith('/v1/auth'));
const calls = () => net.lines().filter((line) => !asksForSignInOptions(line));

/** Saves the edit form with a changed name after the session has ended. */
async function saveTooLate() {
  router = openConsole(page);
  await screen.findByRole('textbox', { name: /^Name/ });
  await userEvent.type(name(), ' Byron');
  over = true;
  await userEvent.click(save());
  return screen.findByRole('dialog', { name: 'Your session has ended' });
}

async function signIn(dialog: HTMLElement) {
  await userEvent.type(await within(dialog).findByLabelText('Password'), 'secret');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
}

/** Another tab signs Grace in. */
function signInElsewhere() {
  storeSignIn({ accessToken: accessTokenOf({ sub: grace.id }), refreshToken: undefined });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: 'x' }));
  });
}

const isBack = () => waitFor(() => expect(router.history.location.href).toBe(page));

test('keeps a changed form under the sign-in dialog, with the URL of the login page', async () => {
  const dialog = await saveTooLate();
  expect(router.history.location.href).toBe(loginAddress);
  expect(router.state.location.pathname).toBe(page);
  expect(localStorage.getItem('auth')).toBeNull();
  expect(within(dialog).getByText('Not authenticated')).toBeTruthy();
  expect(within(dialog).getByLabelText('User name or email')).toHaveProperty('value', 'ada');

  await signIn(dialog);
  await isBack();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.maskedLocation).toBeUndefined();
  expect(name().value).toBe('Ada Lovelace Byron');
  expect(document.activeElement).toBe(save());
  expect(screen.getByRole('alert').textContent).toContain('Your session had ended');
  expect(writes()).toEqual([]);

  await userEvent.click(save());
  await waitFor(() => expect(router.state.location.pathname).toBe(`/v1/users/${ada.id}`));
  expect(writes()).toMatchObject([
    { data: { name: 'Ada Lovelace Byron' }, headers: { 'If-Match': '"3"' } },
  ]);
});

test('sends no requests while the dialog is open, and repeats them after sign-in', async () => {
  const dialog = await saveTooLate();
  const before = calls().length;
  const asking = queryClient.invalidateQueries();
  await within(dialog).findByRole('link', { name: 'Corp login' });
  expect(calls().slice(before)).toEqual([]);
  await signIn(dialog);
  await isBack();
  await asking;
  await waitFor(() => expect(calls().slice(before)).toContain(`GET /v1/users/${ada.id}`));
  expect(name().value).toBe('Ada Lovelace Byron');
});

test('opens a provider in another tab and notices the sign-in there', async () => {
  const dialog = await saveTooLate();
  const way = await within(dialog).findByRole('link', { name: 'Corp login' });
  expect([way.getAttribute('href'), way.getAttribute('target')]).toEqual([
    '/login?idp=corp',
    '_blank',
  ]);
  over = false;
  localStorage.setItem('auth', accessTokenOf({ roles: [] }, 'elsewhere'));
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: 'x' }));
  });
  await isBack();
  expect(name().value).toBe('Ada Lovelace Byron');
});

test('does not send one user’s input as another user', async () => {
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue(undefined);
  const dialog = await saveTooLate();
  void queryClient.invalidateQueries();
  signedIn = grace;
  const before = calls().length;
  await signIn(dialog);
  await screen.findByText(/You are signed in as Grace Hopper\..*belong to Ada Lovelace/);
  expect(calls().slice(before)).toEqual([
    'POST /v1/auth?type=PASSWORD',
    'GET /v1/auth',
    'GET /v1/users/current',
  ]);
  expect(currentState().user?.id).toBe(ada.id);
  expect(router.history.location.href).toBe(loginAddress);

  await userEvent.click(screen.getByRole('button', { name: 'Sign in as Ada Lovelace' }));
  await screen.findByLabelText('Password');
  expect(localStorage.getItem('auth')).toBeNull();
  await signIn(screen.getByRole('dialog'));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Discard changes and continue as Grace Hopper' }),
  );
  expect(replace).toHaveBeenCalledWith(page);
  expect(writes()).toEqual([]);
});

test('leaves the page for the login page only after confirmation', async () => {
  const dialog = await saveTooLate();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave the page instead' }));
  expect(within(dialog).getByText(/will be lost/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
  await screen.findByRole('heading', { name: 'Sign in to Annals' });
  expect(router.state.location.href).toBe(loginAddress);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(currentState().user).toBeUndefined();
  await userEvent.type(await screen.findByLabelText('Password'), 'secret');
  await userEvent.type(screen.getByLabelText('User name or email'), 'ada');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await isBack();
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })).value).toBe(
    'Ada Lovelace',
  );
});

test('a logout in another tab keeps a changed form, but replaces an unchanged one with the login page', async () => {
  router = openConsole(page);
  await screen.findByRole('textbox', { name: /^Name/ });
  const logOutElsewhere = () => {
    localStorage.removeItem('auth');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: null }));
    });
  };
  await userEvent.type(name(), '!');
  logOutElsewhere();
  await signIn(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  await isBack();
  expect(name().value).toBe('Ada Lovelace!');
  await userEvent.type(name(), '{Backspace}');
  logOutElsewhere();
  await screen.findByRole('heading', { name: 'Sign in to Annals' });
  expect(router.state.location.href).toBe(loginAddress);
});

test.each([
  ['/login', 'User name or email'],
  ['/reset', 'Email'],
])('a form on %s is kept while somebody else signs in in another tab', async (path, label) => {
  openConsole(path);
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await userEvent.type(field, 'grace@example.org');
  signedIn = grace;
  signInElsewhere();
  expect(currentState()).toMatchObject({ initialized: false, user: undefined });
  expect(screen.getByLabelText(label)).toBe(field);
  await waitFor(() => expect(currentState()).toMatchObject({ initialized: true, user: grace }));
  expect(screen.getByLabelText(label)).toBe(field);
  expect(field.value).toBe('grace@example.org');
});

test('the notice that somebody else has signed in does not stay over the login page', async () => {
  router = openConsole('/login');
  await screen.findByRole('heading', { name: 'Sign in to Annals' });
  act(() => router.history.push(page));
  await screen.findByRole('textbox', { name: /^Name/ });
  signedIn = grace;
  signInElsewhere();
  await screen.findByRole('dialog', { name: 'Someone else has signed in' });
  act(() => router.history.back());
  await screen.findByRole('heading', { name: 'Sign in to Annals' });
  await userEvent.type(screen.getByLabelText('User name or email'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  signedIn = ada;
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(currentState().user?.id).toBe(ada.id));
  await screen.findByRole('heading', { name: 'Hello, Ada Lovelace' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Logout asks for confirmation before it discards unsaved changes', async () => {
  router = openConsole(page);
  await screen.findByRole('textbox', { name: /^Name/ });
  await userEvent.type(name(), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect([name().value, localStorage.getItem('auth')]).toEqual([
    'Ada Lovelace!',
    expect.anything(),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByRole('heading', { name: 'Sign in to Annals' });
  expect([router.state.location.href, localStorage.getItem('auth')]).toEqual(['/login', null]);
});
