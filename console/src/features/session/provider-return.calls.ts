import {
  authenticate,
  type IdentityConfirmation,
  type linkedIdentity,
  type providerTrial,
  type SecondFactorChallenge,
} from '@annals/contracts/session';
import type * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { storeTrial } from '../../api/provider-authorization.ts';
import { pathTo } from '../../shared/links.ts';
import { concludeSignIn } from './session.calls.ts';

/** `signedIn`: there is a session; `trial`: the path of the page that shows what came of it. */
export type ProviderOutcome =
  | { signedIn: true }
  | { challenge: SecondFactorChallenge }
  | { confirmation: IdentityConfirmation }
  | { linked: true }
  | { trial: string };

const isLinked = (answer: object): answer is z.infer<typeof linkedIdentity> => 'linked' in answer;
const isConfirmation = (answer: object): answer is IdentityConfirmation => 'confirmation' in answer;
const isTrial = (answer: object): answer is z.infer<typeof providerTrial> => 'trial' in answer;

/** Hands what the provider sent along to the service, which asks the provider for the rest. */
export async function finishAtProvider(body: {
  code: string;
  state: string;
  iss?: string;
}): Promise<ProviderOutcome> {
  const answer = await call(authenticate, { query: { type: 'IDENTITY_PROVIDER' }, body });
  if (isLinked(answer)) return { linked: true };
  if (isTrial(answer)) {
    storeTrial(answer.trial);
    const { identityProviderId: idpId } = answer.trial;
    return { trial: pathTo('v1-identity-providers-idpId', { idpId }, { tab: 'test' }) };
  }
  if (isConfirmation(answer)) return { confirmation: answer };
  const challenge = await concludeSignIn(answer);
  return challenge ? { challenge } : { signedIn: true };
}
