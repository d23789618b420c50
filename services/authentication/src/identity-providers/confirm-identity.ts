import { timingSafeEqual } from 'node:crypto';
import { say } from '@annals/contracts/messages';
import type { IdentityConfirmation, RemovedCredentials } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { conflict, forbidden, Problem } from '@annals/kit/problem';
import { markEmailVerified } from '../accounts/accounts.sql.ts';
import { describeRevokedTokens, revokeTokensOf } from '../api-tokens/api-tokens.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditEvent } from '../audit/audit-log.sql.ts';
import type { AuditSource, Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail, deleteMailsOf } from '../mail/outbox.sql.ts';
import { consumePasswordLinks } from '../one-time-links/one-time-links.sql.ts';
import { countMailRequest, requestKey, type RequestLimit } from '../mail/mail-requests.sql.ts';
import { selectPasswordHolder } from '../passwords/passwords.sql.ts';
import { signInAnswer, type SignedIn } from '../second-factors/complete-sign-in.ts';
import { deleteFactorsOf } from '../second-factors/factors.sql.ts';
import { deleteTrustedDevicesOf } from '../trusted-devices/trusted-devices.sql.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { codeHashOf, newSecret, secretHash } from '../tokens/secrets.ts';
import {
  countCodeAttempt,
  insertConfirmation,
  selectConfirmation,
  deleteConfirmationsOf,
  type Confirmation,
} from './confirmations.sql.ts';
import {
  mayConfirmByEmail,
  deleteKnownDevices,
  deletePassword,
  lockIdentities,
} from './credentials.sql.ts';
import { refusalOf } from './sign-in-decision.ts';
import { enterAccount, linkIdentity, type Vouched } from './linked-account.ts';
import { removeAllGrants } from './grants.ts';
import { lockLinkedUser, lockUserById, deleteIdentity } from './identities.sql.ts';
import { selectProvider } from './providers.sql.ts';
import { refusals, writeRefusal, type Refusal } from './refusals.ts';

const lifetimeMs = 30 * 60_000;
const codesPerEmail: RequestLimit = { most: 3, withinSeconds: 15 * 60 };

/**
 * Stores the identity until the user confirms that the account is theirs. The secret stays in the browser that started
 * the sign-in, so the code from the mailbox is useless in another one.
 */
export async function askToConfirm(
  context: ServiceContext,
  transaction: Queryable,
  vouched: Vouched & { email: string; userId: string },
  source: AuditSource,
): Promise<IdentityConfirmation> {
  const { provider, person, session, email, userId } = vouched;
  const { subject } = person;
  const confirmation = newSecret();
  const at = context.clock();
  await insertConfirmation(
    transaction,
    secretHash(confirmation),
    {
      userId,
      providerId: provider.id,
      providerVersion: provider.version,
      subject,
      email,
      vouched: { person, session },
    },
    { created: toTimestamp(at), expires: toTimestamp(at + lifetimeMs) },
  );
  await audit.record(
    transaction,
    { id: null, at, source },
    'identity.confirmationAsked',
    `user/${userId}`,
    { after: { identityProviderId: provider.id, subject, email } },
  );
  return {
    confirmation,
    identityProviderId: provider.id,
    identityProviderName: provider.name,
    email,
    byEmail: await mayConfirmByEmail(transaction, userId),
  };
}

/**
 * Sends the code to the email of the account.
 * @throws Problem 401 if there is nothing to confirm, 403 if a code does not suffice, 429 for too many mails
 */
