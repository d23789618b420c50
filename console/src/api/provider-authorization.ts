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
 * What this tab went to the provider for: undefined for a state that is not its own. Whoever shows it forgets it then, and
 * not before: React may render a component anew that it has not shown yet.
 */
export function storedAuthorization(state: string): StoredAuthorization | undefined {
  const text = sessionStorage.getItem(keyOf(state));
  return text === null ? undefined : readJson(storedAuthorizationShape, text);
}

export function removeAuthorization(state: string): void {
  sessionStorage.removeItem(keyOf(state));
}

/** Under this name what came of a trial sign-in waits for the page of its provider. */
const trialKey = 'annals.trial';

const storedTrialShape = z.looseObject({ identityProviderId: z.string() });

export function storeTrial(trial: ProviderTrial): void {
  sessionStorage.setItem(trialKey, JSON.stringify(trial));
}

/** What came of the trial sign-in at this provider, until it is forgotten by whoever shows it. */
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
