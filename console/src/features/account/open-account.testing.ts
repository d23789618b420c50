import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { createElement } from 'react';
import { vi } from 'vitest';
import { Reauthentication } from '../../domain/reauthentication/Reauthentication.tsx';
import { queryClient } from '../../platform/api/query.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { sessionPhase, showPageOf } from '../../platform/api/session.ts';
import { changeState, clearUser } from '../../platform/api/state.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { setLanguage } from '../../platform/texts.ts';
import { AccountPage } from './AccountPage.tsx';

/** The signed-in user. */
export const user = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  username: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  lang: 'en',
  roles: ['USER'],
  version: 3,
};
export const factor = {
  id: '0190aaaa-0000-7000-8000-000000000007',
  kind: 'TOTP',
  name: 'Phone',
  createdDate: '2026-01-01T00:00:00Z',
  lastUsedDate: null,
};
const roles = [
  { name: 'USER', permissions: [], mayGrant: true },
  { name: 'ORG_ADMIN', permissions: ['users:read', 'users:write'], scope: 'unit' },
];
/** To be called before each test. */
export function signIn(): void {
  setLanguage('en');
  changeState({ user, isGlobalMaster: false });
}

/** To be called after each test. */
export function signOut(): void {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  clearUser();
  showPageOf(undefined);
  sessionPhase.set('begun');
  vi.unstubAllGlobals();
}

/** Opens the page as a user with these roles, on a service that has the specification's calls and the given ones. */
export async function openAccount(
  tab: string,
  answer: (line: string, request: ProxyRequest) => Answer | undefined,
  held = ['USER'],
) {
  localStorage.setItem('auth', accessTokenOf({ roles: held }));
  const net = fakeServer((request) => {
    const [path = ''] = request.url.split('?');
    const line = `${request.method} ${path}`;
    const special = answer(line, request);
    if (special) return special;
    if (line === 'GET /v1/auth') return { body: {} };
    if (line === 'GET /v1/users/current') return { body: user };
    if (line === 'GET /authentication/v1/roles') return { body: roles };
    if (line === 'GET /v1/users/current/identities') return { body: [] };
    if (line === 'GET /v1/users/current/trusted-devices') return { body: [] };
    return { status: 404, body: { error: 'Not Found' } };
  });
  const view = await renderAt(`/user-management?tab=${tab}`, () =>
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(AccountPage),
      createElement(Reauthentication),
    ),
  );
  const sent = (line: string) =>
    net.requests.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === line);
  return { ...view, sent };
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
