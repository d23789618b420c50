import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type {
  IdentityConfirmation,
  RemovedCredentials as Removed,
  SecondFactorChallenge,
} from '@annals/contracts/session';
import { CallError } from '../../api/errors.ts';
import { storedAuthorization, removeAuthorization } from '../../api/provider-authorization.ts';
import { storedAuth, storeIdp } from '../../api/session.ts';
import { showToast } from '../../shared/feedback/toasts.ts';
import { useServiceText } from '../../shared/service-messages/service-text.ts';
import { afterSignIn } from './after-sign-in.ts';
import type { Confirmed } from './confirm-identity.calls.ts';
import { ConfirmIdentity } from './ConfirmIdentity.tsx';
import { failureText } from './failure-text.ts';
import { Notice } from './Notice.tsx';
import type { ProviderAnswer } from './provider-answer.ts';
import { finishAtProvider, type ProviderOutcome } from './provider-return.calls.ts';
import { providerErrorText, refusalText, useProviderReturnTexts } from './provider-return.texts.ts';
import { RemovedCredentials } from './RemovedCredentials.tsx';
import { redirectTarget } from './redirect-target.ts';
import { SecondFactor } from './SecondFactor.tsx';
import { SessionFrame } from './SessionFrame.tsx';
import { useSessionTexts } from './session.texts.ts';
import { useDeed } from './useDeed.ts';

interface ProviderReturnProps {
  answer: ProviderAnswer;
  /**
   * The person goes on with the sign-in form.
   * @param startsAgain because the second factor took too long
   */
  onAgain: (startsAgain: boolean) => void;
}

/** What happens when a provider sends the browser back: a sign-in, a linked account, a trial, or why none of these. */
export function ProviderReturn({ answer, onAgain }: ProviderReturnProps) {
  const t = useProviderReturnTexts();
  const common = useSessionTexts();
  const said = useServiceText();
  const router = useRouter();
  const [kept] = useState(() =>
    answer.state === undefined ? undefined : storedAuthorization(answer.state),
  );
  useEffect(() => {
    if (answer.state !== undefined) removeAuthorization(answer.state);
  }, [answer.state]);
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  const [confirmation, setConfirmation] = useState<IdentityConfirmation>();
  const [removed, setRemoved] = useState<Removed>();
  const target = redirectTarget(kept?.returnTo);
  const goTo = (path: string) => router.history.replace(path);
  const signedIn = () => {
    if (kept?.identityProviderId !== undefined) storeIdp(kept.identityProviderId);
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
  // the second factor is asked for after what was removed has been read
  const goOn = () => {
    setRemoved(undefined);
    if (!challenge) signedIn();
  };

  const finishing = useDeed(finishAtProvider, { onSuccess: conclude });
  const { run } = finishing;
  const whyNot = (thrown: Error) => {
    // Whoever tries a provider out wants to know exactly what is wrong with it.
    if (kept?.purpose === 'trial') return said(thrown.message);
    const reason = thrown instanceof CallError ? refusalText(thrown.problem.code, t) : undefined;
    return reason ?? failureText(thrown, common, t.notAccepted);
  };
  const { state, code, iss, error } = answer;
  const begun = useRef(false);
  useEffect(() => {
    // A code is good for one time.
    if (begun.current || kept === undefined || state === undefined || code === undefined) return;
    begun.current = true;
    run({ state, code, ...(iss !== undefined && { iss }) });
  }, [run, kept, state, code, iss]);

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
    kept === undefined
      ? t.unknownState
      : error !== undefined
        ? providerErrorText(error, t)
        : finishing.error && whyNot(finishing.error);
  if (failure === undefined) {
    return (
      <SessionFrame title={kept?.purpose === 'signIn' ? common.signingIn : t.backFromProvider}>
        <Button fullWidth size="md" variant="default" loading aria-label={common.signingIn} />
      </SessionFrame>
    );
  }
  // Who links or tries out is signed in already; whoever opens a forged link may be.
  const isInside = kept ? kept.purpose !== 'signIn' : storedAuth() !== null;
  return (
    <SessionFrame title={t.failed[kept?.purpose ?? 'unknown']}>
      <Notice failure>{failure}</Notice>
      <Button fullWidth size="md" onClick={() => (isInside ? goTo(target) : toTheSignIn(false))}>
        {isInside ? t.back : common.toSignIn}
      </Button>
    </SessionFrame>
  );
}
