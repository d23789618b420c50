import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import type { Tokens } from '@annals/contracts/sign-in';
import type { TrustedDevice } from '@annals/contracts/trusted-devices';
import type { Queryable } from '@annals/kit/database/database';
import { conflict, Problem } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { Actor, AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { admitAttempt } from '../sessions/guarded-attempts.ts';
import { openSession, tokensOf, type OpenSession } from '../sessions/open-session.ts';
import {
  continueProviderSession,
  selectProviderOrigin,
} from '../sessions/provider-sessions.sql.ts';
import { selectProvedUser } from '../sessions/sessions.sql.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import { selectConcerned, selectRules } from '../sign-in-rules/sign-in-rules.sql.ts';
import { secretHash } from '../tokens/secrets.ts';
import { trustDevice } from '../trusted-devices/trust-device.ts';
import {
  countChallengeAttempt,
  selectSignInChallenge,
  setChallengeTotp,
  consumeChallenge,
  type Challenge,
} from './challenges.sql.ts';
import { checkFactor, type FactorAnswer } from './check-factor.ts';
import { deleteDeadline } from './deadlines.sql.ts';
import { insertTotp, lockUserRow, selectFactors } from './factors.sql.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { findTimeStep, digitsOf, newTotpSecret, totpUri } from './totp.ts';

const maxAttempts = 5;
/**
 * The same in both languages of the console, except for the hyphen. A user with several apps can add another with its
 * own name.
 */
const nameOfEnrolled = 'Authenticator app';

interface Finished {
  session: OpenSession;
  recoveryCodes?: string[] | undefined;
  deviceCookie?: string | undefined;
}

/**
 * Finishes a sign-in that waits for its second factor. A code of an authenticator app that is being set up adds the
 * app, and the response contains the recovery codes.
 * @param onTrusted called with the cookie of the device, if it is to be trusted and the rules allow it
 * @throws Problem 401, or 429 after many failures
 */
export async function finishSecondFactor(
  context: ServiceContext,
  given: { challenge: string; trustDevice?: boolean | undefined } & FactorAnswer,
  source: AuditSource,
  onTrusted: (cookie: string) => void,
): Promise<Tokens> {
  const hash = secretHash(given.challenge);
  const found = await selectSignInChallenge(
    context.database,
    hash,
    toTimestamp(context.clock()),
    maxAttempts,
  );
  if (!found) throw challengeOver();
  const attempt = await admitAttempt(context, signInKey(found.username), source);
  const outcome = await context.database
    .transaction((transaction) =>
      tryFactor(context, transaction, { hash, userId: found.userId }, given, source),
    )
    .catch(async (error: unknown) => {
      await attempt.takeBack();
      throw error;
    });
  if (outcome === 'over') throw challengeOver();
  if (outcome === 'wrong')
    throw new Problem(401, 'invalid_second_factor', say('secondFactorWrong'));
  await attempt.succeeded();
  const { session, recoveryCodes, deviceCookie } = outcome;
  const tokens = await tokensOf(context, session);
  if (deviceCookie !== undefined) onTrusted(deviceCookie);
  return recoveryCodes ? { ...tokens, recoveryCodes } : tokens;
}

export function challengeOver(): Problem {
  return new Problem(401, 'challenge_over', say('signInOver'));
}

async function tryFactor(
  context: ServiceContext,
  transaction: Queryable,
  { hash, userId }: { hash: Buffer; userId: string },
  given: { trustDevice?: boolean | undefined } & FactorAnswer,
  source: AuditSource,
): Promise<Finished | 'wrong' | 'over'> {
  // The lock order of all changes to factors and challenges: the user first.
  await lockUserRow(transaction, userId);
  const actor = { id: userId, at: context.clock(), source };
  const at = toTimestamp(actor.at);
  const challenge = await selectSignInChallenge(transaction, hash, at, maxAttempts);
  if (!challenge) return 'over';
  const hasFactor = (await selectFactors(transaction, userId)).length > 0;
  const done = hasFactor
    ? await checkFactor(context, transaction, challenge, given, actor)
    : await enrol(transaction, challenge, given, actor);
  if (!done) {
    await countChallengeAttempt(transaction, hash);
    const method = 'assertion' in given ? 'PASSKEY' : 'CODE';
    await audit.record(transaction, { ...actor, id: null }, 'factor.failed', `user/${userId}`, {
      after: { method },
    });
    return 'wrong';
  }
  await consumeChallenge(transaction, hash, at);
  const user = await selectProvedUser(transaction, userId);
  // A factor that is only being set up proves nothing that the provider has not.
  const origin = await selectProviderOrigin(transaction, hash);
  const { recoveryCodes, factor } = done;
  const start = { origin, provedHere: hasFactor || origin === undefined, factor };
  const session = user && (await openSession(context, transaction, user, source, start));
  if (!session) return 'over';
  await continueProviderSession(transaction, hash, session.sessionId);
  const deviceCookie =
    given.trustDevice === true
      ? await trustThisDevice(context, transaction, { userId, factor }, actor)
      : undefined;
  return { session, recoveryCodes, deviceCookie };
}

async function trustThisDevice(
  context: ServiceContext,
  transaction: Queryable,
  given: { userId: string; factor: TrustedDevice['factor'] },
  actor: Actor,
): Promise<string | undefined> {
  const concerned = await selectConcerned(transaction, given.userId);
  if (!concerned) return undefined;
  const rule = combineRules(await selectRules(transaction), concerned);
  return trustDevice(context, transaction, rule, given, actor);
}

/** Adds the authenticator app that is set up with this challenge, if the code is valid. */
async function enrol(
  transaction: Queryable,
  { userId, totpSecret }: Challenge,
  given: FactorAnswer,
  actor: Actor & { id: string },
): Promise<{ factor: 'TOTP'; recoveryCodes: string[] } | undefined> {
  const code = 'code' in given ? digitsOf(given.code) : undefined;
  const step =
    totpSecret === null || code === undefined
      ? undefined
      : findTimeStep(totpSecret, code, actor.at, null);
  if (totpSecret === null || step === undefined) return undefined;
  const id = uuidv7();
  const created = toTimestamp(actor.at);
  const name = nameOfEnrolled;
  await insertTotp(transaction, { id, userId, name, secret: totpSecret, created, step });
  await deleteDeadline(transaction, userId);
  await audit.record(transaction, actor, 'factor.added', `user/${userId}`, {
    after: { id, kind: 'TOTP', name },
  });
  return { factor: 'TOTP', recoveryCodes: await makeRecoveryCodes(transaction, actor) };
}

/**
 * Starts setting up an authenticator app during a sign-in that needs a second factor.
 * @param given the challenge of the sign-in
 * @throws Problem 401; 409 if the account has a second factor
 */
export async function startEnrolment(
  { database, clock, productName, publicUrl }: ServiceContext,
  given: string,
): Promise<{ secret: string; uri: string }> {
  const hash = secretHash(given);
  const find = async (from: Pick<typeof database, 'query'>) => {
    const challenge = await selectSignInChallenge(from, hash, toTimestamp(clock()), maxAttempts);
    if (!challenge) throw challengeOver();
    return challenge;
  };
  const { userId, username } = await find(database);
  const secret = await database.transaction(async (transaction) => {
    await lockUserRow(transaction, userId);
    const { totpSecret } = await find(transaction);
    if ((await selectFactors(transaction, userId)).length > 0)
      throw conflict('second_factor_exists', say('secondFactorNeeded'));
    // Repeated, so that a reloaded page shows what the app has scanned.
    if (totpSecret !== null) return totpSecret;
    const made = newTotpSecret();
    await setChallengeTotp(transaction, hash, made);
    return made;
  });
  return { secret, uri: totpUri({ productName, publicUrl }, username, secret) };
}
