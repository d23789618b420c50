import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';
import { momentOf } from '../clock.ts';
import { appendEvent } from '../events/events.sql.ts';
import type { Origin } from '../events/origin.ts';
import type { Parts } from '../parts.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { insertRefreshToken } from './refresh-tokens.sql.ts';
import { insertSession, updateLastSignIn } from './sessions.sql.ts';

const absoluteLifetimeMs = 8 * 3_600_000;

export interface OpenSession {
  userId: string;
  username: string;
  name: string;
  roles: string[];
  sessionId: string;
  refreshToken: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** Starts a session of a user who has proved to be that user; undefined when the user was disabled meanwhile. */
export async function openSession(
  { clock }: Parts,
  transaction: Queryable,
  user: { userId: string; username: string; name: string; roles: string[] },
  origin: Origin,
): Promise<OpenSession | undefined> {
  const { userId, username, name, roles } = user;
  const now = clock();
  const created = momentOf(now);
  if (!(await updateLastSignIn(transaction, userId, created))) return undefined;
  const sessionId = uuidv7();
  const refreshToken = newSecret();
  const expires = now + absoluteLifetimeMs;
  await insertSession(transaction, {
    id: sessionId,
    userId,
    created,
    expires: momentOf(expires),
    userAgent: origin.userAgent,
    address: origin.address ?? '',
  });
  await insertRefreshToken(transaction, {
    hash: secretHash(refreshToken),
    sessionId,
    parent: null,
    issued: created,
  });
  await appendEvent(
    transaction,
    { action: 'session.started', at: now, actorId: userId, subject: `session/${sessionId}` },
    origin,
  );
  return { userId, username, name, roles, sessionId, refreshToken, expires };
}

/** What a sign-in or a refresh answers. Call it after the transaction: it may have to read the signing key. */
export async function tokensOf({ accessTokens }: Parts, session: OpenSession) {
  const { accessToken, expiresIn } = await accessTokens.issue(session, session.expires);
  return { accessToken, refreshToken: session.refreshToken, expiresIn };
}
