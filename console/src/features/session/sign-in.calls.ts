import { authenticate, type SecondFactorChallenge, type Tokens } from '@annals/contracts/session';
import { call } from '../../platform/api/call.ts';
import { ContractError } from '../../platform/api/errors.ts';
import { beginSession } from '../../platform/api/current-user.ts';
import { passwordWasUsed } from '../../domain/second-factors/passkey-offer.ts';
import { tokensIn } from '../../platform/api/tokens-in.ts';

export const isTokens = (answer: object): answer is Tokens => tokensIn(answer) !== undefined;
const isChallenge = (answer: object): answer is SecondFactorChallenge => 'challenge' in answer;

export interface Credentials {
  username: string;
  password: string;
}

/**
 * Handles the response to one factor: loads the user, so that the next page renders at once, or returns
 * the challenge of the second factor.
 * @param onAccepted called while the user is still loading
 */
export async function concludeSignIn(
  answer: object,
  onAccepted: () => void = () => undefined,
): Promise<SecondFactorChallenge | undefined> {
  if (isChallenge(answer)) return answer;
  if (!isTokens(answer)) throw new ContractError('POST /v1/auth', 'accessToken', 'form', undefined);
  const session = beginSession();
  onAccepted();
  await session;
  return undefined;
}

/** Signs in with a passkey alone. */
export async function signInWithPasskey(
  assertion: Record<string, unknown>,
  onAccepted: () => void,
): Promise<void> {
  const answer = await call(authenticate, { query: { type: 'PASSKEY' }, body: { assertion } });
  await concludeSignIn(answer, onAccepted);
}

/** Signs in with a password; returns the challenge if a second factor is required. */
export async function signIn(body: Credentials, onAccepted: () => void) {
  const answer = await call(authenticate, { query: { type: 'PASSWORD' }, body });
  passwordWasUsed.set(true);
  return concludeSignIn(answer, onAccepted);
}
