import { decodeJwt } from 'jose';
import type { Caller } from '@annals/kit/caller';
import { Unreachable } from '@annals/kit/outgoing/guarded-fetch';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { endOwnSession } from '../sessions/end-sessions.ts';
import { selectProviderSession } from '../sessions/provider-sessions.sql.ts';
import { ProviderUnfit } from './provider-clients.ts';
import { selectProvider } from './providers.sql.ts';
import { callbackUrl } from './start-authorization.ts';

/** Microsoft Entra ID, for one, refuses longer addresses. A token with many groups is longer. */
const maxHintLength = 3_000;
/** Okta, for one, signs nobody out without the token, and servers usually accept addresses of 8 KiB. */
const maxLastHintLength = 6_000;

/** Ends the caller's session, and says where the browser ends the one at the provider that it began with. */
export async function signOut(
  context: ServiceContext,
  caller: Caller,
  source: AuditSource,
): Promise<{ providerSignOutUrl: string | null }> {
  const began = await selectProviderSession(context.database, caller.sessionId);
  await endOwnSession(context, caller, source);
  return { providerSignOutUrl: began ? await providerSignOutUrl(context, began) : null };
}

/** OpenID Connect RP-Initiated Logout 1.0, section 2. Null if the provider offers none or is not to be signed out of. */
async function providerSignOutUrl(
  { database, providerClients, publicUrl, log }: ServiceContext,
  { providerId, idToken }: { providerId: string; idToken: string },
): Promise<string | null> {
  const provider = await selectProvider(database, providerId);
  if (provider?.enabled !== true || !provider.signOutAtProvider) return null;
  // The session has ended here in any case.
  const found = await providerClients.of(provider).catch((error: unknown) => {
    if (!(error instanceof ProviderUnfit || error instanceof Unreachable)) throw error;
    log.warn({ identityProviderId: providerId, reason: error.message }, 'A provider failed.');
    return undefined;
  });
  const { end_session_endpoint: endpoint } = found?.server ?? {};
  if (endpoint === undefined) return null;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', provider.clientId);
  url.searchParams.set('post_logout_redirect_uri', callbackUrl(publicUrl));
  const { login_hint: hint } = decodeJwt(idToken);
  if (idToken.length > maxHintLength && typeof hint === 'string')
    url.searchParams.set('logout_hint', hint);
  else if (idToken.length <= maxLastHintLength) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}
