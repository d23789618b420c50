import * as z from 'zod/mini';
import { providerTrial, type ProviderTrial } from '@annals/contracts/sign-in';
import { NotStored } from './errors.ts';
import { product } from './product.ts';
import { tabStore } from './storage.ts';
import { readStored } from './stored-text.ts';

const storedAuthorizationShape = z.object({
  purpose: z.enum(['signIn', 'link', 'trial']),
  returnTo: z.string(),
  identityProviderId: z.optional(z.string()),
});

/** What this tab remembers while its person is at the provider. */
export type StoredAuthorization = z.infer<typeof storedAuthorizationShape>;

const keyOf = (state: string) => `${product}.authorization.${state}`;

/**
 * Sends the browser to the provider, which sends it back to /login with the state. Only the tab that went there takes
 * the answer (OpenID Connect Core 1.0, section 3.1.2.1: `state` against forged sign-ins).
 * @throws NotStored if the browser stores nothing for this site
 */
export function goToProvider(
  { authorizationUrl, state }: { authorizationUrl: string; state: string },
  authorization: StoredAuthorization,
): void {
  if (!/^https?:$/.test(new URL(authorizationUrl).protocol))
    throw new Error(`The provider's address is no web address: ${authorizationUrl}`);
  const isKept = tabStore.set(keyOf(state), JSON.stringify(authorization));
  // The provider would send the browser back to a page that knows nothing of it.
  if (!isKept) throw new NotStored();
  window.location.assign(authorizationUrl);
}

/**
 * The purpose for which this tab opened the provider; undefined for the state of another tab. It is removed only once
 * its result is shown, since React may render a component again before that.
 */
export function storedAuthorization(state: string): StoredAuthorization | undefined {
  return readStored(storedAuthorizationShape, tabStore.get(keyOf(state)));
}

export function removeAuthorization(state: string): void {
  tabStore.remove(keyOf(state));
}

/** The key under which the result of a test sign-in waits for the page of its provider. */
const trialKey = 'annals.trial';

export function storeTrial(trial: ProviderTrial): void {
  tabStore.set(trialKey, JSON.stringify(trial));
}

/** The result of the test sign-in at this provider, until it has been shown. */
export function storedTrial(identityProviderId: string): ProviderTrial | undefined {
  const trial = readStored(providerTrial.shape.trial, tabStore.get(trialKey));
  return trial?.identityProviderId === identityProviderId ? trial : undefined;
}

export function removeTrial(): void {
  tabStore.remove(trialKey);
}
