import { endSession } from '@annals/contracts/session';
import type { User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { fetchUser, applyUser } from '../../api/current-user.ts';
import { NotAuthenticated } from '../../api/errors.ts';
import { queryClient } from '../../api/query-client.ts';
import { removeSession } from '../../api/session.ts';
import { currentState } from '../../api/state.ts';

/**
 * After a sign-in over a page: loads the person anew.
 * @returns somebody else than the one the page was loaded for; nothing here has changed then
 */
export async function resumeSession(): Promise<User | undefined> {
  const user = await fetchUser();
  if (user.id !== currentState().user?.id) return user;
  await applyUser(user);
  return undefined;
}

/** What could not be read because the session was over is asked for again. */
export function readAgain(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof NotAuthenticated,
  });
}

/** Ends the session of somebody else who signed in over the page. */
export async function signOut(): Promise<void> {
  try {
    await call(endSession, {}, { whileInterrupted: true });
  } catch {
    // It is over in this browser all the same.
  }
  removeSession();
}
