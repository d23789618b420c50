import * as client from 'openid-client';
import { parseUrl } from '@annals/rules/parse-url';
import { addressError, Unreachable } from '@annals/kit/outgoing/guarded-fetch';
import type { Clock } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import type { ProviderClientSettings, ProviderEndpoints } from '../context/service-context.ts';

const timeoutSeconds = 5;

/** The metadata of a provider is not usable. The message may be shown to an administrator. */
export class ProviderUnfit extends Error {
  constructor(
    readonly check: 'DISCOVERY' | 'ISSUER' | 'ENDPOINTS',
    message: string,
  ) {
    super(message);
    this.name = 'ProviderUnfit';
  }
}

const metadataNames = {
  authorization: 'authorization_endpoint',
  token: 'token_endpoint',
  userinfo: 'userinfo_endpoint',
  jwks: 'jwks_uri',
} as const satisfies Record<keyof ProviderEndpoints, keyof client.ServerMetadata>;

/** The providers as openid-client configurations, which also cache the keys of the provider. */
export class ProviderClients {
  readonly #configurations;

  constructor(
    readonly fetch: client.CustomFetch,
    readonly hosts: readonly string[],
    clock: Clock,
  ) {
    this.#configurations = new ReadThroughCache<string, client.Configuration>({
      max: 200,
      maxAgeMs: 5 * 60_000,
      clock,
    });
  }

  /** @throws Unreachable or ProviderUnfit */
  of(provider: ProviderClientSettings): Promise<client.Configuration> {
    return this.#configurations.get(`${provider.id} ${provider.version}`, () =>
      this.#configure(provider),
    );
  }

  /**
   * The metadata of the issuer (OpenID Connect Discovery 1.0, section 4), with the exact issuer.
   * @throws Unreachable or ProviderUnfit
   */
  async discover(issuer: string): Promise<client.ServerMetadata> {
    const reason = addressError(new URL(issuer), this.hosts);
    if (reason !== undefined) throw new ProviderUnfit('DISCOVERY', reason);
    // No client data is sent, so any id works.
    const found = await client
      .discovery(new URL(issuer), 'discovery', undefined, client.None(), {
        [client.customFetch]: this.fetch,
        execute: [client.allowInsecureRequests],
        timeout: timeoutSeconds,
      })
      .catch((error: unknown) => {
        throw discoveryError(error, issuer);
      });
    const metadata = found.serverMetadata();
    // The library treats a trailing slash and Microsoft's templates as the same issuer.
    if (metadata.issuer !== issuer) throw wrongIssuer(issuer, metadata.issuer);
    return metadata;
  }

  /**
   * The effective endpoints: configured ones, else the discovered ones.
   * @throws ProviderUnfit
   */
  withEndpoints(metadata: client.ServerMetadata, given: ProviderEndpoints): client.ServerMetadata {
    const inForce: Partial<Record<keyof client.ServerMetadata, string>> = {};
    for (const [name, key] of Object.entries(metadataNames)) {
      const address = given[name as keyof ProviderEndpoints] ?? metadata[key];
      if (address === undefined) {
        if (name === 'userinfo') continue;
        throw new ProviderUnfit(
          'ENDPOINTS',
          `The provider names no ${key}. Set it under endpoints.`,
        );
      }
      const url = parseUrl(address);
      const reason = url ? addressError(url, this.hosts) : 'This is not a valid address.';
      if (reason !== undefined) throw new ProviderUnfit('ENDPOINTS', `${key}: ${reason}`);
      inForce[key] = address;
    }
    return { ...metadata, ...inForce };
  }

  async #configure(provider: ProviderClientSettings): Promise<client.Configuration> {
    const { issuer, endpoints, clientId, clientSecret, clientAuthentication } = provider;
    const metadata = this.withEndpoints(await this.discover(issuer), endpoints);
    const secret = clientSecret ?? undefined;
    const authentication = {
      client_secret_basic: client.ClientSecretBasic,
      client_secret_post: client.ClientSecretPost,
      none: client.None,
    }[clientAuthentication](secret);
    const configuration = new client.Configuration(metadata, clientId, {}, authentication);
    configuration[client.customFetch] = this.fetch;
    configuration.timeout = timeoutSeconds;
    // The fetch decides where TLS may be missing.
    client.allowInsecureRequests(configuration);
    // Also checks the signature of the ID token, although it comes directly from the token endpoint.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

/** The contract's names of the endpoints in the metadata. */
export function endpointsOf(metadata: client.ServerMetadata): Record<string, string> {
  const named = Object.entries(metadataNames).map(([name, key]) => [name, metadata[key]]);
  return Object.fromEntries(named.filter(([, address]) => typeof address === 'string'));
}

/** The network error inside an error of openid-client; undefined if the provider did respond. */
export function unreachableIn(error: unknown): Unreachable | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Unreachable) return cause;
  return undefined;
}

function discoveryError(error: unknown, issuer: string): Error {
  const unreachable = unreachableIn(error);
  if (unreachable) return unreachable;
  const code = error instanceof client.ClientError ? error.code : undefined;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && error instanceof Error) {
    const { body } = error.cause as { body?: { issuer?: unknown } };
    return wrongIssuer(issuer, String(body?.issuer));
  }
  return new ProviderUnfit(
    'DISCOVERY',
    'There is no discovery document below this issuer (/.well-known/openid-configuration), or it cannot be read.',
  );
}

const wrongIssuer = (asked: string, named: string) =>
  new ProviderUnfit(
    'ISSUER',
    `The provider’s issuer is ${named.slice(0, 300)}, not ${asked}. Enter the issuer exactly as the provider writes it.`,
  );