export async function sendEmailCode(
  context: ServiceContext,
  { confirmation, lang }: { confirmation: string; lang?: string | undefined },
  source: AuditSource,
): Promise<void> {
  const { database, clock, mailWorker } = context;
  const hash = secretHash(confirmation);
  const at = toTimestamp(clock());
  const found = await selectConfirmation(database, hash, at);
  if (!found) throw confirmationOver();
  if (!(await mayConfirmByEmail(database, found.userId))) throw codeDoesNotSuffice();
  const key = requestKey('recipient', `EMAIL_CODE ${signInKey(found.email)}`);
  const wait = await countMailRequest(database, key, at, codesPerEmail);
  if (wait !== undefined)
    throw new Problem(429, 'too_many_requests', say('tooManyCodes', { seconds: wait }), {
      retryAfter: wait,
    });
  const { address, requestId } = source;
  const parameters = { address, requestId, confirmationHash: hash.toString('hex'), lang };
  const { email: recipient, userId } = found;
  await enqueueMail(
    database,
    { kind: 'EMAIL_CODE', recipient, userId, parameters, lang: lang ?? 'en' },
    at,
  );
  mailWorker.wake();
}

/**
 * Signs in the user who read the code in the mailbox, and removes all earlier credentials.
 * @throws Problem 401 for a wrong code and for an expired confirmation, 403 if the account may not be signed in to
 */
export async function confirmByEmailCode(
  context: ServiceContext,
  given: { challenge: string; code: string },
  source: AuditSource,
) {
  const { database, clock, sessionCache, apiTokenCache, mailWorker } = context;
  const hash = secretHash(given.challenge);
  const known = await selectConfirmation(database, hash, toTimestamp(clock()));
  if (!known) throw confirmationOver();
  const outcome = await database.transaction((transaction) =>
    confirm(context, transaction, { hash, known, code: given.code.replaceAll(/\s/g, '') }, source),
  );
  if ('refused' in outcome) throw new Problem(403, outcome.refused, refusals[outcome.refused]);
  if ('wrong' in outcome) throw new Problem(401, 'invalid_email_code', say('codeWrong'));
  for (const sessionId of outcome.sessions) sessionCache.invalidate(sessionId);
  apiTokenCache.invalidateOwner(known.userId);
  mailWorker.wake();
  return {
    ...(await signInAnswer(context, outcome.signedIn)),
    removedCredentials: outcome.removed,
  };
}

type Outcome =
  | { wrong: true }
  | { refused: Refusal }
  | {
      signedIn: SignedIn | undefined;
      removed: Awaited<ReturnType<typeof removeCredentials>>['removed'];
      sessions: string[];
    };

