import { changePassword } from '@annals/contracts/account';
import { setPassword } from '@annals/contracts/sign-in';
import { revokeTokensOf, shownRevoked } from '../api-tokens/api-tokens.sql.ts';
import { badRequest, conflict } from '@annals/kit/problem';
import type { Mount } from '@annals/kit/mount';
import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import { originOf, type Origin } from '../context/actor.ts';
import { findLink } from '../one-time-links/one-time-links.ts';
import {
  lockSetUp,
  someoneCanSignIn,
  useLink,
  useLinksOf,
  type LinkRow,
} from '../one-time-links/one-time-links.sql.ts';
import { noteAcceptedInvitation } from '../invitations/invitations.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { completeSignIn, signInAnswer } from '../second-factors/complete-sign-in.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { delayKey, forgetFailures } from '../sessions/sign-in-delay.sql.ts';
import { secretHash } from '../tokens/secrets.ts';
import { claimNames } from '../accounts/sign-in-names.sql.ts';
import { activateUser, noteProvenEmail } from '../accounts/accounts.sql.ts';
import { changeOwnPassword } from './change-password.ts';
import { faultOf } from './password-rules.ts';
import { insertSignedUpUser } from './sign-up.ts';
import { tellOfChange } from './tell-of-change.ts';
import { upsertPassword } from './passwords.sql.ts';
import { insertUser } from '../accounts/insert-user.ts';

interface Wanted {
  token: string;
  password: string;
  email?: string | undefined;
  name?: string | undefined;
}

const linkFaults = {
  unknown:
    'This link is not valid. Open it again exactly as you received it, or request a new one.',
  used: 'This link was already used. Sign in, or request a new one.',
  expired: 'This link has expired. Request a new one.',
};

export function mountPasswords(mount: Mount, context: ServiceContext): void {
  mount(setPassword, async ({ body, request }) => {
    const origin = originOf(request);
    const hash = secretHash(body.token);
    const found = await findLink(context, hash);
    if (found.state !== 'valid') throw linkFault(found.state);
    const { link } = found;
    checkWanted(body, link, context.productName);

    const passwordHash = await context.passwordHashes.hash(body.password);
    const { ended, signedIn, signInNames } = await context.database.transaction(
      async (transaction) => {
        const at = context.clock();
        if (link.purpose === 'SETUP') await refuseSecondSetUp(transaction);
        if (!(await useLink(transaction, hash, toTimestamp(at)))) throw linkFault('used');
        const userId =
          link.userId ?? (await insertNewUser(context, transaction, body, link, origin));
        const keepsTokens = body.keepTokens === true;
        return finish(
          context,
          transaction,
          { userId, link, passwordHash, keepsTokens, at },
          origin,
        );
      },
    );
    if (link.userId !== null) context.apiTokenCache.invalidateOwner(link.userId);
    context.mailWorker.wake();
    for (const sessionId of ended) context.sessionCache.invalidate(sessionId);
    // with the second factor still to come, earlier failures go on to count
    if ('session' in signedIn)
      await forgetFailures(
        context.database,
        signInNames.map((name) => delayKey('name', name)),
      );
    return signInAnswer(context, signedIn);
  });

  mount(changePassword, async ({ body, caller, request }) =>
    changeOwnPassword(context, caller, body, originOf(request)),
  );
}

function checkWanted(wanted: Wanted, link: LinkRow, productName: string): void {
  if (link.purpose === 'SETUP' && wanted.email === undefined)
    throw badRequest('Enter the email to sign in with.', [
      { path: 'body.email', message: 'Enter your email address; you will sign in with it.' },
    ]);
  if (link.purpose !== 'SETUP' && (wanted.email !== undefined || wanted.name !== undefined))
    throw badRequest('This link already has an email and a name. Send only token and password.');
  const fault = faultOf(wanted.password, {
    productName,
    username: link.username ?? undefined,
    email: link.email ?? link.signUp?.email ?? wanted.email,
    name: link.name ?? link.signUp?.name ?? wanted.name,
  });
  if (fault !== undefined)
    throw badRequest('Choose another password.', [{ path: 'body.password', message: fault }]);
}

async function refuseSecondSetUp(transaction: Queryable): Promise<void> {
  await lockSetUp(transaction);
  if (await someoneCanSignIn(transaction)) throw linkFault('used');
}

/** Of a link without a user: the first master, or somebody who signed up. */
async function insertNewUser(
  context: ServiceContext,
  transaction: Queryable,
  { email = '', name }: Wanted,
  { signUp }: LinkRow,
  origin: Origin,
): Promise<string> {
  if (signUp !== null) return insertSignedUpUser(context, transaction, signUp, origin);
  return insertUser(
    context,
    transaction,
    { email, name, roles: ['GLOBAL_MASTER'], status: 'INVITED' },
    origin,
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
  origin: Origin,
) {
  const { userId, link, passwordHash, at } = set;
  const { purpose, email, lang } = link;
  const moment = toTimestamp(at);
  // only an invitation can wait for a name: accounts that are in use keep one to sign in with
  if (link.status === 'INVITED' && !(await claimNames(transaction, userId)))
    throw conflict(
      'email_taken',
      'There is already an account with this email. Sign in, or request a new password.',
    );
  const user = await activateUser(transaction, userId, moment);
  if (user === undefined) throw linkFault('unknown');
  const password = { userId, hash: passwordHash, changed: moment };
  const replaced = await upsertPassword(transaction, password);
  if (link.mailed) await noteProvenEmail(transaction, userId, moment);
  await useLinksOf(transaction, userId, moment);
  const ended = await endSessionsOf(transaction, userId, moment);
  // whoever reads the mails may be another than the one who made the tokens
  const revoked = set.keepsTokens ? [] : await revokeTokensOf(transaction, userId, moment);
  const accepted = await noteAcceptedInvitation(transaction, userId, moment);
  if (replaced || purpose === 'RESET')
    await tellOfChange(transaction, { userId, email, lang: lang ?? 'en' }, moment, origin);
  const subject = `user/${userId}`;
  await appendEvent(
    transaction,
    { action: 'link.used', at, actorId: userId, subject, after: { purpose } },
    origin,
  );
  await appendEvent(
    transaction,
    {
      action: 'password.set',
      at,
      actorId: userId,
      subject,
      after: { endedSessions: ended.length, ...shownRevoked(revoked) },
    },
    origin,
  );
  if (accepted)
    await appendEvent(
      transaction,
      { action: 'invitation.accepted', at, actorId: userId, subject },
      origin,
    );
  const signedIn = await completeSignIn(context, transaction, user, origin);
  if (signedIn === undefined) throw linkFault('unknown');
  return { ended, signedIn, signInNames: user.signInNames };
}

function linkFault(state: keyof typeof linkFaults) {
  return badRequest(linkFaults[state], [{ path: 'body.token', message: linkFaults[state] }]);
}
