import { notAuthenticated } from '@annals/kit/problem';
import type { Queryable } from '@annals/kit/database/database';
import type { SecondFactorChallenge, Tokens } from '@annals/contracts/sign-in';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { startChallenge } from './start-challenge.ts';
import { openSession, tokensOf, type OpenSession } from '../sessions/open-session.ts';

/** A user who has proved to be that user by one factor: a password, a link of a mail, an account at a provider. */
export interface ProvedUser {
  userId: string;
  username: string;
  name: string;
  roles: string[];
}

export type SignedIn = { session: OpenSession } | { challenge: SecondFactorChallenge };

/**
 * Opens the session, or asks for the second factor when the account has one or must have one. Answer it with
 * `signInAnswer` after the transaction. Undefined when the user was disabled meanwhile.
 * @param secondFactorDone it was asked for elsewhere
 */
export async function completeSignIn(
  context: ServiceContext,
  transaction: Queryable,
  user: ProvedUser,
  source: AuditSource,
  { secondFactorDone = false }: { secondFactorDone?: boolean } = {},
): Promise<SignedIn | undefined> {
  const challenge = secondFactorDone
    ? 'none'
    : await startChallenge(context, transaction, user.userId);
  if (challenge !== 'none') return challenge && { challenge };
  const session = await openSession(context, transaction, user, source);
  return session && { session };
}

/** What the call answers. */
export async function signInAnswer(
  context: ServiceContext,
  signedIn: SignedIn | undefined,
): Promise<Tokens | SecondFactorChallenge> {
  if (signedIn === undefined) throw notAuthenticated();
  return 'session' in signedIn ? tokensOf(context, signedIn.session) : signedIn.challenge;
}
