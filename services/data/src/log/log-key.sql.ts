import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface StoredKey {
  position: number;
  name: string;
  publicKey: Uint8Array;
  /** Null where the key is kept outside. */
  seed: Uint8Array | null;
}

/** The key that signs; undefined before there is one. */
export async function findNewestKey(database: Queryable): Promise<StoredKey | undefined> {
  const [key] = await database.query<StoredKey>(
    sql`select position, name, public_key as "publicKey", seed from data.log_key order by position desc limit 1`,
    'log-key',
  );
  return key;
}

/** Waits for others that make a key, until the transaction's end. */
export async function lockKeys(transaction: Queryable): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended('annals log key', 0))`,
    'log-key-lock',
  );
}

export async function insertKey(transaction: Queryable, key: StoredKey): Promise<void> {
  await transaction.query(
    sql`insert into data.log_key (position, name, public_key, seed)
      values (${key.position}, ${key.name}, ${key.publicKey}, ${key.seed})`,
    'log-key-insert',
  );
}
