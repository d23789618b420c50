import { endSession } from '@annals/contracts/session';
import { call, type CallOptions } from './call.ts';
import { isTakenOver, removeSession, showPageOf, stopForOther, storedAuth } from './session.ts';
import { clearUser } from './state.ts';

/** How long logout waits for the service, in milliseconds: a slow network must not prevent it. */
const timeoutMs = 3_000;

/** Ends the session at the service if it can be reached, and here in any case. */
export async function logout(): Promise<void> {
  await endServiceSession();
  // Somebody else has signed in in another tab: their session goes on.
  if (isTakenOver()) return stopForOther();
  removeSession();
  showPageOf(undefined);
  clearUser();
}

/** If the service is down, slow or does not have the call, the session still ends in this browser. */
export async function endServiceSession(options: CallOptions = {}): Promise<void> {
  // Another tab has ended it already.
  if (storedAuth() === null) return;
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = call(endSession, {}, { ...options, signal }).catch(() => undefined);
  // The call can wait for another one that gets no answer.
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([ended, timeout]);
}

/** Ends the session of another person who has signed in while this page was open. */
export async function endOtherSession(): Promise<void> {
  await endServiceSession({ whileInterrupted: true, ofAnyone: true });
  removeSession();
}
