import { say } from '@annals/contracts/messages';
import { DiskFull, type Queryable } from '@annals/kit/database/database';
import { badField, badRequest, conflict } from '@annals/kit/problem';
import { activateUser, markEmailVerified } from '../accounts/accounts.sql.ts';
import { insertUser } from '../accounts/insert-user.ts';
import { requireMailHost } from '../accounts/mail-host.ts';
import { claimNames } from '../accounts/sign-in-names.sql.ts';
import {
  revokeTokensOf,
  selectLiveTokens,
  describeRevokedTokens,
} from '../api-tokens/api-tokens.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import {
  recordAcceptedInvitation,
  recordOpenedInvitation,
} from '../invitations/invitations.sql.ts';
import {
  lockSetUp,
  someoneCanSignIn,
  consumeLink,
  consumePasswordLinks,
  type LinkRow,
} from '../one-time-links/one-time-links.sql.ts';
import { findLink, passwordLinks } from '../one-time-links/one-time-links.ts';
import { completeSignIn, signInAnswer } from '../second-factors/complete-sign-in.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { delayKey, clearFailures } from '../sessions/sign-in-delay.sql.ts';
import { secretHash } from '../tokens/secrets.ts';
import { enqueuePasswordChangedMail } from './change-password.ts';
import { passwordError } from './password-rules.ts';
import { upsertPassword } from './passwords.sql.ts';
import { insertSignedUpUser } from './sign-up.ts';
import { deleteTrustedDevicesOf } from '../trusted-devices/trusted-devices.sql.ts';

interface NewPassword {
  token: string;
  password: string;
  email?: string | undefined;
  name?: string | undefined;
  /** Leaves the API tokens of the user as they are. */
  keepTokens?: boolean | undefined;
}

const linkErrors = {
  unknown: say('linkInvalid'),
  used: say('linkUsed'),
  expired: say('linkExpired'),
};

/**
 * Sets a password with a one-time link, ends all sessions of the user, and signs the user in.
 * @throws Problem 400 for an invalid link or an unacceptable password, 409 for an email that is taken
 */
export async function setPassword(
  context: ServiceContext,
  given: NewPassword,
  source: AuditSource,
) {
  const hash = secretHash(given.token);
  const found = await findLink(context, hash, passwordLinks);
  if (found.state !== 'valid') throw linkError(found.state);
  const { link } = found;
  await checkGiven(context, given, link);

  const passwordHash = await context.passwordHashes.hash(given.password);
  const { ended, signedIn, signInNames } = await context.database.transaction(
    async (transaction) => {
      const at = context.clock();
      if (link.purpose === 'SETUP') await refuseSecondSetUp(transaction);
      if (!(await consumeLink(transaction, hash, toTimestamp(at)))) throw linkError('used');
      const userId =
        link.userId ?? (await insertNewUser(context, transaction, given, link, source));
      const keepsTokens = given.keepTokens === true;
      return finish(context, transaction, { userId, link, passwordHash, keepsTokens, at }, source);
    },
  );
  if (link.userId !== null) context.apiTokenCache.invalidateOwner(link.userId);
  context.mailWorker.wake();
  for (const sessionId of ended) context.sessionCache.invalidate(sessionId);
  // While the second factor is pending, earlier failures still count.
  if ('session' in signedIn)
    await clearFailures(
      context.database,
      signInNames.map((name) => delayKey('name', name)),
    );
  return signInAnswer(context, signedIn);
}

async function checkGiven(
  context: ServiceContext,
  wanted: NewPassword,
  link: LinkRow,
): Promise<void> {
  if (link.purpose === 'SETUP' && wanted.email === undefined)
    throw badRequest(say('enterSignInEmail'), [{ path: 'body.email', ...say('enterYourEmail') }]);
  if (link.purpose !== 'SETUP' && (wanted.email !== undefined || wanted.name !== undefined))
    throw badRequest(say('linkHasProfile'));
  if (wanted.email !== undefined) requireMailHost(context, wanted.email);
  const reason = await passwordError(wanted.password, context, {
    username: link.username ?? undefined,
    email: link.email ?? link.signUp?.email ?? wanted.email,
    name: link.name ?? link.signUp?.name ?? wanted.name,
  });
  if (reason !== undefined)
    throw badRequest(say('chooseAnotherPassword'), [{ path: 'body.password', ...reason }]);
}

