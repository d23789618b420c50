import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import {
  authenticate,
  type IdentityConfirmation,
  type linkedIdentity,
  type providerTrial,
  type RemovedCredentials as Removed,
  type SecondFactorChallenge,
} from '@annals/contracts/session';
import { call } from '../../platform/api/call.ts';
import { CallError } from '../../platform/api/errors.ts';
import {
  storedAuthorization,
  removeAuthorization,
  storeTrial,
} from '../../platform/api/provider-authorization.ts';
import { storedAuth, storeIdp } from '../../platform/api/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { pathTo } from '../../platform/links.ts';
import { afterSignIn } from './after-sign-in.ts';
import type { Confirmed } from './confirm-identity.calls.ts';
import { useConfirmIdentityTexts } from './confirm-identity.texts.ts';
import { ConfirmIdentity } from './ConfirmIdentity.tsx';
import { failureText } from './failure-text.ts';
import type { ProviderAnswer } from './provider-answer.ts';
import {
  providerErrorText,
  refusalText,
  useProviderCallbackTexts,
} from './provider-callback.texts.ts';
import { redirectTarget } from './redirect-target.ts';
import classes from './SecondFactor.module.css';
import { SecondFactor } from './SecondFactor.tsx';
import { concludeSignIn } from './sign-in.calls.ts';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice, SessionFrame } from './SessionFrame.tsx';
import { useAction } from './useAction.ts';

interface ProviderCallbackProps {
  answer: ProviderAnswer;
  /**
   * Returns to the sign-in form.
   * @param startsAgain because the second factor took too long
   */
  onAgain: (startsAgain: boolean) => void;
}

/** Handles the callback of a provider: a sign-in, a linked identity, a test sign-in, or an error. */
export function ProviderCallback({ answer, onAgain }: ProviderCallbackProps) {
  const t = useProviderCallbackTexts();
  const common = useSignInTexts();
  const router = useRouter();
  const [earlier] = useState(() =>
    answer.state === undefined ? undefined : storedAuthorization(answer.state),
  );
  useEffect(() => {
    if (answer.state !== undefined) removeAuthorization(answer.state);
  }, [answer.state]);
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  const [confirmation, setConfirmation] = useState<IdentityConfirmation>();
  const [removed, setRemoved] = useState<Removed>();
  const target = redirectTarget(earlier?.returnTo);
  const goTo = (path: string) => router.history.replace(path);
  const signedIn = () => {
    if (earlier?.identityProviderId !== undefined) storeIdp(earlier.identityProviderId);
    void afterSignIn(target, goTo);
  };
  const toTheSignIn = (startsAgain: boolean) => {
    void router.navigate({
      to: '/login',
      search: { redirect: target === '/' ? undefined : target },
      replace: true,
    });
    onAgain(startsAgain);
  };
  const conclude = (outcome: ProviderOutcome) => {
    if ('challenge' in outcome) setChallenge(outcome.challenge);
    else if ('confirmation' in outcome) setConfirmation(outcome.confirmation);
    else if ('linked' in outcome) {
      showToast({ message: t.linked });
      goTo(target);
    } else if ('trial' in outcome) goTo(outcome.trial);
    else signedIn();
  };

  const confirmed = (by: Confirmed) => {
    setRemoved(by.removed);
    setChallenge(by.challenge);
    if (!by.removed && !by.challenge) signedIn();
  };
  // The second factor follows after the removed credentials were shown.
  const goOn = () => {
    setRemoved(undefined);
    if (!challenge) signedIn();
  };

  const finishing = useAction(finishAtProvider, { onSuccess: conclude });
  const { run } = finishing;
  const whyNot = (thrown: Error) => {
    // A test sign-in shows the exact error.
    if (earlier?.purpose === 'trial') return failureText(thrown, common);
    const reason = thrown instanceof CallError ? refusalText(thrown.problem.code, t) : undefined;
    return reason ?? failureText(thrown, common, t.notAccepted);
  };
  const { state, code, iss, error } = answer;
  const begun = useRef(false);
  useEffect(() => {
    // An authorization code is valid once.
    if (begun.current || earlier === undefined || state === undefined || code === undefined) return;
    begun.current = true;
    run({ state, code, ...(iss !== undefined && { iss }) });
  }, [run, earlier, state, code, iss]);

  if (removed) return <RemovedCredentials removed={removed} onContinue={goOn} />;
  if (challenge) {
    return <SecondFactor challenge={challenge} onSignedIn={signedIn} onBack={toTheSignIn} />;
  }
  if (confirmation) {
    return (
      <ConfirmIdentity
        confirmation={confirmation}
        onConfirmed={confirmed}
        onSignInAsBefore={() => toTheSignIn(false)}
      />
    );
  }
  const failure =
    earlier === undefined
      ? t.unknownState
      : error !== undefined
        ? providerErrorText(error, t)
        : finishing.error && whyNot(finishing.error);
  if (failure === undefined) {
    return (
      <SessionFrame title={earlier?.purpose === 'signIn' ? common.signingIn : t.backFromProvider}>
        <Button fullWidth size="md" variant="default" loading aria-label={common.signingIn} />
      </SessionFrame>
    );
  }
  // Linking and test sign-ins happen while signed in; a forged link may be opened in any state.
  const isInside = earlier ? earlier.purpose !== 'signIn' : storedAuth() !== null;
  return (
    <SessionFrame title={t.failed[earlier?.purpose ?? 'unknown']}>
      <Notice failure>{failure}</Notice>
      <Button fullWidth size="md" onClick={() => (isInside ? goTo(target) : toTheSignIn(false))}>
        {isInside ? t.back : common.toSignIn}
      </Button>
    </SessionFrame>
  );
}

/** Shows which credentials were removed from the account before continuing. */
function RemovedCredentials({
  removed: { password, sessions, tokens, factors, identities },
  onContinue,
}: {
  removed: Removed;
  onContinue: () => void;
}) {
  const t = useConfirmIdentityTexts();
  const items = [
    password && t.removed.password,
    sessions > 0 && t.removed.sessions(sessions),
    tokens > 0 && t.removed.tokens(tokens),
    factors > 0 && t.removed.factors(factors),
    identities > 0 && t.removed.identities(identities),
  ].filter((item) => item !== false);
  return (
    <SessionFrame title={t.done}>
      <p className={classes.words}>{t.removedIntro}</p>
      <ul className={classes.removed}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <Button fullWidth size="md" data-autofocus onClick={onContinue}>
        {t.continue}
      </Button>
    </SessionFrame>
  );
}

/** `signedIn`: there is a session; `trial`: the path of the page that shows the result. */
type ProviderOutcome =
  | { signedIn: true }
  | { challenge: SecondFactorChallenge }
  | { confirmation: IdentityConfirmation }
  | { linked: true }
  | { trial: string };

const isLinked = (answer: object): answer is z.infer<typeof linkedIdentity> => 'linked' in answer;
const isConfirmation = (answer: object): answer is IdentityConfirmation => 'confirmation' in answer;
const isTrial = (answer: object): answer is z.infer<typeof providerTrial> => 'trial' in answer;

/** Passes the authorization response to the service, which exchanges the code. */
async function finishAtProvider(body: {
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
