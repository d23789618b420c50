import { say } from '@annals/contracts/messages';
import type { SignInType } from '@annals/contracts/messages/signing-in';
import {
  authenticate,
  startPasskeySignIn as startPasskeySignInCall,
} from '@annals/contracts/sign-in';
import type { Mount } from '@annals/kit/mount';
import { badRequest, Problem } from '@annals/kit/problem';
import { sourceOf, type AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { confirmByEmailCode } from '../identity-providers/confirm-identity.ts';
import { finishAuthorization } from '../identity-providers/finish-authorization.ts';
import { finishSecondFactor } from '../second-factors/finish-second-factor.ts';
import { refreshSession } from '../sessions/refresh.ts';
import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import { signInKey } from '../context/normalize.ts';
import { completeSignIn, signInAnswer } from '../second-factors/complete-sign-in.ts';
import { lockUserRow } from '../second-factors/factors.sql.ts';
import { signInWithPasskey, startPasskeySignIn } from '../second-factors/sign-in-with-passkey.ts';
import { admitAttempt, verifyCounted, type Attempt } from '../sessions/guarded-attempts.ts';
import { selectPasswordOf, selectUserToSignIn, type SignInRow } from '../sessions/sessions.sql.ts';

export function mountSignIn(mount: Mount, context: ServiceContext): void {
  const { metrics } = context;

  mount(authenticate, async ({ query: { type }, body, request, reply }) => {
    const source = sourceOf(request);
    if (type === 'PASSWORD' && 'password' in body)
      return metrics.signIn(type, signInWithPassword(context, body, source));
    if (type === 'REFRESH_TOKEN' && 'refreshToken' in body)
      return metrics.signIn(type, refreshSession(context, body.refreshToken, source));
    if (type === 'SECOND_FACTOR' && 'challenge' in body) {
      const setCookie = (cookie: string) => void reply.header('set-cookie', cookie);
      return metrics.signIn(type, finishSecondFactor(context, body, source, setCookie));
    }
    if ('trustDevice' in body) throw wrongBody(type);
    if (type === 'IDENTITY_PROVIDER' && 'state' in body)
      return metrics.signIn(type, finishAuthorization(context, body, source));
    if (type === 'EMAIL_CODE' && 'challenge' in body && 'code' in body)
      return metrics.signIn(type, confirmByEmailCode(context, body, source));
    if (type === 'PASSKEY' && 'assertion' in body && !('challenge' in body))
      return metrics.signIn(type, signInWithPasskey(context, body.assertion, source));
    throw wrongBody(type);
  });

  mount(startPasskeySignInCall, () => startPasskeySignIn(context));
}

function wrongBody(type: SignInType) {
  return badRequest(say('bodyDoesNotMatchType', { type }), [
    { path: 'body', ...say('typeTakes', { type }) },
  ]);
}

/**
 * Signs in with a user name or email and the password. Unknown, invited and disabled users and wrong passwords get the
 * same answer after the same work.
 * @throws Problem 401, or 429 after many failures
 */
async function signInWithPassword(
  context: ServiceContext,
  { username, password }: { username: string; password: string },
  source: AuditSource,
) {
  const { database, clock } = context;
  const name = signInKey(username);
  const attempt = await admitAttempt(context, name, source);
  const user = await selectUserToSignIn(database, name);
  const fits = await verifyCounted(context, attempt, user?.hash ?? undefined, password);
  const signedIn = await takingBackIfThrown(attempt, async () =>
    database.transaction(async (transaction) => {
      const at = clock();
      if (fits && user?.status === 'ACTIVE' && (await isPasswordUnchanged(transaction, user))) {
        const completed = await completeSignIn(context, transaction, user, source);
        if (completed) return completed;
      }
      // The entered name is not stored: it may be a password entered in the wrong field.
      const subject = user === undefined ? null : `user/${user.userId}`;
      await audit.record(transaction, { id: null, at, source }, 'signIn.failed', subject, {
        after: { method: 'PASSWORD' },
      });
      return undefined;
    }),
  );
  if (signedIn === undefined) throw new Problem(401, 'invalid_credentials', say('wrongPassword'));
  // While the second factor is pending, earlier failures still count.
  await ('session' in signedIn ? attempt.succeeded() : attempt.takeBack());
  return signInAnswer(context, signedIn);
}

/** The secret was right, or was not judged: a refusal by a rule is no failed attempt. */
async function takingBackIfThrown<Result>(
  attempt: Attempt,
  act: () => Promise<Result>,
): Promise<Result> {
  return act().catch(async (error: unknown) => {
    await attempt.takeBack();
    throw error;
  });
}

/** The check took a while, and the password may have been changed since. From here on it is locked. */
async function isPasswordUnchanged(
  transaction: Queryable,
  { userId, hash }: SignInRow,
): Promise<boolean> {
  await lockUserRow(transaction, userId);
  return (await selectPasswordOf(transaction, userId))?.hash === hash;
}
