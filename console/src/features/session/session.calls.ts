import { authenticate, checkPasswordToken, setPassword } from '@annals/contracts/authentication';
import { call } from '../../api/call.ts';
import { beginSession } from '../../api/start-up.ts';

export interface Credentials {
  username: string;
  password: string;
}

/**
 * Signs in with a password and loads the user, so that the next page can render at once.
 * @param onAccepted called while the user is still loading
 */
export async function signIn(body: Credentials, onAccepted: () => void): Promise<void> {
  const session = beginSession(await call(authenticate, { query: { type: 'PASSWORD' }, body }));
  onAccepted();
  await session;
}

/** Whether the one-time link is still good; asking does not use it up. */
export function checkLink(token: string) {
  return call(checkPasswordToken, { params: { token } });
}

interface NewPassword {
  token: string;
  password: string;
  /** With a link that makes the first user. */
  email?: string;
  name?: string;
}

/** Sets the password with a one-time link, signs in with the answer and loads the user. */
export async function setPasswordAndSignIn(body: NewPassword): Promise<void> {
  await beginSession(await call(setPassword, { body }));
}
