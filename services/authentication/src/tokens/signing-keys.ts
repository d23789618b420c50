import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import sql, { raw } from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import { operator, operatorWith, type AuditSource } from '../context/actor.ts';
import { toTimestamp, type Clock } from '../context/clock.ts';

export const signingAlgorithm = 'ES256';

const reloadAfterMs = 60_000;
// An unknown key id may be a new key of another server, or an attack: query the database, but not for each request.
const unknownReloadAfterMs = 1_000;
/** By then every server has read a new key, and accepts its signatures. */
const settlingMs = 2 * reloadAfterMs;
/** Tokens signed before a key was retired stay valid until they expire. */
const retiredGraceMs = 10 * 60_000;
const day = 24 * 3_600_000;
/** Older keys are replaced automatically. */
const oldestMs = 90 * day;

interface Keys {
  signing: { kid: string; key: CryptoKey };
  verifying: ReadonlyMap<string, CryptoKey>;
  loadedAt: number;
}

/** The keys of access tokens, shared by all servers through the database. */
export class SigningKeys {
  readonly #database: Database;
  readonly #clock: Clock;
  #keys: Promise<Keys> | undefined;
  #loadedAt = 0;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async signing(): Promise<Keys['signing']> {
    return (await this.#current(reloadAfterMs)).signing;
  }

  async verifying(kid: string): Promise<CryptoKey | undefined> {
    const key = (await this.#current(reloadAfterMs)).verifying.get(kid);
    return key ?? (await this.#current(unknownReloadAfterMs)).verifying.get(kid);
  }

  /** The same as a JWK. */
  async publicJwk(kid: string): Promise<JWK | undefined> {
    const key = await this.verifying(kid);
    return key && publicPart(await exportJWK(key));
  }

  /**
   * Creates a new key. It signs once all servers know it; earlier keys stay valid for what they have signed.
   * @param compromised the new one signs immediately, and all signatures of earlier ones become invalid
   */
  async rotate(compromised: boolean): Promise<{ kid: string }> {
    const kid = await this.#database.exclusively(lock, async (connection) =>
      this.#replace(connection, compromised, operatorWith('rotate-key')),
    );
    this.#keys = undefined;
    return { kid };
  }

  /** Creates a new key if the newest one is too old. */
  async renew(): Promise<void> {
    const isOld = (rows: readonly SigningKeyRow[]) =>
      rows.every(({ created }) => Date.parse(created) + oldestMs < this.#clock());
    if (!isOld(await selectSigningKeys(this.#database))) return;
    await this.#database.exclusively(lock, async (connection) => {
      if (isOld(await selectSigningKeys(connection)))
        await this.#replace(connection, false, operator);
    });
    this.#keys = undefined;
  }

  async #replace(
    connection: Queryable,
    compromised: boolean,
    source: AuditSource,
  ): Promise<string> {
    const now = this.#clock();
    const at = (milliseconds: number) => toTimestamp(now + milliseconds);
    await connection.query(raw('begin'));
    const key = await newKey(at(compromised ? -settlingMs : 0));
    await insertSigningKey(connection, key);
    await retireOthers(connection, key.kid, at(compromised ? -retiredGraceMs - 1 : settlingMs));
    // Everything they signed expired long ago, so their private parts are no longer needed.
    await deleteRetiredBefore(connection, at(-day));
    await audit.record(connection, { id: null, at: now, source }, 'signingKey.rotated', null, {
      after: { kid: key.kid, compromised },
    });
    await connection.query(raw('commit'));
    return key.kid;
  }

  /** Creates the first key unless there is one; concurrent servers create only one. */
  async ensure(): Promise<SigningKeyRow[]> {
    const existing = await selectSigningKeys(this.#database);
    if (existing.some(({ retired }) => retired === null)) return existing;
    return this.#database.exclusively(lock, async (connection) => {
      const rows = await selectSigningKeys(connection);
      if (rows.some(({ retired }) => retired === null)) return rows;
      const key = await newKey(toTimestamp(this.#clock()));
      await insertSigningKey(connection, key);
      return [...rows, { ...key, retired: null }];
    });
  }

  #current(maximalAgeMs: number): Promise<Keys> {
    const age = Math.abs(this.#clock() - this.#loadedAt);
    if (this.#keys === undefined || age > maximalAgeMs) {
      this.#loadedAt = this.#clock();
      const loading = this.#load();
      this.#keys = loading;
      loading.catch(() => {
        if (this.#keys === loading) this.#keys = undefined;
      });
    }
    return this.#keys;
  }

  async #load(): Promise<Keys> {
    const now = this.#clock();
    const rows = await this.ensure();
    const verifying = new Map<string, CryptoKey>();
    for (const { kid, privateJwk, retired } of rows)
      if (retired === null || Date.parse(retired) + retiredGraceMs >= now)
        verifying.set(kid, await importKey(publicPart(privateJwk)));
    const { kid, privateJwk } = signingOf(rows, now);
    return { signing: { kid, key: await importKey(privateJwk) }, verifying, loadedAt: now };
  }
}

const lock = 'annals signing key';

/** The newest one that all servers know by now. */
function signingOf(rows: readonly SigningKeyRow[], now: number): SigningKeyRow {
  const usable = rows.filter(({ retired }) => retired === null || Date.parse(retired) > now);
  const settled = usable.filter(({ created }) => Date.parse(created) + settlingMs <= now);
  const key = settled.at(-1) ?? usable[0];
  if (key === undefined) throw new Error('There is no signing key, although one was created.');
  return key;
}

async function newKey(created: string): Promise<Omit<SigningKeyRow, 'retired'>> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const privateJwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk, created };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm, { extractable: jwk.d === undefined });
  if (key instanceof Uint8Array) throw new Error('A signing key is symmetric.');
  return key;
}

function publicPart({ kty, crv, x, y }: JWK): JWK {
  return { kty, crv, x, y } as JWK;
}

interface SigningKeyRow {
  kid: string;
  privateJwk: JWK;
  created: string;
  /** When it stops signing; may be in the future. */
  retired: string | null;
}

function selectSigningKeys(database: Queryable): Promise<SigningKeyRow[]> {
  return database.query(sql`
    select kid, private_jwk as "privateJwk", created, retired from authentication.signing_key order by created, kid`);
}

async function insertSigningKey(
  database: Queryable,
  key: Omit<SigningKeyRow, 'retired'>,
): Promise<void> {
  await database.query(sql`
    insert into authentication.signing_key (kid, private_jwk, created)
    values (${key.kid}, ${JSON.stringify(key.privateJwk)}, ${key.created})`);
}

/** Retires all keys but one, at the latest at this moment. */
async function retireOthers(database: Queryable, kid: string, retired: string): Promise<void> {
  await database.query(sql`
    update authentication.signing_key set retired = least(retired, ${retired}::timestamptz) where kid <> ${kid}`);
}

async function deleteRetiredBefore(database: Queryable, moment: string): Promise<void> {
  await database.query(
    sql`delete from authentication.signing_key where retired < ${moment}::timestamptz`,
  );
}
