import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SecondFactorChallenge } from '@annals/contracts/session';
import type { User } from '@annals/contracts/users';
import { storedAuth } from '../../api/session.ts';
import { currentState } from '../../api/state.ts';
import { personName } from '../../shared/ids/person-name.ts';
import { Dialog } from '../../shared/states/Dialog.tsx';
import { failureText } from './failure-text.ts';
import { LeaveInstead } from './LeaveInstead.tsx';
import { Notice } from './Notice.tsx';
import { PasswordSignIn } from './PasswordSignIn.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { InDialog } from './SessionFrame.tsx';
import { useSessionTexts } from './session.texts.ts';
import { readAgain, resumeSession, signOut } from './sign-in-over.calls.ts';
import { useSignInOverTexts } from './sign-in-over.texts.ts';
import classes from './SignInOver.module.css';
import { useDeed } from './useDeed.ts';

interface SignInOverlayProps {
  onResumed: () => void;
  onTakenOver: () => void;
  onLeave: () => void;
}

/** The sign-in over a page with something unsaved, which stays as it is below. */
export function SignInOver({ onResumed, onTakenOver, onLeave }: SignInOverlayProps) {
  const t = useSignInOverTexts();
  const common = useSessionTexts();
  const [before] = useState(() => currentState().user);
  const [username, setUsername] = useState(before?.username ?? before?.email ?? '');
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  const [startsAgain, setStartsAgain] = useState(false);
  const [other, setOther] = useState<User>();
  const goingOn = useDeed<void, User | undefined>(resumeSession, {
    onSuccess: (somebodyElse) => {
      setChallenge(undefined);
      setOther(somebodyElse);
      if (somebodyElse) return;
      onResumed();
      readAgain();
    },
  });
  const goOn = () => goingOn.run();
  useSignInElsewhere(goOn);

  return (
    <Dialog title={other ? t.somebodyElse : t.title} onClose={() => undefined} form size="sm">
      <InDialog value>
        {other ? (
          <SomebodyElse
            name={personName(other) ?? other.id}
            before={(before && personName(before)) ?? before?.id ?? ''}
            onTakenOver={onTakenOver}
            onBack={() => setOther(undefined)}
          />
        ) : (
          <>
            {goingOn.error && (
              <Notice failure>{failureText(goingOn.error, common, t.again)}</Notice>
            )}
            {challenge ? (
              <SecondFactor
                challenge={challenge}
                onSignedIn={goOn}
                onBack={(endedByItself) => {
                  setChallenge(undefined);
                  setStartsAgain(endedByItself);
                }}
              />
            ) : (
              <PasswordSignIn
                username={username}
                onUsername={setUsername}
                target={undefined}
                isAsked
                startsAgain={startsAgain}
                leaving={goingOn.pending}
                onAccepted={() => undefined}
                onSignedIn={goOn}
                onChallenge={setChallenge}
              />
            )}
            <LeaveInstead onLeave={onLeave} />
          </>
        )}
      </InDialog>
    </Dialog>
  );
}

interface SomebodyElseProps {
  name: string;
  before: string;
  onTakenOver: () => void;
  onBack: () => void;
}

/** Nothing of one person is sent in the name of another. */
function SomebodyElse({ name, before, onTakenOver, onBack }: SomebodyElseProps) {
  const t = useSignInOverTexts();
  const signingOut = useDeed<void>(signOut, { onSuccess: onBack });
  return (
    <div className={classes.step}>
      <p className={classes.words}>{t.notYours(name, before)}</p>
      <Button
        fullWidth
        data-autofocus
        loading={signingOut.pending}
        onClick={() => signingOut.run()}
      >
        {t.signInAs(before)}
      </Button>
      <Button fullWidth variant="default" disabled={signingOut.pending} onClick={onTakenOver}>
        {t.loadAnew(name)}
      </Button>
    </div>
  );
}

/** Goes on when another tab, which a provider may have sent the person to, has signed in. */
function useSignInElsewhere(onSignedIn: () => void): void {
  const look = useEffectEvent(() => {
    if (storedAuth() !== null) onSignedIn();
  });
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key === 'auth') look();
    };
    window.addEventListener('storage', hear);
    look();
    return () => window.removeEventListener('storage', hear);
  }, []);
}
