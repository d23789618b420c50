import { startLinkingIdentity } from '@annals/contracts/account';
import {
  authenticate,
  type IdentityConfirmation,
  type RemovedCredentials,
  type SecondFactorChallenge,
} from '@annals/contracts/session';
import { sendEmailCode } from '@annals/contracts/sign-in-options';
import { call } from '../../platform/api/call.ts';
import { CallError } from '../../platform/api/errors.ts';
import { takePendingLink } from '../../platform/api/pending-link.ts';
import { goToProvider } from '../../platform/api/provider-authorization.ts';
import { currentState } from '../../platform/api/state.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { currentLanguage } from '../../platform/texts.ts';
import { useConfirmIdentityTexts } from './confirm-identity.texts.ts';
import { concludeSignIn, isTokens } from './sign-in.calls.ts';

export function sendCode({ confirmation }: IdentityConfirmation) {
  return call(sendEmailCode, { body: { confirmation, lang: currentLanguage() } });
}

export interface Confirmed {
  /** A second factor is required. */
  challenge: SecondFactorChallenge | undefined;
  removed: RemovedCredentials | undefined;
}

/** Signs in with the email code. */
export async function confirmWithCode(
  { confirmation }: IdentityConfirmation,
  code: string,
): Promise<Confirmed> {
  const answer = await call(authenticate, {
    query: { type: 'EMAIL_CODE' },
    body: { challenge: confirmation, code },
  });
  const challenge = await concludeSignIn(answer);
  const removed = challenge ?? (isTokens(answer) ? answer : undefined);
  return { challenge, removed: removed?.removedCredentials };
}

export function isConfirmationOver(error: Error): boolean {
  return error instanceof CallError && error.problem.code === 'confirmation_over';
}

/**
 * Continues with the link that was requested before this sign-in: redirects to the provider, and from there to the
 * requested page.
 * @returns false if there is nothing to link
 */
export async function linkAfterSignIn(returnTo: string): Promise<boolean> {
  const link = takePendingLink(currentState().user?.email);
  if (link === undefined) return false;
  const { identityProviderId, providerName } = link;
  try {
    const start = await call(startLinkingIdentity, { body: { identityProviderId } });
    goToProvider(start, { purpose: 'link', returnTo, identityProviderId });
    return true;
  } catch {
    showToast({ message: useConfirmIdentityTexts.now().linkFailed(providerName) });
    return false;
  }
}
