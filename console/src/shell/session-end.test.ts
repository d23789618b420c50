import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToken } from '@annals/contracts/api-tokens';
import { currentUser } from '@annals/contracts/user';
import { call } from '../platform/api/call.ts';
import { sessionPhase, showPageOf, storeSignIn, storedOwner } from '../platform/api/session.ts';
import { changeState, currentState } from '../platform/api/state.ts';
import { accessTokenOf, fakeServer } from '../platform/api/testing/fake-server.ts';
import { meetForeignServices } from '../platform/api/testing/foreign-services.ts';
import { followSession } from './session-end.ts';

const push = vi.fn<(path: string) => void>();

const loadNothing = async () => () => null;

/** Follows the session on the page with this address. */
function followOn(href: string, loadTakeOver = loadNothing): () => void {
  const [pathname] = href.split(/[?#]/, 1);
  const router = {
    latestLocation: { href, pathname },
    history: { push },
    subscribe: () => () => undefined,
  };
  return followSession(router as unknown as AnyRouter, loadNothing, loadTakeOver);
}

/** A call on a page is answered with 401, and there is no refresh token. */
async function endAt(href: string): Promise<void> {
  const stop = followOn(href);
  fakeServer(() => ({ status: 401, body: { error: 'Unauthorized' } }));
  await expect(call(currentUser, {})).rejects.toThrow('Not authenticated');
  stop();
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('auth', 'over');
  changeState({ user: { id: 'u' } });
  push.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

test('an ended session redirects to login with the full path and the stored identity provider', async () => {
  localStorage.setItem('idp', 'corp');
  await endAt('/v1/users?q=a');
  expect(push.mock.calls).toEqual([['/login?redirect=/v1/users%3Fq%3Da&idp=corp']]);
  expect(currentState().user).toBeUndefined();
});

test.each(['/login?idp=corp', '/set-password#token=t', '/reset', '/help/sign-in', '/a/oak'])(
  'an ended session does not lead away from %s, which needs none',
  async (href) => {
    await endAt(href);
    expect(push).not.toHaveBeenCalled();
    expect(currentState().user).toBeUndefined();
  },
);

const ada = { id: '', username: 'ada' };
const sameForAll = accessTokenOf({ sub: 'client' });
test.each([
  ['names nobody', 'opaque-1', 'the same person', { id: 'u' }, { id: 'u' }, 0],
  ['names nobody', 'opaque-1', 'somebody else', { id: 'u' }, { id: 'v' }, 1],
  [
    'has a subject that may be that of all',
    sameForAll,
    'the same person',
    { id: 'u' },
    { id: 'u' },
    0,
  ],
  [
    'has a subject that may be that of all',
    sameForAll,
    'somebody else',
    { id: 'u' },
    { id: 'v' },
    1,
  ],
  ['names nobody', 'opaque-1', 'the same person, by name', ada, { username: 'ada' }, 0],
  ['names nobody', 'opaque-1', 'somebody else, by name', ada, { userId: 2, username: 'bob' }, 1],
  ['names nobody', 'opaque-1', 'somebody', { id: '' }, { id: { oid: 'b' } }, 1],
])(
  'another tab signs in with a token that %s (%s): the service says that it is %s',
  async (_, accessToken, __, shown, stored, dialogs) => {
    changeState({ user: shown });
    meetForeignServices();
    storeSignIn({ accessToken, refreshToken: undefined });
    showPageOf(storedOwner());
    const loadTakeOver = vi.fn(loadNothing);
    const stop = followOn('/v1/users', loadTakeOver);
    const { requests } = fakeServer(({ url }) => ({
      body: url === '/v1/users/current' ? stored : {},
    }));
    storeSignIn({ accessToken, refreshToken: undefined });
    const save = call(createToken, {
      body: { description: 'd', scopes: ['read'], expiresDate: null },
    }).catch(() => undefined);
    await vi.waitFor(() => {
      expect(loadTakeOver).toHaveBeenCalledTimes(dialogs);
      expect(sessionPhase.get()).toBe(dialogs === 0 ? 'resumed' : 'takenOver');
    });
    if (dialogs === 1) sessionPhase.set('ended');
    await save;
    const saved = requests.filter(({ method }) => method === 'POST');
    expect(saved).toHaveLength(1 - dialogs);
    stop();
  },
);

const ofAda = accessTokenOf({ sub: 'ada' });
const ofGrace = accessTokenOf({ sub: 'grace' });
const leaveCache = () => Object.assign(new Event('pageshow'), { persisted: true });
const hearOfSignOut = () => new StorageEvent('storage', { key: 'auth', newValue: null });
test.each<[string, stored: string | null, () => Event, phase: string]>([
  ['returns from the cache of the browser', ofAda, leaveCache, 'begun'],
  ['returns from it after somebody else has signed in', ofGrace, leaveCache, 'takenOver'],
  ['returns from it after its person has signed out', null, leaveCache, 'ended'],
  ['hears that its person has signed out', null, hearOfSignOut, 'ended'],
  ['hears it after they have signed in again', ofAda, hearOfSignOut, 'begun'],
  ['hears it after somebody else has signed in', ofGrace, hearOfSignOut, 'takenOver'],
])('a page that %s', (_, stored, event, phase) => {
  localStorage.setItem('auth', ofAda);
  showPageOf(storedOwner());
  sessionPhase.set('begun');
  const stop = followOn('/v1/users');
  if (stored === null) localStorage.removeItem('auth');
  else localStorage.setItem('auth', stored);
  window.dispatchEvent(event());
  expect(sessionPhase.get()).toBe(phase);
  expect(localStorage.getItem('auth')).toBe(stored);
  expect(push).toHaveBeenCalledTimes(phase === 'ended' ? 1 : 0);
  stop();
  showPageOf(undefined);
  sessionPhase.set('begun');
});
