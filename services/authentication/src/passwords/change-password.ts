import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { Tokens } from '@annals/contracts/sign-in';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict, notAuthenticated } from '@annals/kit/problem';
import { revokeTokensOf, describeRevokedTokens } from '../api-tokens/api-tokens.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import { consumePasswordLinks } from '../one-time-links/one-time-links.sql.ts';
import { completeSignIn } from '../second-factors/complete-sign-in.ts';
import { checkPasswordGuardedly } from '../sessions/guarded-attempts.ts';
import { tokensOf } from '../sessions/open-session.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { passwordError } from './password-rules.ts';
import { replacePassword, selectPasswordHolder, type PasswordHolder } from './passwords.sql.ts';
import { deleteTrustedDevicesOf } from '../trusted-devices/trusted-devices.sql.ts';

/**
 * Changes the caller's password, ends all sessions, and starts a new one. Revokes the API tokens on request.
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
  source: AuditSource,
): Promise<Tokens> {
  const holder = await selectPasswordHolder(context.database, caller.userId);
  if (!holder) throw notAuthenticated();
  const { hash: before, username, email, name } = holder;
  if (before === null) throw conflict('no_password', say('noPasswordYet'));
  const reason =
    newPassword === currentPassword
      ? say('currentPassword')
      : await passwordError(newPassword, context, { username, email, name });
  if (reason !== undefined) throw wrongField('body.newPassword', reason);
  const known = { name: signInKey(username), hash: before };
  if (!(await checkPasswordGuardedly(context, known, currentPassword, source))) {
    await recordWrongPassword(context, caller, source);
    throw wrongField('body.currentPassword', say('notYourPassword'));
  }
  const hash = await context.passwordHashes.hash(newPassword);
  const { ended, session } = await context.database.transaction((transaction) =>
    replace(context, transaction, { ...holder, before, hash, revokeTokens }, source),
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
  source: AuditSource,
) {
  const { userId } = holder;
  const actor = { id: userId, at: context.clock(), source };
  const changed = toTimestamp(actor.at);
  if (!(await replacePassword(transaction, { ...holder, changed })))
    throw conflict('password_changed', say('passwordChangedMeanwhile'));
  await consumePasswordLinks(transaction, userId, changed);
  const ended = await endSessionsOf(transaction, userId, changed);
  const devices = await deleteTrustedDevicesOf(transaction, userId);
  const revokedTokens = holder.revokeTokens
    ? await revokeTokensOf(transaction, userId, changed)
    : [];
  await enqueuePasswordChangedMail(transaction, holder, changed, source);
  // This session has already passed the second factor.
  const signedIn = await completeSignIn(context, transaction, holder, source, {
    secondFactorDone: true,
  });
  if (signedIn === undefined || !('session' in signedIn)) throw notAuthenticated();
  await audit.record(transaction, actor, 'password.changed', `user/${userId}`, {
    after: {
      endedSessions: ended.length,
      ...describeRevokedTokens(revokedTokens),
      ...(devices > 0 ? { revokedDevices: devices } : {}),
    },
  });
  return { ended, session: signedIn.session };
}

function recordWrongPassword(
  { database, clock }: ServiceContext,
  { userId }: Caller,
  source: AuditSource,
) {
  return database.transaction((transaction) =>
    audit.record(
      transaction,
      { id: userId, at: clock(), source },
      'reauthentication.failed',
      `user/${userId}`,
      { after: { method: 'PASSWORD' } },
    ),
  );
}

function wrongField(path: string, message: ServiceMessage) {
  return badRequest(say('passwordUnchanged'), [{ path, ...message }]);
}

/** Puts the mail about a changed password into the outbox. Wake the mail worker after the transaction. */
export async function enqueuePasswordChangedMail(
  transaction: Queryable,
  user: { userId: string; email: string | null; lang: string },
  created: string,
  { address, userAgent, requestId }: AuditSource,
): Promise<void> {
  const { userId, email, lang } = user;
  if (email === null) return;
  const parameters = { address, userAgent, requestId };
  const mail = { kind: 'PASSWORD_CHANGED', recipient: email, userId, parameters, lang } as const;
  await enqueueMail(transaction, mail, created);
}
