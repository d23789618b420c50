import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';
import { isLoopback } from '@annals/kit/request-clients';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { recordDevice } from './known-devices.sql.ts';
import { networkOf } from './network.ts';
import { insertRefreshToken } from './refresh-tokens.sql.ts';
import { insertSession, updateLastSignIn, type SignedInBefore } from './sessions.sql.ts';

const absoluteLifetimeMs = 8 * 3_600_000;

export interface OpenSession {
  userId: string;
  username: string;
  name: string;
  roles: string[];
  sessionId: string;
  /** The id of the refresh token, which the access token contains. */
  grantId: string;
  refreshToken: string;
  /** Milliseconds since 1970. */
  expires: number;
  /** A mail about it is in the outbox. */
  mailed?: boolean;
}

/** Starts a session of an authenticated user; undefined if the user was disabled in the meantime. */
export async function openSession(
  { clock }: ServiceContext,
  transaction: Queryable,
  user: { userId: string; username: string; name: string; roles: string[] },
  source: AuditSource,
): Promise<OpenSession | undefined> {
  const { userId, username, name, roles } = user;
  const now = clock();
  const created = toTimestamp(now);
  const before = await updateLastSignIn(transaction, userId, created);
  if (before === undefined) return undefined;
  const sessionId = uuidv7();
  const grantId = uuidv7();
  const refreshToken = newSecret();
  const expires = now + absoluteLifetimeMs;
  await insertSession(transaction, {
    id: sessionId,
    userId,
    created,
    expires: toTimestamp(expires),
    userAgent: source.userAgent,
    address: source.address ?? '',
  });
  await insertRefreshToken(transaction, {
    id: grantId,
    hash: secretHash(refreshToken),
    sessionId,
    parent: null,
    issued: created,
  });
  const mailed = await enqueueNewDeviceMail(transaction, userId, before, created, source);
  await audit.record(
    transaction,
    { id: userId, at: now, source },
    'session.started',
    `session/${sessionId}`,
  );
  return { userId, username, name, roles, sessionId, grantId, refreshToken, expires, mailed };
}

/**
 * The response to a sign-in or a refresh. Call it after the transaction: it may have to read the signing key, and it
 * wakes the mail worker.
 */
export async function tokensOf({ accessTokens, mailWorker }: ServiceContext, session: OpenSession) {
  if (session.mailed === true) mailWorker.wake();
  const { accessToken, expiresIn } = await accessTokens.issue(session, session.expires);
  return { accessToken, refreshToken: session.refreshToken, expiresIn };
}

/**
 * Queues a mail to a user who signed in before, about an address or a program that was not seen for long. Returns
 * whether it did.
 */
async function enqueueNewDeviceMail(
  transaction: Queryable,
  userId: string,
  { lastSignIn, email, lang }: SignedInBefore,
  created: string,
  { address, userAgent, requestId }: AuditSource,
): Promise<boolean> {
  if ((address === null || isLoopback(address)) && userAgent === '') return false;
  // An updated browser counts as the same one.
  const program = userAgent.replace(/(?<=\/|\brv:)\d[\w.]*/g, '');
  const device = { network: networkOf(address), program };
  const known = await recordDevice(transaction, userId, device, created);
  if (known || lastSignIn === null || email === null) return false;
  const parameters = { address, userAgent, requestId };
  const mail = { kind: 'NEW_SIGN_IN', recipient: email, userId, parameters, lang } as const;
  await enqueueMail(transaction, mail, created);
  return true;
}
