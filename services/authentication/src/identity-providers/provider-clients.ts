import { idTokenAlgorithms } from '@annals/contracts/identity-providers';
import { ExplainedError } from '@annals/kit/problem';
import {
  decodeProtectedHeader,
  importJWK,
  jwtVerify,
  type CryptoKey,
  type JWTVerifyOptions,
} from 'jose';
import * as oauth from 'oauth4webapi';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { parseUrl } from '@annals/rules/parse-url';
import { addressError, Unreachable, type GuardedFetch } from '@annals/kit/outgoing/guarded-fetch';
import type { Clock } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import type {
  ProviderClient,
  ProviderClientSettings,
  ProviderEndpoints,
  ProviderIssuer,
} from '../context/service-context.ts';
import { ProviderKeys } from './provider-keys.ts';

const clockToleranceSeconds = 30;
const tenantPlaceholder = '{tenantid}';

/** The metadata of a provider is not usable. The message may be shown to an administrator. */
export class ProviderUnfit extends ExplainedError {
  constructor(
    readonly check: 'DISCOVERY' | 'ISSUER' | 'ENDPOINTS',
    explanation: ServiceMessage,
  ) {
    super(explanation);
    this.name = 'ProviderUnfit';
  }
}

const metadataNames = {
  authorization: 'authorization_endpoint',
  token: 'token_endpoint',
  userinfo: 'userinfo_endpoint',
  jwks: 'jwks_uri',
  endSession: 'end_session_endpoint',
} as const satisfies Record<keyof ProviderEndpoints, keyof oauth.AuthorizationServer>;

/** This service as a client of the providers, with their metadata and keys. */
export class ProviderClients {
  readonly #clients;
  readonly #clock;

  constructor(
    readonly fetch: GuardedFetch,
    readonly hosts: readonly string[],
    clock: Clock,
  ) {
    this.#clock = clock;
    this.#clients = new ReadThroughCache<string, ProviderClient>({
      max: 200,
      maxAgeMs: 5 * 60_000,
      clock,
    });
  }

  /** @throws Unreachable or ProviderUnfit */
  of(provider: ProviderClientSettings): Promise<ProviderClient> {
    return this.#clients.get(`${provider.id} ${provider.version}`, () => this.#open(provider));
  }

  /**
   * The metadata of the issuer (OpenID Connect Discovery 1.0, section 4), with the exact issuer.
   * @throws Unreachable or ProviderUnfit
   */
  async discover({ issuer, tokenIssuer }: ProviderIssuer): Promise<oauth.AuthorizationServer> {
    const reason = addressError(new URL(issuer), this.hosts);
    if (reason !== undefined) throw new ProviderUnfit('DISCOVERY', reason);
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await this.fetch(address, {
      method: 'GET',
      headers: { accept: 'application/json' },
    });
    const metadata: unknown =
      response.status === 200 ? await response.json().catch(() => undefined) : undefined;
    if (!isMetadata(metadata)) throw new ProviderUnfit('DISCOVERY', say('noDiscovery'));
    const expected = tokenIssuer ?? issuer;
    if (metadata.issuer !== expected)
      throw new ProviderUnfit(
        'ISSUER',
        say('issuerDiffers', { named: metadata.issuer.slice(0, 300), asked: expected }),
      );
    return metadata;
  }

  /**
   * The effective endpoints: configured ones, else the discovered ones.
   * @throws ProviderUnfit
   */
  withEndpoints(
    metadata: oauth.AuthorizationServer,
    given: ProviderEndpoints,
    { needsKeys = true }: { needsKeys?: boolean } = {},
  ): oauth.AuthorizationServer {
    const inForce: Partial<Record<keyof oauth.AuthorizationServer, string | undefined>> =
      Object.fromEntries(Object.values(metadataNames).map((key) => [key, undefined]));
    for (const [name, key] of Object.entries(metadataNames)) {
      const configured = given[name as keyof ProviderEndpoints];
      // Some write null or nothing for what they do not have.
      const address = configured ?? (metadata[key] || undefined);
      if (address === undefined) {
        if (name === 'userinfo' || name === 'endSession' || (name === 'jwks' && !needsKeys))
          continue;
        throw new ProviderUnfit('ENDPOINTS', say('endpointMissing', { key }));
      }
      const url = parseUrl(address);
      const reason = url ? addressError(url, this.hosts) : say('badAddress');
      // Whoever cannot sign out at the provider can sign in there all the same.
      if (reason !== undefined && name === 'endSession' && configured === undefined) continue;
      if (reason !== undefined)
        throw new ProviderUnfit('ENDPOINTS', say('listed', { fields: [{ path: key, ...reason }] }));
      inForce[key] = address;
    }
    return { ...metadata, ...inForce };
  }

  async #open(provider: ProviderClientSettings): Promise<ProviderClient> {
    const { endpoints, clientId, clientSecret, issuer, tokenIssuer } = provider;
    const isSymmetric = provider.idTokenAlgorithm?.startsWith('HS') ?? false;
    const metadata = provider.discovery
      ? await this.discover(provider)
      : { issuer: tokenIssuer ?? issuer };
    const server = this.withEndpoints(metadata, endpoints, { needsKeys: !isSymmetric });
    const keys = new ProviderKeys(this.fetch, server.jwks_uri ?? '', this.#clock);
    const secret = new TextEncoder().encode(clientSecret ?? '');
    const allowed = algorithmsOf(provider, server);
    const issuers = issuersOf(provider, server.issuer);
    const usual: JWTVerifyOptions = {
      algorithms: [...allowed],
      issuer: [...issuers.values()],
      audience: clientId,
      clockTolerance: clockToleranceSeconds,
    };
    return {
      server,
      issuers,
      client: { client_id: clientId },
      authentication: await authenticationOf(provider),
      async verify(token, from, options = {}) {
        if (!isSymmetric)
          return keys.verify(token, from, { ...usual, ...options } as JWTVerifyOptions);
        // Parsed first, so that a malformed token is reported as such.
        decodeProtectedHeader(token);
        return (await jwtVerify(token, secret, { ...usual, ...options } as JWTVerifyOptions))
          .payload;
      },
    };
  }
}

