import { ExplainedError } from '@annals/kit/problem';
import { decodeJwt, errors, type JWTPayload } from 'jose';
import * as oauth from 'oauth4webapi';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { ProviderClient, ServiceContext } from '../context/service-context.ts';
import type { Authorization } from './authorizations.sql.ts';
import { readableDetail, readableExplanation, textOf, type Claims } from './claim-values.ts';
import { followLeftOut } from './distributed-claims.ts';
import { isLinkedSubject } from './identities.sql.ts';
import {
  joinClaims,
  lacksClaims,
  lacksFirstLanguage,
  lacksIdentity,
  subjectOf,
} from './provider-claims.ts';
import { ProviderUnfit, unreachableIn } from './provider-clients.ts';
import { KeysUnfit } from './provider-keys.ts';
import type { ProviderRow } from './providers.sql.ts';
import { readAuthTime } from './auth-time.ts';
import { callbackUrl } from './start-authorization.ts';

export interface ProviderAnswer {
  code: string;
  state: string;
  iss?: string | undefined;
}

/** What a provider vouches for after a sign-in. */
export interface Vouchers {
  claims: Claims;
  /** Of the issuer, where the provider has several tenants. */
  tenant: string | undefined;
  /** False if userinfo did not answer: what is missing in the claims is unknown. */
  isWhole: boolean;
  idToken: string;
  /** Of the session at the provider, if it names one. */
  sid: string | null;
  /** When the provider last authenticated the person; null if it does not say. */
  authTime: string | null;
}

/** The provider's response was rejected. Its words are for administrators and contain no secrets. */
export class ExchangeError extends ExplainedError {
  constructor(
    readonly code: 'provider_unreachable' | 'provider_answer_refused',
    explanation: ServiceMessage,
  ) {
    super(explanation);
    this.name = 'ExchangeError';
  }
}

class UserinfoUnanswered extends ExchangeError {}

/** Something in the response that the specification does not allow. The message contains no secrets. */
class NotConforming extends ExplainedError {}

/**
 * Exchanges the code and returns the claims. It checks: `iss` of the response if present, and that it is present when
 * the provider announces it (RFC 9207); state, nonce and PKCE; issuer, audience, times and signature of the ID token
 * (OpenID Connect Core 1.0, section 3.1.3.7); and that userinfo is about the same subject (section 5.3.2).
 * @throws ExchangeError
 */
export async function exchangeCode(
  context: ServiceContext,
  provider: ProviderRow,
  began: Authorization,
  answer: ProviderAnswer,
): Promise<Vouchers> {
  const { providerClients } = context;
  try {
    const client = await providerClients.of(provider);
    const { idToken, accessToken } = await requestTokens(context, client, began, answer);
    const tenant = tenantOf(client, idToken);
    const own = await verifyIdToken(client, idToken, began.nonce, tenant);
    const userinfo = () => readUserinfo(context, client, accessToken, own['sub']);
    let claims: Claims = own;
    let isWhole = true;
    const isNew = () => isFirst(context, provider, own, tenant);
    if (lacksClaims(own, provider)) {
      const further = await userinfo().catch(async (error: unknown) => {
        // Whoever is known signs in all the same. What userinfo would have said stays unknown.
        const isKnown = !lacksIdentity(own, provider) || !(await isNew());
        if (error instanceof UserinfoUnanswered && isKnown) return undefined;
        throw error;
      });
      claims = joinClaims(own, further ?? {});
      isWhole = further !== undefined;
    } else if (lacksFirstLanguage(own, provider) && (await isNew()))
      // Nobody is refused for want of a language.
      claims = joinClaims(own, await userinfo().catch(noClaims));
    const { groups, units } = provider.claimMap;
    const paths = [groups, units].filter((path) => path !== null);
    return {
      claims: await followLeftOut(providerClients.fetch, client, claims, { paths, accessToken }),
      tenant,
      isWhole,
      idToken,
      sid: textOf(own['sid']) ?? null,
      // Of the signed token alone, never of userinfo.
      authTime: readAuthTime(own['auth_time'], context.clock()),
    };
  } catch (error) {
    throw exchangeErrorOf(error);
  }
}

async function requestTokens(
  { providerClients, publicUrl }: ServiceContext,
  { server, client, authentication, issuers }: ProviderClient,
  { codeVerifier }: Authorization,
  { code, state, iss }: ProviderAnswer,
): Promise<{ idToken: string; accessToken: string | undefined }> {
  const redirectUri = callbackUrl(publicUrl);
  const parameters = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) });
  const isOfTenant = iss !== undefined && [...issuers.values()].includes(iss);
  const checked = oauth.validateAuthResponse(
    isOfTenant ? { ...server, issuer: iss } : server,
    client,
    parameters,
    state,
  );
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    checked,
    redirectUri,
    codeVerifier,
    { [oauth.customFetch]: providerClients.fetch, [oauth.allowInsecureRequests]: true },
  );
  const body = await response.json().catch(() => undefined);
  const {
    error,
    error_description: description,
    id_token: idToken,
    access_token: accessToken,
  } = (body ?? {}) as Record<string, unknown>;
  // Some answer 201.
  if (typeof error === 'string' || !response.ok)
    throw refusedBy(
      typeof error === 'string' ? error : `status ${response.status}`,
      typeof description === 'string' ? description : '',
    );
  if (typeof idToken !== 'string') throw new NotConforming(say('noIdToken'));
  return { idToken, accessToken: typeof accessToken === 'string' ? accessToken : undefined };
}

