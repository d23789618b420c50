import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface Authorization {
  providerId: string;
  purpose: 'SIGN_IN' | 'LINK' | 'TEST';
  /** The user who links or tests. */
  userId: string | null;
  /** The session in which it was started. */
  sessionId: string | null;
  /** The provider is to authenticate the person again. */
  fresh: boolean;
  nonce: string;
  codeVerifier: string;
}

export async function insertAuthorization(
  database: Queryable,
  { providerId, purpose, userId, sessionId, fresh, nonce, codeVerifier }: Authorization,
  stored: { stateHash: Buffer; created: string; expires: string },
): Promise<void> {
  await database.query(sql`
    insert into authentication.provider_authorization
      (state_hash, provider_id, purpose, user_id, session_id, fresh, nonce, code_verifier, created, expires)
    values (${stored.stateHash}, ${providerId}, ${purpose}, ${userId}, ${sessionId}, ${fresh}, ${nonce}, ${codeVerifier},
      ${stored.created}, ${stored.expires})`);
}

/** Returns and deletes the authorization that was started with this state. */
export async function takeAuthorization(
  database: Queryable,
  stateHash: Buffer,
  now: string,
): Promise<Authorization | undefined> {
  const [authorization] = await database.query<Authorization & { expired: boolean }>(sql`
    delete from authentication.provider_authorization where state_hash = ${stateHash}
    returning provider_id as "providerId", purpose, user_id as "userId", session_id as "sessionId", fresh, nonce,
      code_verifier as "codeVerifier", expires <= ${now} as expired`);
  return authorization?.expired === false ? authorization : undefined;
}
