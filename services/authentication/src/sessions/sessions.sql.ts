import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface SignInRow {
  userId: string;
  username: string;
  name: string;
  status: string;
  roles: string[];
  hash: string | null;
}

/** The user with this folded user name or email. */
export async function selectUserToSignIn(
  database: Queryable,
  key: string,
): Promise<SignInRow | undefined> {
  const [user] = await database.query<SignInRow>(
    sql`
    select u.id as "userId", u.username, u.name, u.status, p.hash,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles
    from authentication.sign_in_name n
    join authentication.user_account u on u.id = n.user_id
    left join authentication.password p on p.user_id = u.id
    where n.key = ${key}`,
    'authentication.userToSignIn',
  );
  return user;
}

/** Notes the sign-in; false when the user was disabled meanwhile. */
export async function updateLastSignIn(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.user_account set last_sign_in = ${at}
    where id = ${userId} and status = 'ACTIVE' returning 1 as done`);
  return rows.length === 1;
}

export async function insertSession(
  transaction: Queryable,
  session: {
    id: string;
    userId: string;
    created: string;
    expires: string;
    userAgent: string;
    address: string;
  },
): Promise<void> {
  const { id, userId, created, expires, userAgent, address } = session;
  await transaction.query(sql`
    insert into authentication.session (id, user_id, created, last_seen, expires_absolute, user_agent, address)
    values (${id}, ${userId}, ${created}, ${created}, ${expires}, ${userAgent}, ${address})`);
}

export interface SessionRow {
  userId: string;
  username: string;
  name: string;
  status: string;
  roles: string[];
  lastSeen: string;
  expires: string;
  ended: string | null;
}

export async function selectSession(
  database: Queryable,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const [session] = await database.query<SessionRow>(
    sql`
    select u.id as "userId", u.username, u.name, u.status, s.last_seen as "lastSeen", s.expires_absolute as expires, s.ended,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles
    from authentication.session s join authentication.user_account u on u.id = s.user_id
    where s.id = ${sessionId}`,
    'authentication.session',
  );
  return session;
}

export async function updateLastSeen(
  database: Queryable,
  sessionId: string,
  at: string,
): Promise<void> {
  await database.query(sql`
    update authentication.session set last_seen = ${at} where id = ${sessionId} and last_seen < ${at}`);
}

/** Ends a session; false when it had ended already. */
export async function endSession(
  transaction: Queryable,
  sessionId: string,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.session set ended = ${at} where id = ${sessionId} and ended is null returning 1 as done`);
  return rows.length === 1;
}

/** Ends all sessions of a user and gives their ids. */
export async function endSessionsOf(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(sql`
    update authentication.session set ended = ${at} where user_id = ${userId} and ended is null returning id`);
  return rows.map(({ id }) => id);
}