async function refuseSecondSetUp(transaction: Queryable): Promise<void> {
  await lockSetUp(transaction);
  if (await someoneCanSignIn(transaction)) throw linkError('used');
}

/** For a link without a user: the first master, or somebody who signed up. */
async function insertNewUser(
  context: ServiceContext,
  transaction: Queryable,
  { email = '', name }: NewPassword,
  { signUp }: LinkRow,
  source: AuditSource,
): Promise<string> {
  if (signUp !== null) return insertSignedUpUser(context, transaction, signUp, source);
  return insertUser(
    transaction,
    { email, name, roles: ['GLOBAL_MASTER'], status: 'INVITED' },
    { id: null, at: context.clock(), source },
  );
}

async function finish(
  context: ServiceContext,
  transaction: Queryable,
  set: {
    userId: string;
    link: LinkRow;
    passwordHash: string;
    keepsTokens: boolean;
    at: number;
  },
  source: AuditSource,
) {
  const { userId, link, passwordHash, at } = set;
  const { purpose, email, lang } = link;
  const actor = { id: userId, at, source };
  const timestamp = toTimestamp(at);
  // Only an invitation can lack a name: accounts in use keep one to sign in with.
  if (link.status === 'INVITED' && !(await claimNames(transaction, userId)))
    throw conflict('email_taken', say('accountExists'));
  const user = await activateUser(transaction, userId, timestamp);
  if (user === undefined) throw linkError('unknown');
  const password = { userId, hash: passwordHash, changed: timestamp };
  const replaced = await upsertPassword(transaction, password);
  if (link.mailed) await markEmailVerified(transaction, userId, timestamp);
  await consumePasswordLinks(transaction, userId, timestamp);
  const ended = await endSessionsOf(transaction, userId, timestamp);
  // The reader of the mails may not be the user who created the tokens.
  const revoked = set.keepsTokens ? [] : await revokeTokensOf(transaction, userId, timestamp);
  const devices = await deleteTrustedDevicesOf(transaction, userId);
  const accepted = await recordAcceptedInvitation(transaction, userId, timestamp);
  if (replaced || purpose === 'RESET')
    await enqueuePasswordChangedMail(
      transaction,
      { userId, email, lang: lang ?? 'en' },
      timestamp,
      source,
    );
  const subject = `user/${userId}`;
  await audit.record(transaction, actor, 'link.used', subject, {
    after: { purpose },
  });
  await audit.record(transaction, actor, 'password.set', subject, {
    after: {
      endedSessions: ended.length,
      ...describeRevokedTokens(revoked),
      ...(devices > 0 ? { revokedDevices: devices } : {}),
    },
  });
  if (accepted) await audit.record(transaction, actor, 'invitation.accepted', subject);
  const signedIn = await completeSignIn(context, transaction, user, source);
  if (signedIn === undefined) throw linkError('unknown');
  return { ended, signedIn, signInNames: user.signInNames };
}

function linkError(state: keyof typeof linkErrors) {
  return badField('body.token', linkErrors[state]);
}

/** Describes a one-time link for its page; records that an invitation was opened. */
export async function checkPasswordToken(
  context: ServiceContext,
  token: string,
  source: AuditSource,
) {
  const found = await findLink(context, secretHash(token), passwordLinks);
  if (found.state !== 'valid') return found;
  const { purpose, signUp, userId, status } = found.link;
  if (purpose === 'INVITATION' && status === 'INVITED' && userId !== null)
    await recordOpened(context, userId, source);
  const email = found.link.email ?? signUp?.email;
  const tokens =
    userId === null
      ? []
      : await selectLiveTokens(context.database, userId, toTimestamp(context.clock()));
  return {
    state: found.state,
    purpose,
    ...(email === undefined ? {} : { email }),
    ...(tokens.length === 0
      ? {}
      : {
          tokens: tokens.map(({ description, prefix, lastUsedDate }) => ({
            description,
            prefix,
            lastUsedDate,
          })),
        }),
  };
}

async function recordOpened(
  { database, clock }: ServiceContext,
  userId: string,
  source: AuditSource,
) {
  try {
    await database.transaction(async (transaction) => {
      const at = clock();
      if (!(await recordOpenedInvitation(transaction, userId, toTimestamp(at)))) return;
      const subject = `user/${userId}`;
      await audit.record(transaction, { id: null, at, source }, 'invitation.opened', subject);
    });
  } catch (error) {
    // The link can be read all the same.
    if (!(error instanceof DiskFull)) throw error;
  }
}
