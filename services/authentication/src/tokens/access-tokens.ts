import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { Clock } from '../context/clock.ts';
import type { AccessClaims, AccessTokenHolder } from '../context/service-context.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

const lifetimeMs = 5 * 60_000;
const tokenType = 'at+jwt';

interface Read {
  claims: AccessClaims;
  /** Id of the key that signed it. */
  kid: string;
}

const payload = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  gid: z.optional(z.uuid()),
  roles: z.array(z.string()),
  username: z.string(),
  name: z.string(),
  iat: z.int(),
  exp: z.int(),
});

/** Access tokens: JWTs by RFC 9068, valid for five minutes. */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;
  readonly #audience: string;
  readonly #clock: Clock;
  /** Caches verified tokens: checking a signature costs a hundred times as much as a lookup. */
  readonly #verified = new LRUCache<string, Read>({ max: 10_000 });

  constructor(keys: SigningKeys, names: { issuer: string; audience: string }, clock: Clock) {
    this.#keys = keys;
    this.#issuer = names.issuer;
    this.#audience = names.audience;
    this.#clock = clock;
  }

  /** @param notAfterMs end of what the token is issued for: the session, or the time for renewals */
  async issue(
    holder: AccessTokenHolder,
    notAfterMs: number,
  ): Promise<{ accessToken: string; expiresIn: number }> {
    const now = this.#clock();
    const { kid, key } = await this.#keys.signing();
    const issuedAt = Math.floor(now / 1000);
    const expiresAt = Math.floor(Math.min(now + lifetimeMs, notAfterMs) / 1000);
    const accessToken = await new SignJWT({
      sid: holder.sessionId,
      ...(holder.grantId === undefined ? {} : { gid: holder.grantId }),
      roles: holder.roles,
      username: holder.username,
      name: holder.name,
    })
      .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
      .setSubject(holder.userId)
      .setIssuer(this.#issuer)
      .setAudience(this.#audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(uuidv7())
      .sign(key);
    return { accessToken, expiresIn: expiresAt - issuedAt };
  }

  /**
   * The claims of a token that we issued, unaltered and not expired.
   * @param atMs the moment at which it must not have expired; default: now
   */
  async verify(token: string, atMs = this.#clock()): Promise<AccessClaims | undefined> {
    const cached = this.#verified.get(token);
    const read = cached ?? (await this.#read(token, atMs));
    if (read === undefined) return undefined;
    const leftMs = read.claims.expiresAt * 1000 - atMs;
    // A token with a far longer remaining lifetime than any new one was issued while the clock was ahead.
    const isInTime = leftMs > 0 && leftMs <= 2 * lifetimeMs;
    // Its key may have been revoked as compromised since.
    if (!isInTime || (await this.#keys.verifying(read.kid)) === undefined) {
      this.#verified.delete(token);
      return undefined;
    }
    if (!cached) this.#verified.set(token, read);
    return read.claims;
  }

  async #read(token: string, atMs: number): Promise<Read | undefined> {
    try {
      const verified = await jwtVerify(token, ({ kid }) => this.#key(kid), {
        algorithms: [signingAlgorithm],
        typ: tokenType,
        issuer: this.#issuer,
        audience: this.#audience,
        currentDate: new Date(atMs),
      });
      const read = z.safeParse(payload, verified.payload);
      if (!read.success) return undefined;
      const { sub, sid, gid, roles, username, name, iat, exp } = read.data;
      const claims = { userId: sub, sessionId: sid, grantId: gid, roles, username, name };
      return {
        claims: { ...claims, issuedAt: iat, expiresAt: exp },
        kid: verified.protectedHeader.kid ?? '',
      };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      // jose throws a TypeError for a header that is not JSON or a curve that does not match.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  async #key(kid: string | undefined) {
    const key = kid === undefined ? undefined : await this.#keys.verifying(kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}
