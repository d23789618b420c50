import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { SecondFactorChallenge } from '@annals/contracts/session';
import { showToast } from '../../shared/feedback/toasts.ts';
import { pathTo } from '../../shared/links.ts';
import { failureText } from './failure-text.ts';
import { useLinkCheck, useOpenedLink } from './one-time-link.ts';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice, SessionFrame } from './SessionFrame.tsx';
import { checkLink } from './set-password.calls.ts';
import { useSetPasswordTexts } from './set-password.texts.ts';
import { SetPasswordForm } from './SetPasswordForm.tsx';
import classes from './SetPasswordPage.module.css';
import { InvalidLink } from './InvalidLink.tsx';
import { useLazyModule } from './useLazyModule.ts';

const loadSecondFactor = () => import('./SecondFactor.tsx');

export function SetPasswordPage() {
  const { token, opening } = useOpenedLink();
  if (token === undefined) return <InvalidLink state="missing" />;
  return <WithToken key={opening} token={token} />;
}

function WithToken({ token }: { token: string }) {
  const t = useSetPasswordTexts();
  const common = useSignInTexts();
  const router = useRouter();
  const [attempt, setAttempt] = useState(1);
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  const secondFactor = useLazyModule(loadSecondFactor, challenge !== undefined);
  const { link, error } = useLinkCheck(checkLink, token, attempt);
  if (error) {
    return (
      <SessionFrame title={t.setPassword}>
        <Notice failure>
          {t.linkNotChecked}. {failureText(error, common)}
        </Notice>
        <Button variant="default" size="md" fullWidth onClick={() => setAttempt(attempt + 1)}>
          {t.tryAgain}
        </Button>
      </SessionFrame>
    );
  }
  if (link === undefined) {
    return (
      <SessionFrame title={t.setPassword}>
        <output className={classes.words}>{t.checkingLink}</output>
      </SessionFrame>
    );
  }
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
  const { state, purpose = 'RESET', email } = link;
  if (state !== 'valid') return <InvalidLink state={state} purpose={link.purpose} />;
  return (
    <SessionFrame title={t.title[purpose]}>
      <p className={classes.words}>
        {purpose === 'SETUP' ? t.firstMasterText : t.text[purpose](email ?? '')}
      </p>
      <SetPasswordForm
        token={token}
        email={purpose === 'SETUP' ? undefined : (email ?? '')}
        tokens={link.tokens ?? []}
        onChallenge={setChallenge}
        onInvalidLink={() => setAttempt(attempt + 1)}
      />
    </SessionFrame>
  );
}
