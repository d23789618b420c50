import { currentUser } from '@annals/contracts/user';
import { currentDataUser } from '@annals/contracts/data-user';
import type { User } from './things.ts';
import { call, renewAhead, type CallOptions } from './call.ts';
import { withinDeadline } from './deadline.ts';
import { ContractError, ifThere, NotAuthenticated } from './errors.ts';
import {
  isGlobalMaster,
  isInterrupted,
  isNamed,
  isSameOwner,
  ownerOf,
  sessionPhase,
  showPageOf,
  storedAuth,
  storedOwner,
  type Owner,
} from './session.ts';
import { changeProductUser, changeState, clearUser, currentState } from './state.ts';
import { createStore } from './store.ts';

/** Why the data service's user is not here, although the service may have one. */
export const dataUserFailure = createStore<unknown>(undefined);

/** The current user, then the data service's, then the flag of the global master: specification 4. */
export async function loadUser(): Promise<void> {
  const fetched = fetchUser();
  const renewal = renewAhead();
  const { user, owner } = await fetched;
  // Somebody else has signed in in the meantime: the page is theirs.
  const stored = storedOwner();
  const isOther = stored !== undefined && (owner === undefined || !isSameOwner(stored, owner));
  if (isOther) return loadUser();
  await applyUser(user, owner, { renewal });
}

/**
 * The user of the stored access token, whoever that is, also while the session is interrupted; and whose the token was
 * with which the answer was requested: several people may sign in before it comes.
 */
export async function fetchUser(): Promise<{ user: User; owner: Owner | undefined }> {
  let owner: Owner | undefined;
  const onSend = (auth: string | null) => {
    owner = auth === null ? undefined : ownerOf(auth);
  };
  const user = await call(currentUser, {}, { whileInterrupted: true, ofAnyone: true, onSend });
  return { user, owner };
}

/**
 * Whether an answer is about the person whose page this tab shows. Where a service tells no id that the console reads, the
 * user name says so; what is told about neither of two people makes them no one person.
 */
export function isShownUser({ id, username }: User): boolean {
  const shown = currentState().user;
  if (id !== '' || shown?.id !== '') return shown?.id === id;
  return Boolean(username) && shown.username === username;
}

/**
 * Whether a stored access token that does not tell whose it is belongs to the person whose page this tab shows; then the
 * page goes on with it. Only the service knows.
 */
export async function isOwnAgain(): Promise<boolean> {
  const before = storedOwner();
  if (before === undefined || currentState().user === undefined || isNamed(before)) return false;
  const fetched = await withinDeadline(fetchUser).catch(() => undefined);
  if (fetched?.owner === undefined || !isShownUser(fetched.user)) return false;
  const now = storedOwner();
  if (now === undefined || !isSameOwner(now, fetched.owner)) return false;
  showPageOf(now);
  return true;
}

/** @param owner whose the token was with which the user was fetched: from now on the tab shows their page */
export async function applyUser(
  user: User,
  owner: Owner | undefined,
  options: CallOptions = {},
): Promise<void> {
  // A late response must not bring back a user who has logged out.
  if (storedAuth() === null) return;
  // Calls of somebody else's page end with it.
  if (!isShownUser(user)) showPageOf(undefined);
  showPageOf(owner);
  changeState({ user });
  await loadDataUser(options);
  if (storedAuth() === null) return;
  changeState({ isGlobalMaster: isGlobalMaster(storedAuth()) });
}

/**
 * Without the data service's user the console is usable: a failure is shown on the page, and keeps nobody out.
 * @throws NotAuthenticated
 */
export async function loadDataUser(options: CallOptions = {}): Promise<void> {
  try {
    const user = await ifThere(call(currentDataUser, {}, { ...options, whileInterrupted: true }));
    if (storedAuth() !== null) changeProductUser(user);
    dataUserFailure.set(undefined);
  } catch (error) {
    if (error instanceof NotAuthenticated) throw error;
    changeProductUser(undefined);
    dataUserFailure.set(error instanceof ContractError && error.isEmpty ? undefined : error);
  }
}

/** After a sign-in, whose answer left its tokens: loads the user. */
export async function beginSession(): Promise<void> {
  // A different user may have signed in over the page: this is checked before anything changes.
  if (isInterrupted()) return;
  showPageOf(undefined);
  clearUser();
  sessionPhase.set('begun');
  try {
    await loadUser();
    changeState({ initialized: true });
  } catch (error) {
    if (error instanceof NotAuthenticated) throw error;
    // The sign-in itself succeeded. The next page asks for the user again, and says what failed.
    changeState({ initialized: false });
  }
}
