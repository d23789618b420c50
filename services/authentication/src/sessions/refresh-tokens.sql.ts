import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { SessionRow } from './sessions.sql.ts';

export interface RefreshTokenRow extends SessionRow {
  sessionId: string;
  used: string | null;
  /** Whether a token that this one was exchanged for has itself been used. */
  childUsed: boolean;
}

/** The session of a refresh token, locked: refreshes of one session go one after the other. */
export async function lockSessionOf(
  transaction: Queryable,
  hash: Buffer,
): Promise<string | undefined> {
  const [session] = await transaction.query<{ id: string }>(sql`
    select id from authentication.session
    where id = (select session_id from authentication.refresh_token where hash = ${hash}) for update`);
  return session?.id;
}

/** A refresh token with its session and user; call it with the session locked. */
export async function selectRefreshToken(
  transaction: Queryable,
  hash: Buffer,
): Promise<RefreshTokenRow | undefined> {
  const [token] = await transaction.query<RefreshTokenRow>(sql`
    select t.session_id as "sessionId", t.used, u.id as "userId", u.username, u.name, u.status,
      s.last_seen as "lastSeen", s.expires_absolute as expires, s.ended,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
      exists (select from authentication.refresh_token c where c.parent = t.hash and c.used is not null) as "childUsed"
    from authentication.refresh_token t
    join authentication.session s on s.id = t.session_id
    join authentication.user_account u on u.id = s.user_id
    where t.hash = ${hash}`);
  return token;
}

export async function insertRefreshToken(
  transaction: Queryable,
  token: { hash: Buffer; sessionId: string; parent: Buffer | null; issued: string },
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.refresh_token (hash, session_id, parent, issued)
    values (${token.hash}, ${token.sessionId}, ${token.parent}, ${token.issued})`);
}

export async function useRefreshToken(
  transaction: Queryable,
  hash: Buffer,
  at: string,
): Promise<void> {
  await transaction.query(
    sql`update authentication.refresh_token set used = ${at} where hash = ${hash}`,
  );
}
