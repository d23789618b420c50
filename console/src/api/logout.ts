import { endSession } from '@annals/contracts/session';
import { call } from './call.ts';
import { removeSession } from './session.ts';
import { clearUser } from './state.ts';

/** How long logout waits for the service, in milliseconds: nobody is kept signed in by a slow network. */
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
    // A service that is away or does not know the call: the session is over in this browser all the same.
  }
}
