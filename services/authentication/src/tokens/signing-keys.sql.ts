import type { JWK } from 'jose';
import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface SigningKeyRow {
  kid: string;
  privateJwk: JWK;
  created: string;
  /** From when on it signs nothing; it may lie ahead. */
  retired: string | null;
}

export function selectSigningKeys(database: Queryable): Promise<SigningKeyRow[]> {
  return database.query(sql`
    select kid, private_jwk as "privateJwk", created, retired from authentication.signing_key order by created, kid`);
}

export async function insertSigningKey(
  database: Queryable,
  key: Omit<SigningKeyRow, 'retired'>,
): Promise<void> {
  await database.query(sql`
    insert into authentication.signing_key (kid, private_jwk, created)
    values (${key.kid}, ${JSON.stringify(key.privateJwk)}, ${key.created})`);
}

/** All but one, at the latest from this moment on. */
export async function retireOthers(
  database: Queryable,
  kid: string,
  retired: string,
): Promise<void> {
  await database.query(sql`
    update authentication.signing_key set retired = least(retired, ${retired}::timestamptz) where kid <> ${kid}`);
}

export async function deleteRetiredBefore(database: Queryable, moment: string): Promise<void> {
  await database.query(
    sql`delete from authentication.signing_key where retired < ${moment}::timestamptz`,
  );
}
