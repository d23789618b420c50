import { Problem } from '@annals/kit/problem';
import { appendEvent } from '../audit/audit-log.sql.ts';
import type { Origin } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { completeSignIn, signInAnswer } from '../second-factors/complete-sign-in.ts';
import { admitAttempt, verifyCounted } from '../sessions/guarded-attempts.ts';
import { lockUserRow } from '../second-factors/factors.sql.ts';
import { selectPasswordOf, selectUserToSignIn, type SignInRow } from '../sessions/sessions.sql.ts';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Signs in with a user name or email and the password. Unknown, invited and disabled users and wrong passwords get the
 * same answer after the same work.
 * @throws Problem 401, or 429 after many failures
 */
export async function signInWithPassword(
  context: ServiceContext,
  { username, password }: { username: string; password: string },
  origin: Origin,
) {
  const { database, clock } = context;
  const name = normalizeForSearch(username.trim());
  const attempt = await admitAttempt(context, name, origin);
  const user = await selectUserToSignIn(database, name);
  const fits = await verifyCounted(context, attempt, user?.hash ?? undefined, password);
  const signedIn = await database.transaction(async (transaction) => {
    const at = clock();
    if (fits && user?.status === 'ACTIVE' && (await isStillThePassword(transaction, user))) {
      const completed = await completeSignIn(context, transaction, user, origin);
      if (completed) return completed;
    }
    // the name as typed is not kept: it may be a password typed into the wrong field
    const subject = user === undefined ? null : `user/${user.userId}`;
    await appendEvent(transaction, { action: 'signIn.failed', at, actorId: null, subject }, origin);
    return undefined;
  });
  if (signedIn === undefined)
    throw new Problem(
      401,
      'invalid_credentials',
      'The user name or password is wrong. Check both and try again.',
    );
  // with the second factor still to come, earlier failures go on to count
  await ('session' in signedIn ? attempt.succeeded() : attempt.takeBack());
  return signInAnswer(context, signedIn);
}

/** Checking it took a while, and it may have been changed or removed meanwhile. Nobody changes it from here on. */
async function isStillThePassword(
  transaction: Queryable,
  { userId, hash }: SignInRow,
): Promise<boolean> {
  await lockUserRow(transaction, userId);
  return (await selectPasswordOf(transaction, userId))?.hash === hash;
}
