import type { ServerMetadata } from 'openid-client';
import type { ProviderChecks } from '@annals/contracts/identity-providers';
import type { Caller } from '@annals/kit/caller';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { endpointsOf, ProviderUnfit, unreachableIn } from './provider-clients.ts';
import type { ProviderRow } from './providers.sql.ts';
import { callbackUrl } from './start-authorization.ts';

type Check = ProviderChecks['checks'][number];
type CheckName = Check['name'];

const order: CheckName[] = ['DISCOVERY', 'ISSUER', 'ENDPOINTS', 'PKCE', 'KEYS', 'SCOPES'];

/** Reads the provider's metadata again, and checks whether it is usable. */
export async function checkProvider(
  { providerClients, publicUrl }: ServiceContext,
  { issuer, endpoints, scopes }: Pick<ProviderRow, 'issuer' | 'endpoints' | 'scopes'>,
): Promise<ProviderChecks> {
  const checks = new Map<CheckName, Check>();
  const note = (name: CheckName, ok: boolean, message: string) =>
    checks.set(name, { name, ok, message });
  let whole: ServerMetadata | undefined;
  try {
    const metadata = await providerClients.discover(issuer);
    note('DISCOVERY', true, 'The discovery document was read.');
    note('ISSUER', true, `The provider’s issuer is ${issuer}.`);
    checks.set('PKCE', pkceOf(metadata));
    checks.set('SCOPES', scopesOf(metadata, scopes));
    whole = providerClients.withEndpoints(metadata, endpoints);
    note('ENDPOINTS', true, 'All endpoints required for a sign-in are known.');
    checks.set('KEYS', await keysOf(providerClients.fetch, whole));
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

function pkceOf({ code_challenge_methods_supported: methods }: ServerMetadata): Check {
  const ok = Array.isArray(methods) && methods.includes('S256');
  return {
    name: 'PKCE',
    ok,
    message: ok
      ? 'The provider supports PKCE with S256.'
      : 'The provider does not list PKCE with S256 (RFC 7636). It is used anyway; make sure that the provider checks it.',
  };
}

function scopesOf(
  { scopes_supported: supported }: ServerMetadata,
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
  metadata: ServerMetadata,
): Promise<Check> {
  const usable = await usableKeys(fetch, metadata.jwks_uri ?? '').catch((error: unknown) => {
    const unreachable = unreachableIn(error);
    if (unreachable) return unreachable.message;
    if (error instanceof SyntaxError) return 'The keys of the provider cannot be read.';
    throw error;
  });
  if (typeof usable === 'string') return { name: 'KEYS', ok: false, message: usable };
  return {
    name: 'KEYS',
    ok: usable > 0,
    message:
      usable > 0
        ? `The provider has ${usable === 1 ? 'a key' : `${usable} keys`} to sign with.`
        : 'The provider publishes no key to verify signatures with.',
  };
}

/** Public keys for signatures (RFC 7517); a shared secret does not count. */
async function usableKeys(
  fetch: ServiceContext['providerClients']['fetch'],
  address: string,
): Promise<number> {
  const response = await fetch(address, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: undefined,
    redirect: 'manual',
  });
  if (response.status !== 200) return 0;
  const set = (await response.json()) as { keys?: { kty?: unknown; use?: unknown }[] } | null;
  if (!Array.isArray(set?.keys)) return 0;
  return set.keys.filter(
    (key) => ['RSA', 'EC', 'OKP'].includes(String(key?.kty)) && (key.use ?? 'sig') === 'sig',
  ).length;
}
