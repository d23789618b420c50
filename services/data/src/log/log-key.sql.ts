import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface StoredKey {
  position: number;
  name: string;
  publicKey: Uint8Array;
  /** Null where the key is kept outside, or signs nothing any more. */
  seed: Uint8Array | null;
}

/** The keys in the order in which they came, with how long each is there. */
export function listKeys(database: Queryable): Promise<(StoredKey & { ageMs: number })[]> {
  return database.query(
    sql`select position, name, public_key as "publicKey", seed,
        (extract(epoch from clock_timestamp() - created_date) * 1000)::float8 as "ageMs"
      from data.log_key order by position`,
    'log-keys',
  );
}

/** Serializes the creation of keys until the end of the transaction. */
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

/** Keys before this position no longer sign. */
export async function eraseSeedsBefore(transaction: Queryable, position: number): Promise<void> {
  await transaction.query(
    sql`update data.log_key set seed = null where position < ${position}`,
    'log-key-erase',
  );
}
