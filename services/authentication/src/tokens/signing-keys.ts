import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { Database } from '@annals/kit/database/database';
import { momentOf, type Clock } from '../clock.ts';
import { insertSigningKey, selectSigningKeys, type SigningKeyRow } from './signing-keys.sql.ts';

export const signingAlgorithm = 'ES256';

const reloadAfterMs = 60_000;
// an unknown key id may be a new key of another server, or an attack: look, but not for each request
const unknownReloadAfterMs = 1_000;
/** Tokens signed before a key was retired stay good until they expire. */
const retiredGraceMs = 10 * 60_000;

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
    const known = (await this.#current(reloadAfterMs)).verifying.get(kid);
    return known ?? (await this.#current(unknownReloadAfterMs)).verifying.get(kid);
  }

  /** Makes the first key unless there is one; several servers at once make one together. */
  async ensure(): Promise<SigningKeyRow[]> {
    const existing = await selectSigningKeys(this.#database);
    if (existing.some(({ retired }) => retired === null)) return existing;
    return this.#database.exclusively('annals signing key', async (connection) => {
      const rows = await selectSigningKeys(connection);
      if (rows.some(({ retired }) => retired === null)) return rows;
      const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
      const privateJwk = await exportJWK(privateKey);
      const kid = await calculateJwkThumbprint(privateJwk);
      await insertSigningKey(connection, { kid, privateJwk, created: momentOf(this.#clock()) });
      return [...rows, { kid, privateJwk, retired: null }];
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
    const verifying = new Map<string, CryptoKey>();
    let signing: Keys['signing'] | undefined;
    for (const { kid, privateJwk, retired } of await this.ensure()) {
      if (retired !== null && Date.parse(retired) + retiredGraceMs < now) continue;
      verifying.set(kid, await imported(publicPart(privateJwk)));
      if (retired === null) signing = { kid, key: await imported(privateJwk) };
    }
    if (signing === undefined) throw new Error('There is no signing key, although one was made.');
    return { signing, verifying, loadedAt: now };
  }
}

async function imported(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new Error('A signing key is symmetric.');
  return key;
}

function publicPart({ kty, crv, x, y }: JWK): JWK {
  return { kty, crv, x, y } as JWK;
}
