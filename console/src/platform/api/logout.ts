import { signOut } from '@annals/contracts/session';
import { call, type CallOptions } from './call.ts';
import { isTakenOver, removeSession, showPageOf, stopForOther, storedAuth } from './session.ts';
import { clearUser } from './state.ts';

/** How long logout waits for the service, in milliseconds: a slow network must not prevent it. */
const timeoutMs = 3_000;

/**
 * Ends the session at the service if it can be reached, and here in any case.
 * @returns where the browser has to go to sign out at the identity provider, if it has to
 */
export async function logout(): Promise<string | undefined> {
  const providerSignOutUrl = await endServiceSession();
  // Somebody else has signed in in another tab: their session goes on.
  if (isTakenOver()) {
    stopForOther();
    return undefined;
  }
  removeSession();
  showPageOf(undefined);
  clearUser();
  return providerSignOutUrl;
}

/** If the service is down, slow or does not have the call, the session still ends in this browser. */
export async function endServiceSession(options: CallOptions = {}): Promise<string | undefined> {
  // Another tab has ended it already.
  if (storedAuth() === null) return undefined;
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = signOutAt({ ...options, signal }).catch(() => undefined);
  // The call can wait for another one that gets no answer.
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  return Promise.race([ended, timeout]);
}

async function signOutAt(options: CallOptions): Promise<string | undefined> {
  const { providerSignOutUrl } = await call(signOut, {}, options);
  return typeof providerSignOutUrl === 'string' && /^https?:\/\//.test(providerSignOutUrl)
    ? providerSignOutUrl
    : undefined;
}

/** Ends the session of another person who has signed in while this page was open. */
export async function endOtherSession(): Promise<void> {
  await endServiceSession({ whileInterrupted: true, ofAnyone: true });
  removeSession();
}
