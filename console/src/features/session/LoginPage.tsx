import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SecondFactorChallenge } from '@annals/contracts/session';
import { oneOf, parseSearch } from '../../platform/search.ts';
import { afterSignIn } from './after-sign-in.ts';
import { resumeEarlyForm, earlyFormValue } from './early-form.ts';
import { PasswordSignIn } from './PasswordSignIn.tsx';
import { takeProviderAnswer } from './provider-answer.ts';
import { redirectTarget } from './redirect-target.ts';
import { useSignInTexts } from './sign-in.texts.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { useLazyModule } from './useLazyModule.ts';

const loadSecondFactor = () => import('./SecondFactor.tsx');
const loadProviderCallback = () => import('./ProviderCallback.tsx');

/** The sign-in: a password or a provider, then the second factor if required, all under one URL. */
export function LoginPage() {
  const router = useRouter();
  const { redirect } = useSearch({ strict: false });
  const target = redirectTarget(oneOf(redirect));
  const [providerAnswer, setProviderAnswer] = useState(takeProviderAnswer);
  const [username, setUsername] = useState(() => earlyFormValue('username'));
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  const [startsAgain, setStartsAgain] = useState(false);
  const secondFactor = useLazyModule(loadSecondFactor, challenge !== undefined);

  useEffect(resumeEarlyForm, []);

  const [path = '/', query = ''] = target.split('?', 2);
  const startTarget = () => {
    router.preloadRoute({ to: path, search: parseSearch(query) }).catch(() => undefined);
  };
  const goOn = () => void afterSignIn(target, (to) => router.history.push(to));
  const backToPassword = (endedByItself: boolean) => {
    setChallenge(undefined);
    setStartsAgain(endedByItself);
  };

  if (providerAnswer) {
    return (
      <Returned
        answer={providerAnswer}
        onAgain={(again) => {
          setProviderAnswer(undefined);
          setStartsAgain(again);
        }}
      />
    );
  }
  if (challenge && secondFactor) {
    return (
      <secondFactor.SecondFactor
        challenge={challenge}
        onAccepted={startTarget}
        onSignedIn={goOn}
        onBack={backToPassword}
      />
    );
  }
  return (
    <PasswordSignIn
      username={username}
      onUsername={setUsername}
      target={target}
      isAsked={oneOf(redirect) !== undefined}
      startsAgain={startsAgain}
      leaving={challenge !== undefined}
      onAccepted={startTarget}
      onSignedIn={goOn}
      onChallenge={(due) => {
        setStartsAgain(false);
        setChallenge(due);
      }}
    />
  );
}

function Returned(
  props: Parameters<Awaited<ReturnType<typeof loadProviderCallback>>['ProviderCallback']>[0],
) {
  const t = useSignInTexts();
  const loaded = useLazyModule(loadProviderCallback);
  return loaded ? (
    <loaded.ProviderCallback {...props} />
  ) : (
    <SessionFrame title={t.signingIn}>{null}</SessionFrame>
  );
}
