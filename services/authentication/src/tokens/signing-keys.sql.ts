import type { JWK } from 'jose';
import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface SigningKeyRow {
  kid: string;
  privateJwk: JWK;
  retired: string | null;
}

export function selectSigningKeys(database: Queryable): Promise<SigningKeyRow[]> {
  return database.query(sql`
    select kid, private_jwk as "privateJwk", retired from authentication.signing_key order by created, kid`);
}

export async function insertSigningKey(
  database: Queryable,
  key: { kid: string; privateJwk: JWK; created: string },
): Promise<void> {
  await database.query(sql`
    insert into authentication.signing_key (kid, private_jwk, created)
    values (${key.kid}, ${JSON.stringify(key.privateJwk)}, ${key.created})`);
}
