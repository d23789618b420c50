import { endSession } from '@annals/contracts/session';
import { call } from './call.ts';
import { isTakenOver, removeSession, showPageOf, stopForOther } from './session.ts';
import { clearUser } from './state.ts';

/** How long logout waits for the service, in milliseconds: a slow network must not prevent it. */
const timeoutMs = 3_000;

/** Ends the session at the service if it can be reached, and here in any case. */
export async function logout(): Promise<void> {
  // The call can wait for another one that gets no answer.
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([endServiceSession(), timeout]);
  // Somebody else has signed in in another tab: their session goes on.
  if (isTakenOver()) return stopForOther();
  removeSession();
  showPageOf(undefined);
  clearUser();
}

export async function endServiceSession(): Promise<void> {
  try {
    await call(endSession, {}, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    // If the service is down or does not support the call, the session still ends in this browser.
  }
}
