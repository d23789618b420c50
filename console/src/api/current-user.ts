import { currentUser } from '@annals/contracts/user';
import { currentDataUser } from '@annals/contracts/data-user';
import { call, renewAhead, type CallOptions } from './call.ts';
import { ContractError, ifThere } from './errors.ts';
import {
  isGlobalMaster,
  removeRefreshToken,
  storedAuth,
  storeRefreshToken,
  isInterrupted,
  sessionPhase,
} from './session.ts';
import { changeProductUser, changeState, clearUser } from './state.ts';

/** The current user, then the data service's, then the flag of the global master: specification 4. */
export async function loadUser(): Promise<void> {
  const user = fetchUser();
  const renewal = renewAhead();
  await applyUser(await user, { renewal });
}

/** Also goes out while the session is interrupted. */
export function fetchUser() {
  return call(currentUser, {}, { whileInterrupted: true });
}

export async function applyUser(
  user: Awaited<ReturnType<typeof fetchUser>>,
  options: CallOptions = {},
): Promise<void> {
  changeState({ user });
  changeProductUser(await productUserIfKnown(options));
  changeState({ isGlobalMaster: isGlobalMaster(storedAuth()) });
}

async function productUserIfKnown(options: CallOptions) {
  try {
    return await ifThere(call(currentDataUser, {}, { ...options, whileInterrupted: true }));
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

/** After a sign-in, whose answer left the access token: stores the refresh token and loads the user. */
export async function beginSession(tokens: { refreshToken?: string | undefined }): Promise<void> {
  if (tokens.refreshToken === undefined) removeRefreshToken();
  else storeRefreshToken(tokens.refreshToken);
  // A different user may have signed in over the page: this is checked before anything changes.
  if (isInterrupted()) return;
  clearUser();
  sessionPhase.set('begun');
  await loadUser();
}
