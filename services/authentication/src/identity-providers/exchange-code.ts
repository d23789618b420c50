import * as client from 'openid-client';
import type { ServiceContext } from '../context/service-context.ts';
import type { Authorization } from './authorizations.sql.ts';
import { joined, lacksClaims, type Claims } from './provider-claims.ts';
import { ProviderUnfit, unreachableIn } from './provider-clients.ts';
import type { ProviderRow } from './providers.sql.ts';
import { callbackUrl } from './start-authorization.ts';

export interface ProviderAnswer {
  code: string;
  state: string;
  iss?: string | undefined;
}

/** The provider's response was rejected. `detail` is for administrators and contains no secrets. */
export class ExchangeError extends Error {
  constructor(
    readonly code: 'provider_unreachable' | 'provider_answer_refused',
    readonly detail: string,
  ) {
    super(detail);
    this.name = 'ExchangeError';
  }
}

/**
 * Exchanges the code and returns the claims. It checks: `iss` of the response if present, and that it is present when
 * the provider announces it (RFC 9207); state, nonce and PKCE; issuer, audience, times and signature of the ID token
 * (OpenID Connect Core 1.0, section 3.1.3.7); and that userinfo is about the same subject (section 5.3.2).
 * @throws ExchangeError
 */
export async function exchangeCode(
  { providerClients, publicUrl }: ServiceContext,
  provider: ProviderRow,
  began: Authorization,
  { code, state, iss }: ProviderAnswer,
): Promise<Claims> {
  const answer = new URL(callbackUrl(publicUrl));
  answer.searchParams.set('code', code);
  answer.searchParams.set('state', state);
  if (iss !== undefined) answer.searchParams.set('iss', iss);
  try {
    const configuration = await providerClients.of(provider);
    const tokens = await client.authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: began.nonce,
      pkceCodeVerifier: began.codeVerifier,
      idTokenExpected: true,
    });
    const claims: Claims = { ...tokens.claims() };
    const { userinfo_endpoint: userinfo } = configuration.serverMetadata();
    if (userinfo === undefined || !lacksClaims(claims, provider)) return claims;
    const subject = String(claims['sub']);
    return joined(claims, await client.fetchUserInfo(configuration, tokens.access_token, subject));
  } catch (error) {
    throw exchangeErrorOf(error);
  }
}

function exchangeErrorOf(error: unknown): unknown {
  const unreachable = unreachableIn(error);
  if (unreachable) return new ExchangeError('provider_unreachable', unreachable.message);
  if (error instanceof ProviderUnfit)
    return new ExchangeError('provider_answer_refused', error.message);
  if (error instanceof client.ResponseBodyError)
    return refusedBy(error.error, error.error_description);
  if (error instanceof client.WWWAuthenticateChallengeError) {
    const { error: code, error_description: description } = error.cause[0]?.parameters ?? {};
    return refusedBy(code, description);
  }
  if (error instanceof client.ClientError || error instanceof TypeError)
    return new ExchangeError('provider_answer_refused', detailOf(error));
  return error;
}

function refusedBy(code = '', description = ''): ExchangeError {
  const text = `The provider refuses: ${code} ${description}`;
  return new ExchangeError('provider_answer_refused', text.trim().slice(0, 300));
}

/** Messages of the library: they name the error and contain no values. */
function detailOf(error: Error): string {
  const { cause, message } = error;
  return cause instanceof Error && cause.message !== message
    ? `${message}: ${cause.message}`
    : message;
}
