import { Problem } from '@annals/kit/problem';
import { momentOf } from '../clock.ts';
import { appendEvent } from '../events/events.sql.ts';
import type { Origin } from '../events/origin.ts';
import type { Parts } from '../parts.ts';
import { fold } from '../users/fold.ts';
import { completeSignIn, signInAnswer } from './complete-sign-in.ts';
import { selectUserToSignIn } from './sessions.sql.ts';
import {
  countAttempt,
  delayKey,
  forgetFailures,
  takeBackAttempt,
  type DelayRule,
} from './sign-in-delay.sql.ts';

const perName: DelayRule = { free: 10, longestSeconds: 300 };
const perAddress: DelayRule = { free: 50, longestSeconds: 60 };

/**
 * Signs in with a user name or email and the password. Unknown, invited and disabled users and wrong passwords get the
 * same answer after the same work.
 * @throws Problem 401, or 429 after many failures
 */
export async function signInWithPassword(
  parts: Parts,
  { username, password }: { username: string; password: string },
  origin: Origin,
) {
  const { database, passwordHashes, clock } = parts;
  const key = fold(username.trim());
  const nameKey = delayKey('name', key);
  // the console server is the only one that calls from this machine, for all its users together
  const addressKey = isLoopback(origin.address)
    ? undefined
    : delayKey('address', origin.address ?? '');
  await admit(parts, nameKey, addressKey);

  const user = await selectUserToSignIn(database, key);
  const fits = await passwordHashes
    .verify(user?.hash ?? undefined, password)
    .catch(async (error: unknown) => {
      // Nobody looked at the password, so this was no attempt.
      for (const counted of addressKey ? [nameKey, addressKey] : [nameKey])
        await takeBackAttempt(database, counted, momentOf(clock()));
      throw error;
    });
  const signedIn = await database.transaction(async (transaction) => {
    const at = clock();
    if (fits && user?.status === 'ACTIVE') {
      const opened = await completeSignIn(parts, transaction, user, origin);
      if (opened) return opened;
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
      'The user name or the password is not right. Check both and try again.',
    );
  await forgetFailures(database, [nameKey]);
  if (addressKey) await takeBackAttempt(database, addressKey, momentOf(clock()));
  return signInAnswer(parts, signedIn);
}

async function admit(
  { database, clock }: Parts,
  nameKey: Buffer,
  addressKey: Buffer | undefined,
): Promise<void> {
  const at = momentOf(clock());
  const wait =
    (addressKey && (await countAttempt(database, addressKey, at, perAddress))) ??
    (await countAttempt(database, nameKey, at, perName));
  if (wait === undefined) return;
  throw new Problem(
    429,
    'too_many_attempts',
    `Too many sign-ins failed. Try again in ${wait === 1 ? 'a second' : `${wait} seconds`}.`,
    { retryAfter: wait },
  );
}

function isLoopback(address: string | null): boolean {
  return address === null || address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
