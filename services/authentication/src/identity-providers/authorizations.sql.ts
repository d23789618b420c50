import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface Authorization {
  providerId: string;
  purpose: 'SIGN_IN' | 'LINK' | 'TEST';
  /** Who links or tests. */
  userId: string | null;
  nonce: string;
  codeVerifier: string;
}

export async function insertAuthorization(
  database: Queryable,
  { providerId, purpose, userId, nonce, codeVerifier }: Authorization,
  kept: { stateHash: Buffer; created: string; expires: string },
): Promise<void> {
  await database.query(sql`
    insert into authentication.provider_authorization
      (state_hash, provider_id, purpose, user_id, nonce, code_verifier, created, expires)
    values (${kept.stateHash}, ${providerId}, ${purpose}, ${userId}, ${nonce}, ${codeVerifier}, ${kept.created},
      ${kept.expires})`);
}

/** What began with this state, once: it is gone after that, whatever comes of it. */
export async function takeAuthorization(
  database: Queryable,
  stateHash: Buffer,
  now: string,
): Promise<Authorization | undefined> {
  const [authorization] = await database.query<Authorization & { expired: boolean }>(sql`
    delete from authentication.provider_authorization where state_hash = ${stateHash}
    returning provider_id as "providerId", purpose, user_id as "userId", nonce, code_verifier as "codeVerifier",
      expires <= ${now} as expired`);
  return authorization?.expired === false ? authorization : undefined;
}
