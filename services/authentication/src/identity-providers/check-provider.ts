import type { AuthorizationServer } from 'oauth4webapi';
import type { ProviderChecks } from '@annals/contracts/identity-providers';
import type { Caller } from '@annals/kit/caller';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import {
  asymmetricAlgorithms,
  endpointsOf,
  ProviderUnfit,
  unreachableIn,
} from './provider-clients.ts';
import { KeysUnfit, readKeys } from './provider-keys.ts';
import type { ProviderRow } from './providers.sql.ts';
import { callbackUrl } from './start-authorization.ts';

type Check = ProviderChecks['checks'][number];
type CheckName = Check['name'];

const order: CheckName[] = ['DISCOVERY', 'ISSUER', 'ENDPOINTS', 'PKCE', 'KEYS', 'SCOPES'];

/** Reads the provider's metadata again, and checks whether it is usable. */
export async function checkProvider(
  { providerClients, publicUrl }: ServiceContext,
  provider: Pick<
    ProviderRow,
    'issuer' | 'tokenIssuer' | 'discovery' | 'endpoints' | 'scopes' | 'idTokenAlgorithm'
  >,
): Promise<ProviderChecks> {
  const { issuer, tokenIssuer, discovery, endpoints, scopes, idTokenAlgorithm } = provider;
  const checks = new Map<CheckName, Check>();
  const note = (name: CheckName, ok: boolean, message: string) =>
    checks.set(name, { name, ok, message });
  let whole: AuthorizationServer | undefined;
  try {
    const metadata = discovery
      ? await providerClients.discover(provider)
      : { issuer: tokenIssuer ?? issuer };
    note(
      'DISCOVERY',
      true,
      discovery
        ? 'The discovery document was read.'
        : 'The endpoints are entered by hand; no discovery document is read.',
    );
    note('ISSUER', true, `The provider’s issuer is ${metadata.issuer}.`);
    checks.set('PKCE', pkceOf(metadata));
    checks.set('SCOPES', scopesOf(metadata, scopes));
    const isSymmetric = idTokenAlgorithm?.startsWith('HS') ?? false;
    whole = providerClients.withEndpoints(metadata, endpoints, { needsKeys: !isSymmetric });
    note('ENDPOINTS', true, 'All endpoints required for a sign-in are known.');
    checks.set('KEYS', await keysOf(providerClients.fetch, whole, idTokenAlgorithm));
  } catch (error) {
    const unreachable = unreachableIn(error);
    if (unreachable) note('DISCOVERY', false, unreachable.message);
    else if (error instanceof ProviderUnfit) {
      if (error.check === 'ISSUER') note('DISCOVERY', true, 'The discovery document was read.');
      note(error.check, false, error.message);
    } else throw error;
  }
  const results = order.map(
    (name) =>
      checks.get(name) ?? {
        name,
        ok: false,
        message: 'Not checked, because an earlier check failed.',
      },
  );
  return {
    ok: results.every(({ ok }) => ok),
    checks: results,
    ...(whole ? { endpoints: endpointsOf(whole) } : {}),
    ...(whole?.scopes_supported ? { scopesSupported: whole.scopes_supported } : {}),
    callbackUrl: callbackUrl(publicUrl),
  };
}

/** Checks a configured provider, and records the result. */
export async function testProvider(
  context: ServiceContext,
  { userId }: Caller,
  provider: ProviderRow,
  source: AuditSource,
): Promise<ProviderChecks> {
  const { database, clock } = context;
  const found = await checkProvider(context, provider);
  const failed = found.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  await database.transaction((transaction) =>
    audit.record(
      transaction,
      { id: userId, at: clock(), source },
      'identityProvider.tested',
      `identityProvider/${provider.id}`,
      { after: { ok: found.ok, failed } },
    ),
  );
  return found;
}

function pkceOf({ code_challenge_methods_supported: methods }: AuthorizationServer): Check {
  // Microsoft Entra ID, for example, supports it and does not say so.
  if (!Array.isArray(methods))
    return {
      name: 'PKCE',
      ok: true,
      message: 'The provider does not say whether it supports PKCE with S256. It is used anyway.',
    };
  const ok = methods.includes('S256');
  return {
    name: 'PKCE',
    ok,
    message: ok
      ? 'The provider supports PKCE with S256.'
      : 'The provider does not list PKCE with S256 (RFC 7636). It is used anyway; make sure that the provider checks it.',
  };
}

function scopesOf(
  { scopes_supported: supported }: AuthorizationServer,
  wanted: readonly string[],
): Check {
  if (!Array.isArray(supported))
    return { name: 'SCOPES', ok: true, message: 'The provider does not list its scopes.' };
  const missing = wanted.filter((scope) => !supported.includes(scope));
  return {
    name: 'SCOPES',
    ok: missing.length === 0,
    message:
      missing.length === 0
        ? 'The provider supports all requested scopes.'
        : `The provider does not list the scopes ${missing.join(', ')}.`,
  };
}

async function keysOf(
  fetch: ServiceContext['providerClients']['fetch'],
  { jwks_uri: address, id_token_signing_alg_values_supported: announced }: AuthorizationServer,
  chosen: ProviderRow['idTokenAlgorithm'],
): Promise<Check> {
  const about = (ok: boolean, message: string): Check => ({ name: 'KEYS', ok, message });
  if (chosen?.startsWith('HS'))
    return about(true, `ID tokens are signed with the client secret (${chosen}).`);
  if (Array.isArray(announced)) {
    const usable = announced.filter((algorithm) => asymmetricAlgorithms.includes(algorithm));
    if (chosen !== null && !announced.includes(chosen))
      return about(false, `The provider does not list the signature algorithm ${chosen}.`);
    if (usable.length === 0)
      return about(
        false,
        `The provider signs ID tokens with ${announced.join(', ')} only. If that is intended, choose the algorithm explicitly.`,
      );
  }
  const usable = await usableKeys(fetch, address ?? '').catch((error: unknown) => {
    const unreachable = unreachableIn(error);
    if (unreachable) return unreachable.message;
    if (error instanceof KeysUnfit) return error.message;
    throw error;
  });
  if (typeof usable === 'string') return about(false, usable);
  return about(
    usable > 0,
    usable > 0
      ? `The provider has ${usable === 1 ? 'a key' : `${usable} keys`} to sign with.`
      : 'The provider publishes no key to verify signatures with.',
  );
}

/** Public keys for signatures (RFC 7517); a shared secret does not count. */
async function usableKeys(
  fetch: ServiceContext['providerClients']['fetch'],
  address: string,
): Promise<number> {
  const { keys } = await readKeys(fetch, address);
  return keys.filter(
    (key) => ['RSA', 'EC', 'OKP'].includes(String(key.kty)) && (key.use ?? 'sig') === 'sig',
  ).length;
}