function noClaims(error: unknown): Claims {
  if (exchangeErrorOf(error) instanceof ExchangeError) return {};
  throw error;
}

async function isFirst(
  { database }: ServiceContext,
  provider: ProviderRow,
  claims: Claims,
  tenant: string | undefined,
): Promise<boolean> {
  const subject = subjectOf(claims, provider.claimMap, tenant);
  return subject === undefined || !(await isLinkedSubject(database, provider, subject));
}

/** The tenant whose issuer the token must have; undefined for a provider with one issuer. */
function tenantOf({ issuers }: ProviderClient, idToken: string): string | undefined {
  if (issuers.has(undefined)) return undefined;
  const { tid } = decodeJwt(idToken);
  const tenant = typeof tid === 'string' ? tid.toLowerCase() : '';
  if (issuers.has(tenant)) return tenant;
  throw new NotConforming(say('foreignTenant'));
}

async function verifyIdToken(
  client: ProviderClient,
  idToken: string,
  nonce: string,
  tenant: string | undefined,
): Promise<JWTPayload> {
  const claims = await client.verify(idToken, 'provider', {
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
  });
  if (claims.iss !== client.issuers.get(tenant))
    throw new NotConforming(say('unexpectedClaim', { claim: 'iss' }));
  if (claims['nonce'] !== nonce)
    throw new NotConforming(say('unexpectedClaim', { claim: 'nonce' }));
  const { client_id: clientId } = client.client;
  const { azp } = claims;
  if (Array.isArray(claims.aud) && claims.aud.length > 1 && azp === undefined)
    throw new NotConforming(say('untrustedAudience'));
  if (azp !== undefined && azp !== clientId)
    throw new NotConforming(say('unexpectedClaim', { claim: 'azp' }));
  return claims;
}

/** As JSON, or signed (OpenID Connect Core 1.0, section 5.3.2). Empty where the provider has none. */
async function readUserinfo(
  { providerClients }: ServiceContext,
  client: ProviderClient,
  accessToken: string | undefined,
  subject: unknown,
): Promise<Claims> {
  if (accessToken === undefined || client.server.userinfo_endpoint === undefined) return {};
  const response = await oauth
    .userInfoRequest(client.server, client.client, accessToken, {
      [oauth.customFetch]: providerClients.fetch,
      [oauth.allowInsecureRequests]: true,
    })
    .catch((error: unknown) => {
      const refused = exchangeErrorOf(error);
      throw refused instanceof ExchangeError
        ? new UserinfoUnanswered(refused.code, refused.explanation)
        : refused;
    });
  if (response.status !== 200) {
    const { code, explanation } = refusedBy(
      `status ${response.status}`,
      'at the userinfo endpoint',
    );
    throw new UserinfoUnanswered(code, explanation);
  }
  const text = (await response.text()).trim();
  const isSigned = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
  // A signed response may lack them.
  const options = { requiredClaims: [], audience: undefined };
  const claims = isSigned ? await client.verify(text, 'provider', options) : jsonOf(text);
  // A provider may write a numeric subject as a text here and as a number there.
  if (String(claims['sub']) !== String(subject))
    throw new NotConforming(say('unexpectedClaim', { claim: 'sub' }));
  return claims;
}

function jsonOf(text: string): Claims {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null) return value as Claims;
  } catch {
    // Reported below.
  }
  throw new NotConforming(say('badUserinfo'));
}

function exchangeErrorOf(error: unknown): unknown {
  if (error instanceof ExchangeError) return error;
  const unreachable = unreachableIn(error);
  if (unreachable)
    return new ExchangeError('provider_unreachable', readableExplanation(unreachable));
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    const { error: code, error_description: description } = error.cause[0]?.parameters ?? {};
    return refusedBy(code, description);
  }
  if (
    error instanceof ProviderUnfit ||
    error instanceof KeysUnfit ||
    error instanceof NotConforming ||
    error instanceof errors.JOSEError ||
    error instanceof oauth.OperationProcessingError ||
    error instanceof oauth.UnsupportedOperationError ||
    error instanceof TypeError
  )
    return new ExchangeError('provider_answer_refused', readableExplanation(error));
  return error;
}

function refusedBy(code = '', description = ''): ExchangeError {
  const said = readableDetail(`${code} ${description}`.trim());
  return new ExchangeError('provider_answer_refused', say('providerRefuses', { said }));
}
