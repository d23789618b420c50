import { currentUser } from '@annals/contracts/user';
import { currentDataUser } from '@annals/contracts/data-user';
import { call } from './call.ts';
import { ContractError, isNotOffered } from './errors.ts';
import { areCallsHeld } from './hold.ts';
import { isGlobalMaster, removeRefreshToken, storedAuth, storeRefreshToken } from './session.ts';
import { changeProductUser, changeState, clearUser } from './state.ts';

/** The current user, then the data service's, then the flag of the global master: specification 4. */
export async function loadUser(): Promise<void> {
  await applyUser(await fetchUser());
}

/** Also goes out while the calls of a page are held. */
export function fetchUser() {
  return call(currentUser, {}, { dropInvalid: true, whileHeld: true });
}

export async function applyUser(user: Awaited<ReturnType<typeof fetchUser>>): Promise<void> {
  changeState({ user });
  changeProductUser(await productUserIfKnown());
  changeState({ isGlobalMaster: isGlobalMaster(storedAuth()) });
}

async function productUserIfKnown() {
  try {
    return await call(currentDataUser, {}, { dropInvalid: true, whileHeld: true });
  } catch (error) {
    if (isNotOffered(error) || error instanceof ContractError) return undefined;
    throw error;
  }
}

let forgetData = (): void => undefined;

/** Who forgets the data of an earlier user when a session begins. The login page does without that code. */
export function whenSessionBegins(listener: () => void): void {
  forgetData = listener;
}

/** After a sign-in, whose answer left the access token: keeps the refresh token and loads the user. */
export async function beginSession(tokens: { refreshToken?: string | undefined }): Promise<void> {
  if (tokens.refreshToken === undefined) removeRefreshToken();
  else storeRefreshToken(tokens.refreshToken);
  // Who signed in over a page may be another than the page's: that is looked at before anything changes there.
  if (areCallsHeld()) return;
  clearUser();
  forgetData();
  await loadUser();
}
