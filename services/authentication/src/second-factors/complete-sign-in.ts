import { say } from '@annals/contracts/messages';
import type { SecondFactorChallenge, Tokens } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { notAuthenticated, Problem } from '@annals/kit/problem';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { openSession, tokensOf, type OpenSession } from '../sessions/open-session.ts';
import type { ProviderOrigin } from '../sessions/provider-sessions.sql.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import { selectConcerned, selectRules } from '../sign-in-rules/sign-in-rules.sql.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { findTrustedDevice, trustOffer } from '../trusted-devices/trust-device.ts';
import { insertSignInChallenge } from './challenges.sql.ts';
import { selectFactorStatus, selectPasskeys } from './factors.sql.ts';
import { relyingParty, requestOptions } from './passkeys.ts';

const challengeLifetimeMs = 5 * 60_000;

/** A user authenticated by one factor: a password, a mailed link, an account at a provider. */
export interface ProvedUser {
  userId: string;
  username: string;
  name: string;
  roles: string[];
}

export type SignedIn = { session: OpenSession } | { challenge: SecondFactorChallenge };

/**
 * Opens the session, or requires the second factor when the account has or needs one. Send the result with
 * `signInAnswer` after the transaction. Undefined when the user was disabled in the meantime.
 * @param secondFactorDone the identity provider required it
 * @param origin the sign-in at a provider that this is
 */
export async function completeSignIn(
  context: ServiceContext,
  transaction: Queryable,
  user: ProvedUser,
  source: AuditSource,
  {
    secondFactorDone = false,
    origin,
  }: { secondFactorDone?: boolean; origin?: ProviderOrigin } = {},
): Promise<SignedIn | undefined> {
  const due = secondFactorDone
    ? {}
    : await findSecondFactor(context, transaction, user.userId, source);
  if (!due) return undefined;
  const { challenge, trustedDeviceId } = due;
  if (challenge) return { challenge };
  const session = await openSession(context, transaction, user, source, {
    trustedDeviceId,
    origin,
  });
  return session && { session };
}

/** The response to a sign-in. */
export async function signInAnswer(
  context: ServiceContext,
  signedIn: SignedIn | undefined,
): Promise<Tokens | SecondFactorChallenge> {
  if (signedIn === undefined) throw notAuthenticated();
  return 'session' in signedIn ? tokensOf(context, signedIn.session) : signedIn.challenge;
}

/**
 * Asks a user authenticated by one factor for the second one, or to set up a required one. Without a challenge no second
 * factor is needed, possibly because it was given on this device before. Undefined when the user was disabled in the
 * meantime.
 * @throws Problem 403 for a user without a passkey who needs one
 */
async function findSecondFactor(
  context: ServiceContext,
  transaction: Queryable,
  userId: string,
  source: AuditSource,
): Promise<{ challenge?: SecondFactorChallenge; trustedDeviceId?: string } | undefined> {
  const status = await selectFactorStatus(transaction, userId);
  const { hasTotp, hasPasskey, recoveryCodesLeft, required } = status;
  const hasFactor = hasTotp || hasPasskey;
  const concerned = await selectConcerned(transaction, userId);
  if (!concerned) return undefined;
  const rule = combineRules(await selectRules(transaction), concerned);
  const { passkeyRequired } = rule;
  if (passkeyRequired && !hasPasskey) throw passkeyMissing();
  if (!hasFactor && !required) return {};
  const actor = { id: userId, at: context.clock(), source };
  const trustedDeviceId = hasFactor
    ? await findTrustedDevice(transaction, rule, userId, actor)
    : undefined;
  if (trustedDeviceId !== undefined) return { trustedDeviceId };
  const rp = relyingParty(context);
  const passkeyChallenge = hasPasskey && rp ? newSecret() : null;
  const challenge = newSecret();
  const now = actor.at;
  const offer = trustOffer(rule);
  const made = await insertSignInChallenge(transaction, {
    hash: secretHash(challenge),
    userId,
    passkeyChallenge,
    created: toTimestamp(now),
    expires: toTimestamp(now + challengeLifetimeMs),
  });
  if (!made) return undefined;
  if (!hasFactor) return { challenge: { challenge, methods: [], enrolment: true, ...offer } };
  const methods = [
    ...(hasTotp && !passkeyRequired ? ['TOTP'] : []),
    ...(passkeyChallenge === null ? [] : ['PASSKEY']),
    ...(recoveryCodesLeft > 0 ? ['RECOVERY_CODE'] : []),
  ];
  if (passkeyChallenge === null || !rp) return { challenge: { challenge, methods, ...offer } };
  const passkeys = await selectPasskeys(transaction, userId);
  const passkey = await requestOptions(rp, passkeyChallenge, passkeys);
  return { challenge: { challenge, methods, passkey, ...offer } };
}

function passkeyMissing(): Problem {
  return new Problem(403, 'passkey_required', say('passkeyRequired'));
}
