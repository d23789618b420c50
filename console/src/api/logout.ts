import { endSession } from '@annals/contracts/session';
import { call } from './call.ts';
import { removeSession } from './session.ts';
import { clearUser } from './state.ts';

/** How long logout waits for the service, in milliseconds: a slow network must not prevent it. */
const timeoutMs = 3_000;

/** Ends the session at the service if it can be reached, and here in any case. */
export async function logout(): Promise<void> {
  await endServiceSession();
  removeSession();
  clearUser();
}

export async function endServiceSession(): Promise<void> {
  try {
    await call(endSession, {}, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    // If the service is down or does not support the call, the session still ends in this browser.
  }
}
