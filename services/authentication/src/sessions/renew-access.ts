import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@annals/kit/caller';
import { DiskFull, type Queryable } from '@annals/kit/database/database';
import { notAuthenticated } from '@annals/kit/problem';
import { toTimestamp } from '../context/clock.ts';
import type { AccessClaims, ServiceContext, SessionState } from '../context/service-context.ts';
import { bearerOf } from './authenticate.ts';
import { selectGrantIssued } from './refresh-tokens.sql.ts';
import { renewableMs } from './refresh.ts';
import { updateLastSeen } from './sessions.sql.ts';

const noteLastSeenAfterMs = 60_000;

/**
 * A new access token, or the given one while it is still fresh or a new one would expire no later.
 * @throws Problem 401
 */
export async function renewAccess(
  { database, clock, accessTokens, sessionCache }: ServiceContext,
  { sessionId, token }: Caller,
  headers: IncomingHttpHeaders,
): Promise<{ accessToken?: string; expiresIn?: number }> {
  // An API token is never renewed.
  if (token) return {};
  const accessToken = bearerOf(headers);
  const claims = accessToken === undefined ? undefined : await accessTokens.verify(accessToken);
  const state = await sessionCache.get(sessionId);
  if (accessToken === undefined || claims === undefined || state === undefined)
    throw notAuthenticated();
  const now = clock();
  const isCurrent = isUpToDate(claims, state);
  const isFresh = isCurrent && isInFirstHalf(claims, now);
  const end = isFresh ? state.expires : await endOfRenewals(database, claims, state);
  if (end <= now) throw notAuthenticated();
  if (now - state.lastSeen > noteLastSeenAfterMs) {
    state.lastSeen = now;
    await updateLastSeen(database, sessionId, toTimestamp(now)).catch((error: unknown) => {
      // Signed-in users can still read.
      if (!(error instanceof DiskFull)) throw error;
    });
  }
  // A new one would not expire later.
  const isLast = isCurrent && (claims.expiresAt + 1) * 1000 > end;
  if (isFresh || isLast) return { accessToken };
  const { userId, username, name, roles } = state;
  const { grantId } = claims;
  return accessTokens.issue({ userId, sessionId, grantId, username, name, roles: [...roles] }, end);
}

function isInFirstHalf({ issuedAt, expiresAt }: AccessClaims, now: number): boolean {
  return 2 * now < (issuedAt + expiresAt) * 1000;
}

function isUpToDate(claims: AccessClaims, state: SessionState): boolean {
  return (
    claims.roles.length === state.roles.length &&
    state.roles.every((role) => claims.roles.includes(role)) &&
    claims.name === state.name &&
    claims.username === state.username
  );
}

/**
 * Until when, in milliseconds since 1970, this access token can be renewed. Renewal ends once the session continues
 * with a different refresh token.
 */
async function endOfRenewals(
  database: Queryable,
  { sessionId, grantId }: AccessClaims,
  { expires }: SessionState,
): Promise<number> {
  const issued = grantId && (await selectGrantIssued(database, sessionId, grantId));
  return issued ? Math.min(expires, Date.parse(issued) + renewableMs) : 0;
}
