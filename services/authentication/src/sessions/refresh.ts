import { Problem } from '@annals/kit/problem';
import type { Queryable } from '@annals/kit/database/database';
import { momentOf } from '../clock.ts';
import { appendEvent } from '../events/events.sql.ts';
import type { Origin } from '../events/origin.ts';
import type { Parts } from '../parts.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { tokensOf, type OpenSession } from './open-session.ts';
import {
  insertRefreshToken,
  lockSessionOf,
  selectRefreshToken,
  useRefreshToken,
  type RefreshTokenRow,
} from './refresh-tokens.sql.ts';
import { endSession, updateLastSeen } from './sessions.sql.ts';

export const idleLifetimeMs = 30 * 60_000;
/** Two tabs may send the same token at nearly the same moment; the second is no thief. */
const leewayMs = 10_000;

/**
 * Exchanges a refresh token for new tokens. Each is good once; a second use ends the session, since one of the two who
 * used it has stolen it (RFC 9700, section 4.14.2).
 * @throws Problem 401
 */
export async function refreshSession(parts: Parts, refreshToken: string, origin: Origin) {
  const hash = secretHash(refreshToken);
  const result = await parts.database.transaction((transaction) =>
    rotate(parts, transaction, hash, origin),
  );
  if (result !== undefined && 'refreshToken' in result) return tokensOf(parts, result);
  if (result !== undefined) parts.sessionStates.forget(result.endedSession);
  throw new Problem(401, 'session_over', 'The session is over. Sign in again.');
}

async function rotate(
  parts: Parts,
  transaction: Queryable,
  hash: Buffer,
  origin: Origin,
): Promise<OpenSession | { endedSession: string } | undefined> {
  if ((await lockSessionOf(transaction, hash)) === undefined) return undefined;
  const token = await selectRefreshToken(transaction, hash);
  const now = parts.clock();
  if (token === undefined || !goesOn(token, now)) return undefined;
  if (token.used !== null && (token.childUsed || now - Date.parse(token.used) > leewayMs)) {
    await endAfterReuse(transaction, token, now, origin);
    return { endedSession: token.sessionId };
  }
  const at = momentOf(now);
  if (token.used === null) await useRefreshToken(transaction, hash, at);
  const refreshToken = newSecret();
  const { sessionId, userId, username, name, roles } = token;
  await insertRefreshToken(transaction, {
    hash: secretHash(refreshToken),
    sessionId,
    parent: hash,
    issued: at,
  });
  await updateLastSeen(transaction, sessionId, at);
  return {
    userId,
    username,
    name,
    roles,
    sessionId,
    refreshToken,
    expires: Date.parse(token.expires),
  };
}

function goesOn({ ended, status, expires, lastSeen }: RefreshTokenRow, now: number): boolean {
  return (
    ended === null &&
    status === 'ACTIVE' &&
    Date.parse(expires) > now &&
    // Ahead of the clock by as much, it is of a time when the clock was wrong.
    Math.abs(now - Date.parse(lastSeen)) < idleLifetimeMs
  );
}

async function endAfterReuse(
  transaction: Queryable,
  { sessionId, userId }: RefreshTokenRow,
  now: number,
  origin: Origin,
): Promise<void> {
  await endSession(transaction, sessionId, momentOf(now));
  await appendEvent(
    transaction,
    { action: 'refreshToken.reused', at: now, actorId: userId, subject: `session/${sessionId}` },
    origin,
  );
}
