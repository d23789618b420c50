import { createHash } from 'node:crypto';
import { errors, type JWTPayload } from 'jose';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { badRequest, notFound, type Problem } from '@annals/kit/problem';
import { recordAll } from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { endProviderSessions, recordLogoutToken } from '../sessions/provider-sessions.sql.ts';
import { claimAt, isObject, readableExplanation, textOf } from './claim-values.ts';
import { issuerOfSubjects } from './identities.sql.ts';
import { hasTenants, ProviderUnfit, unreachableIn } from './provider-clients.ts';
import { KeysUnfit } from './provider-keys.ts';
import { selectProvider, type ProviderRow } from './providers.sql.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** How long a token is accepted that names no end. */
const maxAgeMs = 5 * 60_000;

/**
 * Ends the sessions that a provider names in a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). They
 * end here at once, and in every other process when it next reads them, within a second.
 * @throws Problem 400 for a token that does not count, 404
 */
export async function receiveLogout(
  context: ServiceContext,
  providerId: string,
  logoutToken: string,
  source: AuditSource,
): Promise<void> {
  const { database, clock, sessionCache } = context;
  const provider = await selectProvider(database, providerId);
  if (!provider) throw notFound('identity provider');
  const named = await readLogoutToken(context, provider, logoutToken);
  const ended = await database.transaction(async (transaction) => {
    const at = clock();
    const isNew = await recordLogoutToken(transaction, {
      providerId,
      jtiHash: createHash('sha256').update(named.jti).digest(),
      expires: toTimestamp(Math.min(named.expires, at + 24 * 3_600_000)),
    });
    if (!isNew) throw refusal(say('logoutTokenReceivedBefore'));
    const sessions = await endProviderSessions(
      transaction,
      { providerId, issuer: issuerOfSubjects(provider) },
      named,
      toTimestamp(at),
    );
    await recordAll(
      transaction,
      sessions.map(({ sessionId, userId }) => ({
        actor: { id: null, at, source },
        action: 'session.ended',
        subject: `session/${sessionId}`,
        after: { userId, identityProviderId: providerId },
      })),
    );
    return sessions;
  });
  for (const { sessionId } of ended) sessionCache.invalidate(sessionId);
}

interface Named {
  sid: string | null;
  subject: string | null;
  jti: string;
  /** Milliseconds since 1970. */
  expires: number;
}

async function readLogoutToken(
  context: ServiceContext,
  provider: ProviderRow,
  logoutToken: string,
): Promise<Named> {
  const claims = await verifyToken(context, provider, logoutToken);
  const { events, jti, iat = 0, exp } = claims;
  if (!isObject(events) || !isObject(events[logoutEvent])) throw refusal(say('noLogoutEvent'));
  // An ID token has one, so it cannot be used as a logout token.
  if (claims['nonce'] !== undefined) throw refusal(say('hasNonce'));
  if (typeof jti !== 'string' || jti === '') throw refusal(say('noJti'));
  if (exp === undefined && iat * 1000 < context.clock() - maxAgeMs)
    throw refusal(say('tokenTooOld'));
  const sid = textOf(claims['sid']) ?? null;
  const subject = subjectIn(provider, claims);
  if (sid === null && subject === null) throw refusal(say('noSessionOrSubject'));
  return { sid, subject, jti, expires: exp === undefined ? iat * 1000 + maxAgeMs : exp * 1000 };
}

async function verifyToken(
  { providerClients }: ServiceContext,
  provider: ProviderRow,
  logoutToken: string,
): Promise<JWTPayload> {
  try {
    const client = await providerClients.of(provider);
    return await client.verify(logoutToken, 'anyone', { requiredClaims: ['iss', 'aud', 'iat'] });
  } catch (error) {
    const isRefusal =
      error instanceof errors.JOSEError ||
      error instanceof ProviderUnfit ||
      error instanceof KeysUnfit ||
      error instanceof TypeError;
    const cause = unreachableIn(error) ?? (isRefusal ? error : undefined);
    if (cause) throw refusal(readableExplanation(cause));
    throw error;
  }
}

/** The subject as identities are stored; null if the token names none that could be mapped to one. */
function subjectIn({ claimMap, tokenIssuer }: ProviderRow, claims: JWTPayload): string | null {
  const subject = textOf(claimAt(claims, claimMap.subject)) ?? null;
  if (subject === null || !hasTenants(tokenIssuer ?? '')) return subject;
  const tenant = textOf(claims['tid'])?.toLowerCase();
  return tenant === undefined ? null : `${tenant}/${subject}`;
}

function refusal(why: ServiceMessage): Problem {
  return badRequest(say('logoutTokenRefusedBecause', { why }), [
    { path: 'body.logoutToken', ...why },
  ]);
}
