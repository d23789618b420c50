import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  type AuthorizationServer,
} from 'oauth4webapi';
import { say } from '@annals/contracts/messages';
import { Problem } from '@annals/kit/problem';
import { Unreachable } from '@annals/kit/outgoing/guarded-fetch';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { freshForMs } from '../sessions/fresh-proof.ts';
import { insertAuthorization, type Authorization } from './authorizations.sql.ts';
import { ProviderUnfit } from './provider-clients.ts';
import type { ProviderRow } from './providers.sql.ts';

const lifetimeMs = 10 * 60_000;

/** The redirect URI, which must be registered at the provider exactly. */
export const callbackUrl = (publicUrl: string) => `${publicUrl}/login`;

/**
 * Where to send the browser (OpenID Connect Core 1.0, section 3.1.2.1), always with state, nonce and PKCE S256 (RFC
 * 7636).
 * @throws Problem 502 if the provider cannot be discovered, with the reason for callers who may see it
 */
export async function startAuthorization(
  { database, clock, publicUrl, providerClients, log }: ServiceContext,
  provider: ProviderRow,
  {
    purpose,
    userId,
    sessionId,
    fresh,
  }: Pick<Authorization, 'purpose' | 'userId' | 'sessionId' | 'fresh'>,
): Promise<{ authorizationUrl: string; state: string }> {
  const { server } = await providerClients.of(provider).catch((error: unknown) => {
    if (!(error instanceof ProviderUnfit || error instanceof Unreachable)) throw error;
    log.warn({ identityProviderId: provider.id, reason: error.message }, 'A provider failed.');
    throw new Problem(
      502,
      'provider_unreachable',
      purpose === 'TEST' ? error.explanation : say('providerUnreachable', { name: provider.name }),
    );
  });
  const state = newSecret();
  const nonce = generateRandomNonce();
  const codeVerifier = generateRandomCodeVerifier();
  // The address may have a query of its own, such as the policy of Azure AD B2C.
  const authorizationUrl = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    client_id: provider.clientId,
    response_type: 'code',
    redirect_uri: callbackUrl(publicUrl),
    scope: provider.scopes.join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(provider.responseMode === 'form_post' && { response_mode: 'form_post' }),
    ...(fresh && freshParameters(server, purpose)),
  };
  for (const [name, value] of Object.entries(parameters))
    authorizationUrl.searchParams.set(name, value);
  const now = clock();
  await insertAuthorization(
    database,
    { providerId: provider.id, purpose, userId, sessionId, fresh, nonce, codeVerifier },
    {
      stateHash: secretHash(state),
      created: toTimestamp(now),
      expires: toTimestamp(now + lifetimeMs),
    },
  );
  return { authorizationUrl: authorizationUrl.href, state };
}

/** Documents none, consent and select_account for `prompt` (developers.google.com/identity/openid-connect/reference). */
const google = 'https://accounts.google.com';

/**
 * Asks for a recent authentication of the person, and for when it took place: `prompt` alone can be removed on the way
 * through the browser, or ignored. A test sign-in only asks when it took place.
 */
function freshParameters(
  { issuer, prompt_values_supported: announced }: AuthorizationServer,
  purpose: Authorization['purpose'],
): Record<string, string> {
  const prompt = ['login', 'select_account'].find((value) =>
    Array.isArray(announced) ? announced.includes(value) : issuer !== google || value !== 'login',
  );
  return {
    max_age: String(freshForMs / 1000),
    ...(prompt !== undefined && purpose !== 'TEST' && { prompt }),
  };
}
