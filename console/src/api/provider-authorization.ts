import * as z from 'zod/mini';
import type { ProviderTrial } from '@annals/contracts/sign-in';
import { product } from './product.ts';

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
 */
export function goToProvider(
  { authorizationUrl, state }: { authorizationUrl: string; state: string },
  authorization: StoredAuthorization,
): void {
  if (!/^https?:$/.test(new URL(authorizationUrl).protocol))
    throw new Error(`The provider's address is no web address: ${authorizationUrl}`);
  sessionStorage.setItem(keyOf(state), JSON.stringify(authorization));
  window.location.assign(authorizationUrl);
}

/**
 * The purpose for which this tab opened the provider; undefined for the state of another tab. It is removed only once
 * its result is shown, since React may render a component again before that.
 */
export function storedAuthorization(state: string): StoredAuthorization | undefined {
  const text = sessionStorage.getItem(keyOf(state));
  return text === null ? undefined : readJson(storedAuthorizationShape, text);
}

export function removeAuthorization(state: string): void {
  sessionStorage.removeItem(keyOf(state));
}

/** The key under which the result of a test sign-in waits for the page of its provider. */
const trialKey = 'annals.trial';

const storedTrialShape = z.looseObject({ identityProviderId: z.string() });

export function storeTrial(trial: ProviderTrial): void {
  sessionStorage.setItem(trialKey, JSON.stringify(trial));
}

/** The result of the test sign-in at this provider, until it has been shown. */
export function storedTrial(identityProviderId: string): ProviderTrial | undefined {
  const text = sessionStorage.getItem(trialKey);
  if (text === null || readJson(storedTrialShape, text)?.identityProviderId !== identityProviderId)
    return undefined;
  return JSON.parse(text) as ProviderTrial;
}

export function removeTrial(): void {
  sessionStorage.removeItem(trialKey);
}

function readJson<S extends z.ZodMiniType>(shape: S, text: string): z.infer<S> | undefined {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
