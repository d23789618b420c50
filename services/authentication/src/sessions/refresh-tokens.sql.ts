import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { unitIdsOfUser } from '../sign-in-rules/sign-in-rules.sql.ts';
import type { TokenPosition } from './refresh-rule.ts';
import type { SessionRow } from './sessions.sql.ts';

export interface RefreshTokenRow extends SessionRow, TokenPosition {
  sessionId: string;
  email: string | null;
  lang: string;
}

/** The session of a refresh token, locked: refreshes of one session run one after the other. */
export async function lockSessionOf(
  transaction: Queryable,
  hash: Buffer,
): Promise<string | undefined> {
  const [session] = await transaction.query<{ id: string }>(sql`
    select id from authentication.session
    where id = (select session_id from authentication.refresh_token where hash = ${hash}) for update`);
  return session?.id;
}

/** For `t`. The first token of a session has no siblings. */
const siblingUsed = sql`exists (
  select from authentication.refresh_token o where o.parent = t.parent and o.hash <> t.hash and o.used is not null)`;

/** A refresh token with its session and user; call it with the session locked. */
export async function selectRefreshToken(
  transaction: Queryable,
  hash: Buffer,
): Promise<RefreshTokenRow | undefined> {
  const [token] = await transaction.query<RefreshTokenRow>(sql`
    select t.session_id as "sessionId", t.used, u.id as "userId", u.username, u.name, u.status, u.email, u.lang,
      ${unitIdsOfUser} as "unitIds", s.created, s.last_seen as "lastSeen", s.expires_absolute as expires, s.ended, d.due as "secondFactorDue",
      u.access_ends as "accessEnds",
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
      exists (select from authentication.refresh_token c where c.parent = t.hash and c.used is not null) as "childUsed",
      ${siblingUsed} as "siblingUsed"
    from authentication.refresh_token t
    join authentication.session s on s.id = t.session_id
    join authentication.user_account u on u.id = s.user_id
    left join authentication.second_factor_deadline d on d.user_id = u.id
    where t.hash = ${hash}`);
  return token;
}

export async function insertRefreshToken(
  transaction: Queryable,
  token: { id: string; hash: Buffer; sessionId: string; parent: Buffer | null; issued: string },
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.refresh_token (id, hash, session_id, parent, issued)
    values (${token.id}, ${token.hash}, ${token.sessionId}, ${token.parent}, ${token.issued})`);
}

export async function consumeRefreshToken(
  transaction: Queryable,
  hash: Buffer,
  at: string,
): Promise<void> {
  await transaction.query(
    sql`update authentication.refresh_token set used = ${at} where hash = ${hash}`,
  );
}

/**
 * When the refresh token of an access token was issued; undefined if its session continued without it: it was used, or
 * another branch was.
 */
export async function selectGrantIssued(
  database: Queryable,
  sessionId: string,
  grantId: string,
): Promise<string | undefined> {
  const [grant] = await database.query<{ issued: string }>(
    sql`
    select t.issued from authentication.refresh_token t
    where t.id = ${grantId} and t.session_id = ${sessionId} and t.used is null and not ${siblingUsed}`,
    'authentication.grantIssued',
  );
  return grant?.issued;
}
