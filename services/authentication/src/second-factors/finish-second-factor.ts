import { uuidv7 } from 'uuidv7';
import type { Tokens } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import type { Origin } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { admitAttempt } from '../sessions/guarded-attempts.ts';
import { openSession, tokensOf, type OpenSession } from '../sessions/open-session.ts';
import { selectProvedUser } from '../sessions/sessions.sql.ts';
import { secretHash } from '../tokens/secrets.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import {
  countChallengeAttempt,
  selectSignInChallenge,
  useChallenge,
  type Challenge,
} from './challenges.sql.ts';
import { checkFactor, type FactorAnswer } from './check-factor.ts';
import { deleteDeadline } from './deadlines.sql.ts';
import { insertTotp, lockUserRow, selectFactors } from './factors.sql.ts';
import { makeRecoveryCodes } from './recovery-code-set.ts';
import { acceptedStep, digitsOf } from './totp.ts';

export const mostAttempts = 5;
/** The same in both languages of the console, but for the hyphen; whoever has more than one can set up another. */
const nameOfEnrolled = 'Authenticator app';

interface Finished {
  session: OpenSession;
  recoveryCodes?: string[] | undefined;
}

/**
 * Finishes a sign-in that waits for its second factor. With a code for an authenticator app that was just set up,
 * the app is kept from then on, and the answer carries the recovery codes.
 * @throws Problem 401, or 429 after many failures
 */
export async function finishSecondFactor(
  context: ServiceContext,
  given: { challenge: string } & FactorAnswer,
  origin: Origin,
): Promise<Tokens> {
  const hash = secretHash(given.challenge);
  const found = await selectSignInChallenge(
    context.database,
    hash,
    toTimestamp(context.clock()),
    mostAttempts,
  );
  if (!found) throw challengeOver();
  const attempt = await admitAttempt(context, normalizeForSearch(found.username), origin);
  const outcome = await context.database
    .transaction((transaction) =>
      tryFactor(context, transaction, { hash, userId: found.userId }, given, origin),
    )
    .catch(async (error: unknown) => {
      await attempt.takeBack();
      throw error;
    });
  if (outcome === 'over') throw challengeOver();
  if (outcome === 'wrong')
    throw new Problem(
      401,
      'invalid_second_factor',
      'The second factor is wrong, or was used before. Try again with a new code.',
    );
  await attempt.succeeded();
  const { session, recoveryCodes } = outcome;
  const tokens = await tokensOf(context, session);
  return recoveryCodes ? { ...tokens, recoveryCodes } : tokens;
}

export function challengeOver(): Problem {
  return new Problem(
    401,
    'challenge_over',
    'This sign-in took too long or failed too often. Start signing in again.',
  );
}

async function tryFactor(
  context: ServiceContext,
  transaction: Queryable,
  { hash, userId }: { hash: Buffer; userId: string },
  given: FactorAnswer,
  origin: Origin,
): Promise<Finished | 'wrong' | 'over'> {
  // the user first: all that changes factors or challenges locks in this order
  await lockUserRow(transaction, userId);
  const at = context.clock();
  const challenge = await selectSignInChallenge(transaction, hash, toTimestamp(at), mostAttempts);
  if (!challenge) return 'over';
  const hasFactor = (await selectFactors(transaction, userId)).length > 0;
  const done = hasFactor
    ? await checkFactor(context, transaction, challenge, given, { at, origin })
    : await enrol(transaction, challenge, given, { at, origin });
  if (!done) {
    await countChallengeAttempt(transaction, hash);
    const method = 'assertion' in given ? 'PASSKEY' : 'CODE';
    await appendEvent(
      transaction,
      {
        action: 'factor.failed',
        at,
        actorId: null,
        subject: `user/${userId}`,
        after: { method },
      },
      origin,
    );
    return 'wrong';
  }
  await useChallenge(transaction, hash, toTimestamp(at));
  const user = await selectProvedUser(transaction, userId);
  const session = user && (await openSession(context, transaction, user, origin));
  if (!session) return 'over';
  return { session, recoveryCodes: done.recoveryCodes };
}

/** Takes the authenticator app that was set up with this challenge, when the code is one of it. */
async function enrol(
  transaction: Queryable,
  { userId, totpSecret }: Challenge,
  given: FactorAnswer,
  { at, origin }: { at: number; origin: Origin },
): Promise<{ recoveryCodes: string[] } | undefined> {
  const code = 'code' in given ? digitsOf(given.code) : undefined;
  const step =
    totpSecret === null || code === undefined
      ? undefined
      : acceptedStep(totpSecret, code, at, null);
  if (totpSecret === null || step === undefined) return undefined;
  const id = uuidv7();
  const created = toTimestamp(at);
  const name = nameOfEnrolled;
  await insertTotp(transaction, { id, userId, name, secret: totpSecret, created, step });
  await deleteDeadline(transaction, userId);
  await appendEvent(
    transaction,
    {
      action: 'factor.added',
      at,
      actorId: userId,
      subject: `user/${userId}`,
      after: { id, kind: 'TOTP', name },
    },
    origin,
  );
  return { recoveryCodes: await makeRecoveryCodes(transaction, userId, at, origin) };
}
