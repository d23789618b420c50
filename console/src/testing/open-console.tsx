import { MantineThemeProvider } from '@mantine/core';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from '../platform/api/announced.ts';
import { queryClient } from '../platform/api/query.ts';
import type { ProxyRequest } from '../platform/api/request.ts';
import { changeState, clearUser } from '../platform/api/state.ts';
import { accessTokenOf, fakeServer, type Answer } from '../platform/api/testing/fake-server.ts';
import { showPageOf } from '../platform/api/session.ts';
import { storageProblem } from '../platform/api/storage.ts';
import { loadSignInOver, loadTakeOver } from '../pages.ts';
import { createConsoleRouter } from '../routes.tsx';
import { issuedSecrets } from '../ui/secrets/issued-secrets.ts';
import { setLanguage } from '../platform/texts.ts';
import { followSession } from '../shell/session-end.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';

export const user = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  username: 'ada',
  name: 'Ada Lovelace',
};
export const token = accessTokenOf({ roles: ['USER'] });
export const partitions = [
  { id: '0190aaaa-0000-7000-8000-000000000002', partitionName: 'Product lifecycles' },
];

/** Our own service's response about roles, which shows that it supports more than the specification. */
export const ownRoles = {
  data: [{ name: 'USER', permissions: ['partitions:write'] }],
  nextCursor: null,
  hasMore: false,
};

/** Our services, of which only the specification's calls answer, and the given ones. */
export function services(
  over: (request: ProxyRequest) => Answer | Promise<Answer> | undefined = () => undefined,
) {
  return fakeServer((request) => {
    const special = over(request);
    if (special) return special;
    const path = request.url.split('?')[0];
    if (request.url.startsWith('/v1/auth?')) return { body: { accessToken: token } };
    if (path === '/v1/auth') return { body: {} };
    if (path === '/v1/users/current') return { body: user };
    if (path === '/v1/partitions/all/users/current') return { body: { id: user.id } };
    if (path === '/v1/partitions') return { body: partitions };
    return { status: 404, body: { error: 'Not Found' } };
  });
}

/** Whether a call only loads what the login page offers. */
export const asksForSignInOptions = (line: string) =>
  /^GET \/v1\/auth\/(?:identity-providers|signup)\b/.test(line);

let stopFollowing = (): void => undefined;

/** A fresh browser before its first page, which will come from our services. */
export function resetBrowser(): void {
  stopFollowing();
  localStorage.clear();
  sessionStorage.clear();
  storageProblem.set(undefined);
  issuedSecrets.set([]);
  setLanguage('en');
  showPageOf(undefined);
  clearUser();
  setAnnounced(serviceNames);
  changeState({
    initialized: false,
    env: { PRODUCT_NAME: 'annals', AUTHENTICATION_ENDPOINT: 'http://a' },
  });
}

/**
 * For all tests of a file: each starts in a fresh browser, which has this access token if one is given, and leaves
 * nothing behind.
 */
export function freshBrowserForEach(accessToken?: string): void {
  beforeEach(() => {
    resetBrowser();
    if (accessToken !== undefined) localStorage.setItem('auth', accessToken);
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Without layout, Mantine considers the target of a menu scrolled out of view, and hides the menu. */
const inSight = { components: { Popover: { defaultProps: { hideDetached: false } } } };

/** Opens the whole console at a path. */
export function openConsole(path: string): ReturnType<typeof createConsoleRouter> {
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }));
  stopFollowing();
  stopFollowing = followSession(router, loadSignInOver, loadTakeOver);
  render(
    <ThemeProvider>
      <MantineThemeProvider theme={inSight}>
        <RouterProvider router={router} />
      </MantineThemeProvider>
    </ThemeProvider>,
    { onCaughtError: () => undefined },
  );
  return router;
}

export const hello = () => screen.findByRole('heading', { name: 'Hello, Ada Lovelace' });

export const alertText = async () => (await screen.findByRole('alert')).textContent;

/** Submits the login form; without a password, its field stays empty. */
export async function fillInPassword(password = 'secret', username = 'ada@example.org') {
  await userEvent.type(await screen.findByLabelText('User name or email'), username);
  if (password !== '') await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

/** The bodies of POST /v1/auth with this type. */
export const bodiesOf = (requests: readonly ProxyRequest[], type: string) =>
  requests.filter(({ url }) => url === `/v1/auth?type=${type}`).map(({ data }) => data);
