import {
  authenticate,
  checkPasswordToken,
  setPassword,
  type Tokens,
} from '@annals/contracts/sign-in';
import { call } from '../../api/call.ts';
import { beginSession } from '../../api/start-up.ts';

const isTokens = (answer: object): answer is Tokens => 'accessToken' in answer;

export interface Credentials {
  username: string;
  password: string;
}

/**
 * Signs in with a password and loads the user, so that the next page can render at once.
 * @param onAccepted called while the user is still loading
 */
export async function signIn(body: Credentials, onAccepted: () => void): Promise<void> {
  const answer = await call(authenticate, { query: { type: 'PASSWORD' }, body });
  if (!isTokens(answer)) throw new Error('A second factor is due.');
  const session = beginSession(answer);
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
  const answer = await call(setPassword, { body });
  if (!isTokens(answer)) throw new Error('A second factor is due.');
  await beginSession(answer);
}