async function confirm(
  context: ServiceContext,
  transaction: Queryable,
  { hash, known, code }: { hash: Buffer; known: Confirmation; code: string },
  source: AuditSource,
): Promise<Outcome> {
  const { userId } = known;
  const actor = { id: userId, at: context.clock(), source };
  const at = toTimestamp(actor.at);
  // The lock order of all provider sign-ins: the provider, the user, then the rest.
  const provider = await selectProvider(transaction, known.providerId, { lock: 'change' });
  if (provider?.enabled !== true || provider.version !== known.providerVersion)
    throw confirmationOver();
  const user = await lockUserById(transaction, provider, userId);
  const confirmation = await selectConfirmation(transaction, hash, at);
  const holder = await selectPasswordHolder(transaction, userId);
  const email = holder?.email ?? null;
  if (
    !user ||
    !confirmation ||
    email === null ||
    signInKey(email) !== signInKey(confirmation.email)
  )
    throw confirmationOver();
  const { subject, vouched } = confirmation;
  const { session } = vouched;
  const person = { ...vouched.person, email, emailVerified: true };
  const reason = refusalOf(provider, user);
  if (reason) return refuse(reason);
  if (!(await mayConfirmByEmail(transaction, userId))) throw codeDoesNotSuffice();
  const codeHash = codeHashOf(hash, code);
  if (confirmation.codeHash === null || !timingSafeEqual(codeHash, confirmation.codeHash)) {
    await countCodeAttempt(transaction, hash);
    const about = { reason: 'email_code_wrong', providerId: provider.id, userId };
    await writeRefusal(context, transaction, about, source);
    return { wrong: true };
  }
  if (await lockLinkedUser(transaction, provider, subject))
    throw conflict('identity_taken', say('linkedAlready'));
  const { removed, tokens, factors, sessions, devices, events } = await removeCredentials(
    transaction,
    userId,
    actor,
  );
  await markEmailVerified(transaction, userId, at);
  events.push({
    actor,
    subject: `user/${userId}`,
    action: 'credentials.removed',
    before:
      factors.length > 0
        ? { factors: factors.map(({ kind, name }) => ({ kind, name })) }
        : undefined,
    after: {
      identityProviderId: provider.id,
      removedPassword: removed.password,
      endedSessions: removed.sessions,
      ...describeRevokedTokens(tokens),
      ...(factors.length > 0 ? { factors: [] } : {}),
      unlinkedIdentities: removed.identities,
      ...(devices > 0 ? { revokedDevices: devices } : {}),
    },
  });
  const linked = await linkIdentity(transaction, { provider, person }, userId, actor);
  const { address, requestId, userAgent } = source;
  await enqueueMail(
    transaction,
    {
      kind: 'CREDENTIALS_REMOVED',
      recipient: email,
      userId,
      parameters: { address, requestId, userAgent, providerName: provider.name, removed },
      lang: holder?.lang ?? 'en',
    },
    at,
  );
  const signedIn = await enterAccount(
    context,
    transaction,
    { provider, person, session },
    {
      userId,
      identityId: linked.identityId,
      isFirst: true,
      events: [...events, linked.event],
    },
    source,
  );
  return { signedIn, removed, sessions };

  async function refuse(refused: Refusal): Promise<Outcome> {
    const about = { reason: refused, providerId: known.providerId, userId };
    await writeRefusal(context, transaction, about, source);
    return { refused };
  }
}

const confirmationOver = () => new Problem(401, 'confirmation_over', say('confirmationOver'));

const codeDoesNotSuffice = () => forbidden(say('codeNotEnough'));

/**
 * Removes all credentials and sessions of the account, so that only the person who confirmed it can sign in: password,
 * sessions, the user's own API tokens, second factors, linked accounts, and pending links, mails and sign-ins. The user
 * must be locked. After the transaction invalidate the sessions and the tokens of the user.
 */
async function removeCredentials(
  transaction: Queryable,
  userId: string,
  actor: Actor,
): Promise<{
  removed: RemovedCredentials;
  sessions: string[];
  tokens: Awaited<ReturnType<typeof revokeTokensOf>>;
  factors: Awaited<ReturnType<typeof deleteFactorsOf>>;
  devices: number;
  events: AuditEvent[];
}> {
  const at = toTimestamp(actor.at);
  const events: AuditEvent[] = [];
  const identities = await lockIdentities(transaction, userId);
  for (const { identityId, ...identity } of identities) {
    const taken = await removeAllGrants(transaction, { identityId }, actor, () =>
      deleteIdentity(transaction, identityId),
    );
    events.push(...taken.events, {
      actor,
      action: 'identity.unlinked',
      subject: `user/${userId}`,
      before: identity,
    });
  }
  const password = await deletePassword(transaction, userId);
  const sessions = await endSessionsOf(transaction, userId, at);
  const tokens = await revokeTokensOf(transaction, userId, at);
  const devices = await deleteTrustedDevicesOf(transaction, userId);
  const factors = (await deleteFactorsOf(transaction, userId)).filter(({ confirmed }) => confirmed);
  await deleteMailsOf(transaction, userId, 'INVITATION');
  await deleteMailsOf(transaction, userId, 'RESET');
  await consumePasswordLinks(transaction, userId, at);
  await deleteKnownDevices(transaction, userId);
  await deleteConfirmationsOf(transaction, userId);
  return {
    removed: {
      password,
      sessions: sessions.length,
      tokens: tokens.length,
      factors: factors.length,
      identities: identities.length,
    },
    tokens,
    factors,
    sessions,
    devices,
    events,
  };
}
