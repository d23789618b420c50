import { getDataUser } from '@annals/contracts/data-users';
import { getUser } from '@annals/contracts/users';
import { call } from '../../platform/api/call.ts';
import { CallError } from '../../platform/api/errors.ts';
import { fitsInPath } from '../../platform/api/request.ts';
import { currentState } from '../../platform/api/state.ts';
import type { DataUser, User } from '../../platform/api/things.ts';
import { pathTo } from '../../platform/links.ts';
import { isDenied } from '../permissions/my-permissions.ts';

interface FoundPerson {
  user: User | DataUser;
  /** The page of the service that knows the user. */
  path: string;
}

/**
 * A user by id, from the service that lets the signed-in user see them; undefined if neither does. The authentication
 * service refuses others to everybody whose roles do not allow to read users, so it is not asked then.
 */
export async function findPerson(
  userId: string,
  signal: AbortSignal,
): Promise<FoundPerson | undefined> {
  if (!fitsInPath(userId)) return undefined;
  if (await mayAskForAccount(userId)) {
    const user = await unlessRefused(call(getUser, { params: { userId } }, { signal }));
    if (user) return { user, path: pathTo('v1-users-userId', { userId }) };
  }
  const user = await unlessRefused(call(getDataUser, { params: { userId } }, { signal }));
  return user && { user, path: pathTo('v1-partitions-all-users-userId', { userId }) };
}

/** Whether it is sensible to ask the authentication service for a user. Everybody may ask for themselves. */
export async function mayAskForAccount(userId: string): Promise<boolean> {
  return currentState().user?.id === userId || !(await isDenied('users:read'));
}

async function unlessRefused<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    const isRefused =
      error instanceof CallError &&
      error.status !== 401 &&
      (error.status < 500 || error.status === 501);
    if (!isRefused) throw error;
    return undefined;
  }
}
