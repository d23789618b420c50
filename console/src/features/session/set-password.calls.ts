import { checkPasswordToken, setPassword } from '@annals/contracts/sign-in';
import { call } from '../../platform/api/call.ts';
import { concludeSignIn } from './sign-in.calls.ts';

/** Whether the one-time link is still valid; the check does not consume it. */
export function checkLink(token: string) {
  return call(checkPasswordToken, { params: { token } });
}

interface NewPassword {
  token: string;
  password: string;
  /** For a link that creates the first user. */
  email?: string;
  name?: string;
  /** Keep the API tokens of the account. */
  keepTokens?: boolean;
}

/** Sets the password with a one-time link and signs in with the answer, like `signIn`. */
export async function setPasswordAndSignIn(body: NewPassword) {
  return concludeSignIn(await call(setPassword, { body }));
}
