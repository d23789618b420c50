import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUser } from '@annals/contracts/user';
import { call } from '../api/call.ts';
import { changeState, currentState } from '../api/state.ts';
import { fakeServer } from '../api/testing/fake-server.ts';
import { followSession } from './session-end.ts';

const push = vi.fn<(path: string) => void>();

/** A call on a page is answered with 401, and there is no refresh token. */
async function endAt(href: string): Promise<void> {
  const pathname = href.split('?', 1)[0];
  const router = { latestLocation: { href, pathname }, history: { push } };
  const stop = followSession(router as unknown as AnyRouter, async () => () => null);
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

test('an ended session on the login page does not redirect', async () => {
  await endAt('/login?idp=corp');
  expect(push).not.toHaveBeenCalled();
});