/** `none` is never accepted, and a shared secret only where it was chosen. RFC 9864 names EdDSA by its curve. */
export const asymmetricAlgorithms: readonly string[] = [
  ...idTokenAlgorithms.filter((algorithm) => !algorithm.startsWith('HS')),
  'Ed25519',
];

function algorithmsOf(
  { idTokenAlgorithm }: Pick<ProviderClientSettings, 'idTokenAlgorithm'>,
  { id_token_signing_alg_values_supported: announced }: oauth.AuthorizationServer,
): string[] {
  if (idTokenAlgorithm === 'EdDSA') return ['EdDSA', 'Ed25519'];
  if (idTokenAlgorithm !== null) return [idTokenAlgorithm];
  if (!Array.isArray(announced)) return ['RS256'];
  return asymmetricAlgorithms.filter((algorithm) => announced.includes(algorithm));
}

function issuersOf(
  { tenants }: Pick<ProviderClientSettings, 'tenants'>,
  issuer: string,
): ReadonlyMap<string | undefined, string> {
  if (!issuer.includes(tenantPlaceholder)) return new Map([[undefined, issuer]]);
  return new Map(
    tenants.map((tenant) => [tenant.toLowerCase(), issuer.replace(tenantPlaceholder, tenant)]),
  );
}

export const hasTenants = (issuer: string): boolean => issuer.includes(tenantPlaceholder);

async function authenticationOf({
  clientAuthentication,
  clientSecret,
  clientKey,
}: ProviderClientSettings): Promise<oauth.ClientAuth> {
  const secret = clientSecret ?? '';
  switch (clientAuthentication) {
    case 'client_secret_basic':
      return oauth.ClientSecretBasic(secret);
    case 'client_secret_post':
      return oauth.ClientSecretPost(secret);
    case 'none':
      return oauth.None();
    case 'private_key_jwt': {
      if (clientKey === null) throw new ProviderUnfit('ENDPOINTS', say('noClientKey'));
      const { jwk, x5t } = clientKey;
      const key = (await importJWK(jwk, jwk.alg)) as CryptoKey;
      const authenticate = oauth.PrivateKeyJwt(
        { key, ...(jwk.kid !== undefined && { kid: jwk.kid }) },
        {
          [oauth.modifyAssertion]: (header) => {
            // Providers know the name of the standard (RFC 8037), not the newer Ed25519.
            header['alg'] = jwk.alg;
            if (x5t !== null) header['x5t'] = x5t;
          },
        },
      );
      // The key is used at this provider only, so no other one can have named this address. Some accept no other value
      // (OpenID Connect Core 1.0, section 9).
      return (server, client, body, headers) =>
        authenticate(
          { ...server, issuer: server.token_endpoint ?? server.issuer },
          client,
          body,
          headers,
        );
    }
  }
}

function isMetadata(value: unknown): value is oauth.AuthorizationServer {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { issuer?: unknown }).issuer === 'string'
  );
}

/** The contract's names of the endpoints in the metadata. */
export function endpointsOf(metadata: oauth.AuthorizationServer): Record<string, string> {
  const named = Object.entries(metadataNames).map(([name, key]) => [name, metadata[key]]);
  return Object.fromEntries(named.filter(([, address]) => typeof address === 'string'));
}

/** The network error inside an error; undefined if the provider did respond. */
export function unreachableIn(error: unknown): Unreachable | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Unreachable) return cause;
  return undefined;
}
