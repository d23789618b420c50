import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { SecondFactorChallenge } from '@annals/contracts/session';
import { checkPasswordToken } from '@annals/contracts/sign-in';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { pathTo } from '../../platform/links.ts';
import { CheckedLink } from './CheckedLink.tsx';
import { NotOfferedHere } from './NotOfferedHere.tsx';
import { useOpenedLink } from './one-time-link.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { checkLink } from './set-password.calls.ts';
import { useSetPasswordTexts } from './set-password.texts.ts';
import { SetPasswordForm } from './SetPasswordForm.tsx';
import classes from './SetPasswordPage.module.css';
import { InvalidLink } from './InvalidLink.tsx';
import { useLazyModule } from './useLazyModule.ts';

const loadSecondFactor = () => import('./SecondFactor.tsx');

export function SetPasswordPage() {
  const t = useSetPasswordTexts();
  const isOffered = useCapability(checkPasswordToken);
  const { token, opening } = useOpenedLink();
  if (!isOffered) return <NotOfferedHere title={t.setPassword} text={t.notOffered} />;
  if (token === undefined) return <InvalidLink state="missing" />;
  return <WithToken key={opening} token={token} />;
}

function WithToken({ token }: { token: string }) {
  const t = useSetPasswordTexts();
  const router = useRouter();
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  const secondFactor = useLazyModule(loadSecondFactor, challenge !== undefined);
  if (challenge && secondFactor) {
    return (
      <secondFactor.SecondFactor
        challenge={challenge}
        onSignedIn={() => router.history.replace(pathTo('index'))}
        onBack={(endedByItself) => {
          if (endedByItself) showToast({ message: t.signInWithIt });
          router.history.replace(pathTo('login'));
        }}
      />
    );
  }
  return (
    <CheckedLink token={token} check={checkLink} title={t.setPassword} notOffered={t.notOffered}>
      {({ state, purpose, email = '', tokens = [] }, checkAgain) => {
        if (state !== 'valid') return <InvalidLink state={state} purpose={purpose} />;
        const isSetup = purpose === 'SETUP';
        return (
          <SessionFrame title={t.title[purpose ?? 'RESET']}>
            <p className={classes.words}>
              {isSetup ? t.firstMasterText : t.text[purpose ?? 'RESET'](email)}
            </p>
            <SetPasswordForm
              token={token}
              email={isSetup ? undefined : email}
              tokens={tokens}
              onChallenge={setChallenge}
              onInvalidLink={checkAgain}
            />
          </SessionFrame>
        );
      }}
    </CheckedLink>
  );
}
