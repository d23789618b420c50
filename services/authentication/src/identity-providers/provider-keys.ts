import { ExplainedError } from '@annals/kit/problem';
import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyGetKey,
  type JSONWebKeySet,
} from 'jose';
import { say } from '@annals/contracts/messages';
import type { GuardedFetch } from '@annals/kit/outgoing/guarded-fetch';
import type { Clock } from '../context/clock.ts';

const maxAgeMs = 5 * 60_000;
/** Anyone can send a token with an unknown key, so that the provider would be asked for each of them. */
const pauseForAnyoneMs = 1_000;

/** The keys cannot be used. The message may be shown to an administrator. */
export class KeysUnfit extends ExplainedError {
  override readonly name = 'KeysUnfit';
}

/**
 * The keys that a provider publishes (RFC 7517). A token with an unknown key makes them be read again at once, because
 * providers rotate their keys at any time (OpenID Connect Core 1.0, section 10.1.1).
 */
export class ProviderKeys {
  #readAt = Number.NEGATIVE_INFINITY;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(
    readonly fetch: GuardedFetch,
    readonly address: string,
    readonly clock: Clock,
  ) {}

  async verify(
    token: string,
    from: 'provider' | 'anyone',
    options: JWTVerifyOptions,
  ): Promise<JWTPayload> {
    const now = this.clock();
    const isFresh = this.#keys !== undefined && Math.abs(now - this.#readAt) < maxAgeMs;
    const keys = isFresh ? this.#keys : this.#read();
    try {
      return await verifyWith(await (keys ?? this.#read()), token, options);
    } catch (error) {
      const mayBeRotated =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWSSignatureVerificationFailed;
      const pause = from === 'anyone' ? pauseForAnyoneMs : 0;
      if (!mayBeRotated || !isFresh || Math.abs(now - this.#readAt) < pause) throw error;
      // Another token may have caused them to be read meanwhile.
      const latest = this.#keys === keys ? this.#read() : (this.#keys ?? this.#read());
      return verifyWith(await latest, token, options);
    }
  }

  #read(): Promise<JWTVerifyGetKey> {
    this.#readAt = this.clock();
    const reading = readKeys(this.fetch, this.address).then(resolverOf);
    this.#keys = reading;
    reading.catch(() => {
      if (this.#keys === reading) this.#keys = undefined;
    });
    return reading;
  }
}

/** Keys without ids match a token whatever key it names. */
function resolverOf(set: JSONWebKeySet): JWTVerifyGetKey {
  const find = createLocalJWKSet(set);
  if (set.keys.some(({ kid }) => kid !== undefined)) return find;
  return ({ kid: _kid, ...header }, token) => find(header, token);
}

async function verifyWith(
  keys: JWTVerifyGetKey,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // A token without the id of its key, of a provider with several.
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** @throws KeysUnfit or Unreachable */
export async function readKeys(fetch: GuardedFetch, address: string): Promise<JSONWebKeySet> {
  const response = await fetch(address, { method: 'GET', headers: { accept: 'application/json' } });
  if (response.status !== 200) throw new KeysUnfit(say('noKeys'));
  const set = await response.json().catch(() => undefined);
  if (!Array.isArray((set as { keys?: unknown } | null | undefined)?.keys))
    throw new KeysUnfit(say('keysUnreadable'));
  const { keys } = set as { keys: JSONWebKeySet['keys'] };
  return { keys: keys.filter((key: unknown) => typeof key === 'object' && key !== null) };
}
