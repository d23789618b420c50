import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { unitIdsOfUser } from '../sign-in-rules/sign-in-rules.sql.ts';

export interface SignInRow {
  userId: string;
  username: string;
  name: string;
  status: string;
  roles: string[];
  hash: string | null;
}

/** The user with this normalized user name or email. */
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

/** A user by id, as a session contains it. */
export async function selectProvedUser(
  database: Queryable,
  userId: string,
): Promise<{ userId: string; username: string; name: string; roles: string[] } | undefined> {
  const [user] = await database.query<{
    userId: string;
    username: string;
    name: string;
    roles: string[];
  }>(sql`
    select id as "userId", username, name,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles
    from authentication.user_account u where id = ${userId}`);
  return user;
}

export interface LastProof {
  /** When the user last authenticated, by signing in or again later; null if nobody knows. */
  proved: string | null;
  /** The identity provider that was to authenticate the user again when the session began, and did not prove it. */
  unprovedBy: { name: string; saidWhen: boolean } | null;
}

/** @param freshForMs how long before the session the provider may have authenticated the user */
export async function selectLastProof(
  database: Queryable,
  sessionId: string,
  freshForMs: number,
): Promise<LastProof | undefined> {
  const [session] = await database.query<LastProof>(sql`
    select greatest(s.proved, s.reauthenticated) as proved,
      (select jsonb_build_object('name', v.name, 'saidWhen', p.auth_time is not null)
       from authentication.provider_session p
       join authentication.user_identity i on i.id = p.identity_id
       join authentication.identity_provider v on v.id = i.provider_id
       where p.session_id = s.id and p.fresh and s.reauthenticated is null
         and (s.proved is null or s.proved <= s.created - ${freshForMs}::bigint * interval '1 millisecond')) as "unprovedBy"
    from authentication.session s where s.id = ${sessionId}`);
  return session;
}

export async function recordReauthentication(
  transaction: Queryable,
  sessionId: string,
  at: string,
): Promise<void> {
  await transaction.query(
    sql`update authentication.session set reauthenticated = ${at} where id = ${sessionId}`,
  );
}

/** The data to re-authenticate a user: the user name and the password hash. */
export async function selectPasswordOf(
  database: Queryable,
  userId: string,
): Promise<{ username: string; hash: string | null } | undefined> {
  const [user] = await database.query<{ username: string; hash: string | null }>(sql`
    select u.username, p.hash
    from authentication.user_account u left join authentication.password p on p.user_id = u.id
    where u.id = ${userId}`);
  return user;
}

export interface SignedInBefore {
  /** Null: never. */
  lastSignIn: string | null;
  email: string | null;
  lang: string;
}

