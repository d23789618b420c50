import type { AuthorizationServer } from 'oauth4webapi';
import type { ProviderChecks } from '@annals/contracts/identity-providers';
import { say, type ServiceMessage } from '@annals/contracts/messages';
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
  const note = (name: CheckName, ok: boolean, message: ServiceMessage) =>
    checks.set(name, { name, ok, ...message });
  let whole: AuthorizationServer | undefined;
  try {
    const metadata = discovery
      ? await providerClients.discover(provider)
      : { issuer: tokenIssuer ?? issuer };
    note('DISCOVERY', true, discovery ? say('discoveryRead') : say('byHand'));
    note('ISSUER', true, say('issuerIs', { issuer: metadata.issuer }));
    checks.set('PKCE', pkceOf(metadata));
    checks.set('SCOPES', scopesOf(metadata, scopes));
    const isSymmetric = idTokenAlgorithm?.startsWith('HS') ?? false;
    whole = providerClients.withEndpoints(metadata, endpoints, { needsKeys: !isSymmetric });
    note('ENDPOINTS', true, say('endpointsComplete'));
    checks.set('KEYS', await keysOf(providerClients.fetch, whole, idTokenAlgorithm));
  } catch (error) {
    const unreachable = unreachableIn(error);
    if (unreachable) note('DISCOVERY', false, unreachable.explanation);
    else if (error instanceof ProviderUnfit) {
      if (error.check === 'ISSUER') note('DISCOVERY', true, say('discoveryRead'));
      note(error.check, false, error.explanation);
    } else throw error;
  }
  const results = order.map(
    (name) => checks.get(name) ?? Object.assign({ name, ok: false }, say('notChecked')),
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
  if (!Array.isArray(methods)) return { name: 'PKCE', ok: true, ...say('pkceUnstated') };
  const ok = methods.includes('S256');
  return {
    name: 'PKCE',
    ok,
    ...(ok ? say('pkceSupported') : say('pkceNotListed')),
  };
}

function scopesOf(
  { scopes_supported: supported }: AuthorizationServer,
  wanted: readonly string[],
): Check {
  if (!Array.isArray(supported)) return { name: 'SCOPES', ok: true, ...say('scopesNotListed') };
  const missing = wanted.filter((scope) => !supported.includes(scope));
  return {
    name: 'SCOPES',
    ok: missing.length === 0,
    ...(missing.length === 0
      ? say('scopesSupported')
      : say('scopesMissing', { missing: missing.join(', ') })),
  };
}

async function keysOf(
  fetch: ServiceContext['providerClients']['fetch'],
  { jwks_uri: address, id_token_signing_alg_values_supported: announced }: AuthorizationServer,
  chosen: ProviderRow['idTokenAlgorithm'],
): Promise<Check> {
  const about = (ok: boolean, message: ServiceMessage): Check => ({
    name: 'KEYS',
    ok,
    ...message,
  });
  if (chosen?.startsWith('HS')) return about(true, say('signedWithSecret', { chosen }));
  if (Array.isArray(announced)) {
    const usable = announced.filter((algorithm) => asymmetricAlgorithms.includes(algorithm));
    if (chosen !== null && !announced.includes(chosen))
      return about(false, say('algorithmNotListed', { chosen }));
    if (usable.length === 0)
      return about(false, say('otherAlgorithmsListed', { announced: announced.join(', ') }));
  }
  const usable = await usableKeys(fetch, address ?? '').catch((error: unknown) => {
    const unreachable = unreachableIn(error);
    if (unreachable) return unreachable.explanation;
    if (error instanceof KeysUnfit) return error.explanation;
    throw error;
  });
  if (typeof usable === 'object') return about(false, usable);
  return about(usable > 0, usable > 0 ? say('signingKeys', { keys: usable }) : say('noKeys'));
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
