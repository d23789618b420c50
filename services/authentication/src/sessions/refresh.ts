import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import { combineRules, type CombinedRule } from '../sign-in-rules/combine-rules.ts';
import { requireNetwork } from '../sign-in-rules/require-network.ts';
import { selectRules } from '../sign-in-rules/sign-in-rules.sql.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { tokensOf, type OpenSession } from './open-session.ts';
import { judgeUse } from './refresh-rule.ts';
import {
  insertRefreshToken,
  lockSessionOf,
  selectRefreshToken,
  consumeRefreshToken,
  type RefreshTokenRow,
} from './refresh-tokens.sql.ts';
import { endSession, updateLastSeen } from './sessions.sql.ts';

/**
 * How long the access tokens of a refresh token can be renewed without it. Someone who has only an access token is
 * signed out after that.
 */
export const renewableMs = 30 * 60_000;

/**
 * Exchanges a refresh token for new tokens. A use that `judgeUse` calls reuse ends the session, because one of the two
 * holders of its tokens has stolen them (RFC 9700, section 4.14.2).
 * @throws Problem 401, or 403 from a network that is not allowed
 */
export async function refreshSession(
  context: ServiceContext,
  refreshToken: string,
  source: AuditSource,
) {
  const hash = secretHash(refreshToken);
  const result = await context.database.transaction((transaction) =>
    rotate(context, transaction, hash, source),
  );
  if (result !== undefined && 'refreshToken' in result) return tokensOf(context, result);
  if (result !== undefined) {
    context.sessionCache.invalidate(result.endedSession);
    context.mailWorker.wake();
  }
  throw new Problem(401, 'session_over', say('sessionEnded'));
}

async function rotate(
  context: ServiceContext,
  transaction: Queryable,
  hash: Buffer,
  source: AuditSource,
): Promise<OpenSession | { endedSession: string } | undefined> {
  if ((await lockSessionOf(transaction, hash)) === undefined) return undefined;
  const token = await selectRefreshToken(transaction, hash);
  const now = context.clock();
  if (token === undefined) return undefined;
  const rule = combineRules(await selectRules(transaction), token);
  if (!isContinued(token, rule, now)) return undefined;
  requireNetwork(context, rule, 'peopleNetworks', {
    userId: token.userId,
    address: source.address,
    credential: { kind: 'SESSION', id: token.sessionId },
  });
  const use = judgeUse(token, now);
  if (use === 'reuse') {
    await endAfterReuse(transaction, token, now, source);
    return { endedSession: token.sessionId };
  }
  const at = toTimestamp(now);
  if (use === 'next') await consumeRefreshToken(transaction, hash, at);
  const refreshToken = newSecret();
  const grantId = uuidv7();
  const { sessionId, userId, username, name, roles } = token;
  await insertRefreshToken(transaction, {
    id: grantId,
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
    grantId,
    refreshToken,
    expires: Math.min(Date.parse(token.expires), Date.parse(token.created) + rule.absoluteMs),
  };
}

function isContinued(
  { ended, status, created, expires, lastSeen, secondFactorDue, accessEnds }: RefreshTokenRow,
  { idleMs, absoluteMs }: CombinedRule,
  now: number,
): boolean {
  return (
    ended === null &&
    status === 'ACTIVE' &&
    Date.parse(expires) > now &&
    Date.parse(created) + absoluteMs > now &&
    (secondFactorDue === null || Date.parse(secondFactorDue) > now) &&
    (accessEnds === null || Date.parse(accessEnds) > now) &&
    // A time as far ahead comes from when the clock was wrong.
    Math.abs(now - Date.parse(lastSeen)) < idleMs
  );
}

async function endAfterReuse(
  transaction: Queryable,
  { sessionId, userId, email, lang }: RefreshTokenRow,
  now: number,
  source: AuditSource,
): Promise<void> {
  const at = toTimestamp(now);
  await endSession(transaction, sessionId, at);
  if (email !== null) {
    const { address, userAgent, requestId } = source;
    const parameters = { address, userAgent, requestId };
    const mail = { kind: 'SESSION_REUSED', recipient: email, userId, parameters, lang } as const;
    await enqueueMail(transaction, mail, at);
  }
  await audit.record(
    transaction,
    { id: userId, at: now, source },
    'refreshToken.reused',
    `session/${sessionId}`,
  );
}