/** Records the sign-in and returns the previous one; undefined if the user has no access any more. */
export async function updateLastSignIn(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<SignedInBefore | undefined> {
  const [before] = await transaction.query<SignedInBefore>(sql`
    with before as (
      select id, last_sign_in, email, lang from authentication.user_account
      where id = ${userId} and status = 'ACTIVE' and (access_ends is null or access_ends > ${at}) for update)
    update authentication.user_account u set last_sign_in = ${at}, locked_until = null
    from before where u.id = before.id
    returning before.last_sign_in as "lastSignIn", before.email, before.lang`);
  return before;
}

export async function insertSession(
  transaction: Queryable,
  session: {
    id: string;
    userId: string;
    created: string;
    expires: string;
    /** Null: unknown. */
    proved: string | null;
    userAgent: string;
    address: string;
  },
): Promise<void> {
  const { id, userId, created, expires, proved, userAgent, address } = session;
  await transaction.query(sql`
    insert into authentication.session (id, user_id, created, last_seen, expires_absolute, proved, user_agent, address)
    values (${id}, ${userId}, ${created}, ${created}, ${expires}, ${proved}, ${userAgent}, ${address})`);
}

export interface SessionRow {
  userId: string;
  username: string;
  name: string;
  status: string;
  roles: string[];
  /** The units of the user and those above. */
  unitIds: string[];
  created: string;
  lastSeen: string;
  expires: string;
  ended: string | null;
  /** The deadline for setting up a second factor. */
  secondFactorDue: string | null;
  /** From when the user has no access any more. */
  accessEnds: string | null;
}

export async function selectSession(
  database: Queryable,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const [session] = await database.query<SessionRow>(
    sql`
    select u.id as "userId", u.username, u.name, u.status, s.created, s.last_seen as "lastSeen",
      s.expires_absolute as expires, s.ended, d.due as "secondFactorDue", u.access_ends as "accessEnds",
      ${unitIdsOfUser} as "unitIds",
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles
    from authentication.session s join authentication.user_account u on u.id = s.user_id
    left join authentication.second_factor_deadline d on d.user_id = u.id
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

/** Ends a session; false if it had already ended. */
export async function endSession(
  transaction: Queryable,
  sessionId: string,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.session set ended = ${at} where id = ${sessionId} and ended is null returning 1 as done`);
  return rows.length === 1;
}

/**
 * Ends all sessions of a user and the sign-ins that wait for a second factor, and returns the ids of the sessions. An
 * authorization that such a session started at a provider can no longer be completed.
 * @param exceptId a session to keep
 */
export async function endSessionsOf(
  transaction: Queryable,
  userId: string,
  at: string,
  exceptId: string | null = null,
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(sql`
    with challenges as (
      update authentication.second_factor_challenge set used = ${at}
      where user_id = ${userId} and purpose = 'SIGN_IN' and used is null),
    begun as (delete from authentication.provider_authorization where user_id = ${userId})
    update authentication.session set ended = ${at}
    where user_id = ${userId} and ended is null and id is distinct from ${exceptId}::uuid returning id`);
  return rows.map(({ id }) => id);
}

/** Ends all active sessions of a user but the `keep` most recently used ones. Lock the user first. */
export async function endSurplusSessions(
  transaction: Queryable,
  userId: string,
  at: string,
  keep: number,
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(sql`
    update authentication.session set ended = ${at}
    where id in (select id from authentication.session
      where user_id = ${userId} and ended is null and expires_absolute > ${at}
      order by last_seen desc, id desc offset ${keep})
    returning id`);
  return rows.map(({ id }) => id);
}

/** Whether the session is active, and stays so until the end of the transaction. */
export async function isSessionActive(transaction: Queryable, sessionId: string): Promise<boolean> {
  const rows = await transaction.query(sql`
    select 1 as found from authentication.session where id = ${sessionId} and ended is null for share`);
  return rows.length === 1;
}

/** The ids of the sessions that have not ended. */
export async function openSessionsOf(database: Queryable, userId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    select id from authentication.session where user_id = ${userId} and ended is null`);
  return rows.map(({ id }) => id);
}

export type UserSessionRow = {
  id: string;
  userAgent: string;
  address: string | null;
  createdDate: string;
  lastSeenDate: string;
  current: boolean;
};

/** The active sessions of a user, last seen first, at most `count`. */
export async function selectSessionsOf(
  database: Queryable,
  userId: string,
  at: string,
  {
    idleMs,
    absoluteMs,
    currentId,
    count,
  }: { idleMs: number; absoluteMs: number; currentId: string; count: number },
): Promise<UserSessionRow[]> {
  return database.query(sql`
    select id, user_agent as "userAgent", nullif(address, '') as address, created as "createdDate",
      last_seen as "lastSeenDate", id = ${currentId} as current
    from authentication.session
    where user_id = ${userId} and ended is null and expires_absolute > ${at}
      and created > ${at}::timestamptz - ${absoluteMs}::bigint * interval '1 millisecond'
      and last_seen > ${at}::timestamptz - ${idleMs}::bigint * interval '1 millisecond'
    order by last_seen desc, id desc limit ${count}`);
}

/** Ends a session of this user; false if it is not active. */
export async function endSessionOf(
  transaction: Queryable,
  userId: string,
  sessionId: string,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.session set ended = ${at}
    where id = ${sessionId} and user_id = ${userId} and ended is null and expires_absolute > ${at}
    returning 1 as done`);
  return rows.length === 1;
}
