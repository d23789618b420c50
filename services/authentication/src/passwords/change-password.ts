import type { Caller } from '@annals/kit/caller';
import { badRequest, conflict, notAuthenticated } from '@annals/kit/problem';
import type { Queryable } from '@annals/kit/database/database';
import type { Tokens } from '@annals/contracts/sign-in';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import type { Origin } from '../context/actor.ts';
import { useLinksOf } from '../one-time-links/one-time-links.sql.ts';
import { revokeTokensOf, shownRevoked } from '../api-tokens/api-tokens.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { completeSignIn } from '../second-factors/complete-sign-in.ts';
import { checkPasswordGuardedly } from '../sessions/guarded-attempts.ts';
import { tokensOf } from '../sessions/open-session.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { faultOf } from './password-rules.ts';
import { replacePassword, selectPasswordHolder, type PasswordHolder } from './passwords.sql.ts';
import { tellOfChange } from './tell-of-change.ts';

/**
 * Changes the caller's password, ends all sessions, and opens a new one. Revokes the API tokens where asked to.
 * @throws Problem 400, 409, or 429 after many wrong passwords
 */
export async function changeOwnPassword(
  context: ServiceContext,
  caller: Caller,
  {
    currentPassword,
    newPassword,
    revokeTokens = false,
  }: { currentPassword: string; newPassword: string; revokeTokens?: boolean | undefined },
  origin: Origin,
): Promise<Tokens> {
  const holder = await selectPasswordHolder(context.database, caller.userId);
  if (!holder) throw notAuthenticated();
  const { hash: before, username, email, name } = holder;
  if (before === null)
    throw conflict(
      'no_password',
      'Your account has no password yet. Request an email with a link to set one.',
    );
  const { productName } = context;
  const fault =
    newPassword === currentPassword
      ? 'This is your current password. Choose another one.'
      : faultOf(newPassword, { productName, username, email, name });
  if (fault !== undefined) throw wrongField('body.newPassword', fault);
  const known = { name: normalizeForSearch(username), hash: before };
  if (!(await checkPasswordGuardedly(context, known, currentPassword, origin))) {
    await noteWrongPassword(context, caller, origin);
    throw wrongField('body.currentPassword', 'This is not your password. Enter it again.');
  }
  const hash = await context.passwordHashes.hash(newPassword);
  const { ended, session } = await context.database.transaction((transaction) =>
    replace(context, transaction, { ...holder, before, hash, revokeTokens }, origin),
  );
  for (const sessionId of ended) context.sessionCache.invalidate(sessionId);
  if (revokeTokens) context.apiTokenCache.invalidateOwner(caller.userId);
  context.mailWorker.wake();
  return tokensOf(context, session);
}

async function replace(
  context: ServiceContext,
  transaction: Queryable,
  holder: PasswordHolder & { before: string; hash: string; revokeTokens: boolean },
  origin: Origin,
) {
  const at = context.clock();
  const changed = toTimestamp(at);
  const { userId } = holder;
  if (!(await replacePassword(transaction, { ...holder, changed })))
    throw conflict('password_changed', 'The password was changed in the meantime. Sign in again.');
  await useLinksOf(transaction, userId, changed);
  const ended = await endSessionsOf(transaction, userId, changed);
  const revokedTokens = holder.revokeTokens
    ? await revokeTokensOf(transaction, userId, changed)
    : [];
  await tellOfChange(transaction, holder, changed, origin);
  // who changes it is in a session that has passed the second factor
  const signedIn = await completeSignIn(context, transaction, holder, origin, {
    secondFactorDone: true,
  });
  if (signedIn === undefined || !('session' in signedIn)) throw notAuthenticated();
  await appendEvent(
    transaction,
    {
      action: 'password.changed',
      at,
      actorId: userId,
      subject: `user/${userId}`,
      after: { endedSessions: ended.length, ...shownRevoked(revokedTokens) },
    },
    origin,
  );
  return { ended, session: signedIn.session };
}

function noteWrongPassword(
  { database, clock }: ServiceContext,
  { userId }: Caller,
  origin: Origin,
) {
  return database.transaction((transaction) =>
    appendEvent(
      transaction,
      {
        action: 'reauthentication.failed',
        at: clock(),
        actorId: userId,
        subject: `user/${userId}`,
      },
      origin,
    ),
  );
}

function wrongField(path: string, message: string) {
  return badRequest('The password was not changed.', [{ path, message }]);
}
