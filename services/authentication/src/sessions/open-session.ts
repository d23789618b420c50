import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';
import { isLoopback } from '@annals/kit/ip-address';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import { requireNetwork } from '../sign-in-rules/require-network.ts';
import { selectConcerned, selectRules } from '../sign-in-rules/sign-in-rules.sql.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { recordDevice } from './known-devices.sql.ts';
import { networkOf } from '../context/network.ts';
import { freshForMs } from './fresh-proof.ts';
import type { ProviderOrigin } from './provider-sessions.sql.ts';
import { insertRefreshToken } from './refresh-tokens.sql.ts';
import {
  endSurplusSessions,
  insertSession,
  updateLastSignIn,
  type SignedInBefore,
} from './sessions.sql.ts';

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
  /** Sessions of the user that ended for it, because the rules allow no more. */
  endedSessions?: string[];
}

export interface SessionStart {
  /** By default the password, unless a provider opens the session. */
  method?: 'PASSWORD' | 'PASSKEY';
  /** The second factor that was given. */
  factor?: string;
  trustedDeviceId?: string | undefined;
  origin?: ProviderOrigin | undefined;
  provedHere?: boolean;
}

/**
 * Starts a session of an authenticated user; undefined if the user was disabled in the meantime.
 * @param trustedDeviceId the device on which the second factor was given before, if it was not given now
 * @param origin the sign-in at a provider that opens the session
 * @param provedHere the user authenticated here now; by default unless a provider opens the session
 * @throws Problem 403 from a network that the rules do not allow
 */
export async function openSession(
  context: ServiceContext,
  transaction: Queryable,
  user: { userId: string; username: string; name: string; roles: string[] },
  source: AuditSource,
  start: SessionStart = {},
): Promise<OpenSession | undefined> {
  const { userId, username, name, roles } = user;
  const { origin, provedHere = origin === undefined } = start;
  const now = context.clock();
  const created = toTimestamp(now);
  const before = await updateLastSignIn(transaction, userId, created);
  if (before === undefined) return undefined;
  const concerned = await selectConcerned(transaction, userId);
  if (concerned === undefined) return undefined;
  const rule = combineRules(await selectRules(transaction), concerned);
  requireNetwork(context, rule, 'peopleNetworks', { userId, address: source.address });
  const sessionId = uuidv7();
  const grantId = uuidv7();
  const refreshToken = newSecret();
  const expires = now + rule.absoluteMs;
  await insertSession(transaction, {
    id: sessionId,
    userId,
    created,
    expires: toTimestamp(expires),
    proved: provedHere ? created : (origin?.authTime ?? null),
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
  const endedSessions =
    rule.maxSessions === undefined
      ? []
      : await endSurplusSessions(transaction, userId, created, rule.maxSessions);
  const mailed = await enqueueNewDeviceMail(transaction, userId, before, created, source);
  const actor = { id: userId, at: now, source };
  for (const ended of endedSessions)
    await audit.record(transaction, actor, 'session.ended', `session/${ended}`, {
      after: { userId, reason: 'TOO_MANY', allowed: rule.maxSessions },
    });
  await audit.record(transaction, actor, 'session.started', `session/${sessionId}`, {
    after: startOf({ ...start, provedHere }, now),
  });
  return {
    userId,
    username,
    name,
    roles,
    sessionId,
    grantId,
    refreshToken,
    expires,
    mailed,
    endedSessions,
  };
}

/** What the audit log says about the start of a session. */
function startOf(
  { method = 'PASSWORD', factor, trustedDeviceId, origin, provedHere = false }: SessionStart,
  now: number,
): Record<string, unknown> {
  const device = {
    ...(factor !== undefined && { factor }),
    ...(trustedDeviceId !== undefined && { trustedDevice: trustedDeviceId }),
  };
  if (origin === undefined) return { method, ...device };
  const { identityProviderId, authTime, fresh } = origin;
  const isFresh = authTime !== null && now - Date.parse(authTime) < freshForMs;
  const asked = fresh ? { askedAgain: isFresh || provedHere } : {};
  return { ...device, identityProviderId, authTime, ...asked };
}

/**
 * The response to a sign-in or a refresh. Call it after the transaction: it may have to read the signing key, and it
 * wakes the mail worker.
 */
export async function tokensOf(
  { accessTokens, mailWorker, sessionCache }: ServiceContext,
  session: OpenSession,
) {
  for (const ended of session.endedSessions ?? []) sessionCache.invalidate(ended);
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
