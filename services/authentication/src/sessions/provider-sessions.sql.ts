import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';

/** What a provider recognizes its session by, and what it says about the authentication of the person. */
export interface ProviderSessionOf extends ProviderProof {
  sid: string | null;
  idToken: string;
}

/** How far a sign-in at a provider proves who is there. */
export interface ProviderProof {
  /** When the provider last authenticated the person; null if it does not say. */
  authTime: string | null;
  /** The provider was to authenticate the person again. */
  fresh: boolean;
}

export interface ProviderOrigin extends ProviderProof {
  identityProviderId: string;
}

/** Stores that a sign-in began at a provider: its session, or the challenge that it still waits for. */
export async function insertProviderSession(
  transaction: Queryable,
  identityId: string,
  { sid, idToken, authTime, fresh }: ProviderSessionOf,
  at: { sessionId: string } | { challengeHash: Buffer },
): Promise<void> {
  const sessionId = 'sessionId' in at ? at.sessionId : null;
  const challengeHash = 'challengeHash' in at ? at.challengeHash : null;
  await transaction.query(sql`
    insert into authentication.provider_session
      (id, identity_id, sid, id_token, auth_time, fresh, challenge_hash, session_id)
    values (${uuidv7()}, ${identityId}, ${sid}, ${idToken}, ${authTime}, ${fresh}, ${challengeHash}, ${sessionId})`);
}

/** The sign-in at a provider that this challenge continues; undefined if it continues another one. */
export async function selectProviderOrigin(
  transaction: Queryable,
  challengeHash: Buffer,
): Promise<ProviderOrigin | undefined> {
  const [origin] = await transaction.query<ProviderOrigin & object>(sql`
    select i.provider_id as "identityProviderId", p.auth_time as "authTime", p.fresh
    from authentication.provider_session p join authentication.user_identity i on i.id = p.identity_id
    where p.challenge_hash = ${challengeHash}`);
  return origin;
}

/** Call it when the sign-in with this challenge opens its session. */
export async function continueProviderSession(
  transaction: Queryable,
  challengeHash: Buffer,
  sessionId: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.provider_session set challenge_hash = null, session_id = ${sessionId}
    where challenge_hash = ${challengeHash}`);
}

/** The provider that this session began at, and the token that it issued for it. */
export async function selectProviderSession(
  database: Queryable,
  sessionId: string,
): Promise<{ providerId: string; idToken: string } | undefined> {
  const [found] = await database.query<{ providerId: string; idToken: string }>(sql`
    select i.provider_id as "providerId", p.id_token as "idToken"
    from authentication.provider_session p join authentication.user_identity i on i.id = p.identity_id
    where p.session_id = ${sessionId}`);
  return found;
}

/**
 * Ends what began at a provider with this session or subject, also sign-ins that wait for their second factor, and
 * returns the sessions. With the id of a session, sessions are ended that have none only if the subject fits.
 */
export async function endProviderSessions(
  transaction: Queryable,
  { providerId, issuer }: { providerId: string; issuer: string },
  { sid, subject }: { sid: string | null; subject: string | null },
  at: string,
): Promise<{ sessionId: string; userId: string }[]> {
  return transaction.query(sql`
    with named as (
      select p.session_id, p.challenge_hash from authentication.provider_session p
      join authentication.user_identity i on i.id = p.identity_id
      where i.provider_id = ${providerId} and i.issuer = ${issuer}
        and (${subject}::text is null or i.subject = ${subject})
        and (${sid}::text is null or p.sid = ${sid} or (p.sid is null and ${subject}::text is not null))),
    challenges as (
      update authentication.second_factor_challenge set used = ${at}
      where hash in (select challenge_hash from named) and used is null)
    update authentication.session s set ended = ${at}
    where s.id in (select session_id from named) and s.ended is null
    returning s.id as "sessionId", s.user_id as "userId"`);
}

/** False if a logout token with this id was received before. */
export async function recordLogoutToken(
  transaction: Queryable,
  { providerId, jtiHash, expires }: { providerId: string; jtiHash: Buffer; expires: string },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into authentication.provider_logout (provider_id, jti_hash, expires)
    values (${providerId}, ${jtiHash}, ${expires}) on conflict do nothing returning 1 as done`);
  return rows.length === 1;
}
