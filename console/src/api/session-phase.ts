import { NotAuthenticated } from './errors.ts';
import { removeAuth } from './session.ts';
import { createStore } from './store.ts';

/**
 * `begun`: after a sign-in, and before the first. `lost`: the service no longer accepts it; shell/session-end.ts decides
 * at once between the two that follow. `interrupted`: the person signs in again over a page with something unsaved, whose
 * calls wait. `resumed`: they have. `ended`: the login page follows.
 */
type SessionPhase = 'begun' | 'lost' | 'interrupted' | 'resumed' | 'ended';

/** Where the session of this tab stands. */
export const sessionPhase = createStore<SessionPhase>('begun');

export function isInterrupted(): boolean {
  return sessionPhase.get() === 'interrupted';
}

/** The session cannot be continued without a sign-in, or was ended in another tab. */
export function loseSession(): void {
  removeAuth();
  if (!isInterrupted()) sessionPhase.set('lost');
}

/** Waits while the session is interrupted. Throws NotAuthenticated when the page is left for the login page. */
export async function waitWhileInterrupted(signal?: AbortSignal): Promise<void> {
  if (!isInterrupted()) return;
  await new Promise<void>((resolve, reject) => {
    const stop = sessionPhase.subscribe(() => {
      if (isInterrupted()) return;
      stop();
      if (sessionPhase.get() === 'ended') reject(new NotAuthenticated(undefined));
      else resolve();
    });
    signal?.addEventListener('abort', () => {
      stop();
      reject(signal.reason as Error);
    });
  });
}
