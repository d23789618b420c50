import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SecondFactorChallenge } from '@annals/contracts/session';
import type { User } from '../../platform/api/things.ts';
import { applyUser, fetchUser, isShownUser } from '../../platform/api/current-user.ts';
import { NotAuthenticated } from '../../platform/api/errors.ts';
import { queryClient } from '../../platform/api/query.ts';
import { signsInToConfirm, storedAuth } from '../../platform/api/session.ts';
import { currentState } from '../../platform/api/state.ts';
import { personName, shownPerson } from '../../ui/ids/display-names.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { endOtherSession } from '../../platform/api/logout.ts';
import { failureText } from './failure-text.ts';
import { PasswordSignIn } from './PasswordSignIn.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { useSignInTexts } from './sign-in.texts.ts';
import { InDialog, Notice } from './SessionFrame.tsx';
import { useSignInAgainTexts } from './sign-in-again.texts.ts';
import classes from './SignInAgainDialog.module.css';
import { useAction } from './useAction.ts';

interface SignInAgainDialogProps {
  onResumed: () => void;
  onTakenOver: () => void;
  onLeave: () => void;
}

/** The sign-in dialog over a page with unsaved changes, which stays mounted below. */
export function SignInAgainDialog({ onResumed, onTakenOver, onLeave }: SignInAgainDialogProps) {
  const t = useSignInAgainTexts();
  const common = useSignInTexts();
  const [before] = useState(() => currentState().user);
  const [confirms] = useState(() => signsInToConfirm.get());
  const [username, setUsername] = useState(before?.username ?? before?.email ?? '');
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  const [startsAgain, setStartsAgain] = useState(false);
  const [other, setOther] = useState<User>();
  const goingOn = useAction<void, User | undefined>(resumeSession, {
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
    <Dialog
      title={other ? t.somebodyElse : confirms ? t.confirmTitle : t.title}
      onClose={() => undefined}
      form
      top
      size="sm"
    >
      <InDialog value>
        {other ? (
          <SomebodyElse
            name={shownPerson(other)}
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
                confirms={confirms}
                startsAgain={startsAgain}
                leaving={goingOn.pending}
                onAccepted={() => undefined}
                onSignedIn={goOn}
                onChallenge={setChallenge}
              />
            )}
            <LeaveWithoutSaving onLeave={onLeave} />
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

/** Another user signed in: unsaved changes are never sent in their name. */
function SomebodyElse({ name, before, onTakenOver, onBack }: SomebodyElseProps) {
  const t = useSignInAgainTexts();
  const signingOut = useAction<void>(endOtherSession, { onSuccess: onBack });
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
        {t.discardAndContinue(name)}
      </Button>
    </div>
  );
}

/** Continues when another tab has signed in, for example through a provider. */
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

/** Leaves for the login page after confirming the loss of unsaved changes. */
function LeaveWithoutSaving({ onLeave }: { onLeave: () => void }) {
  const t = useSignInAgainTexts();
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <Button
        className={classes.last}
        fullWidth
        size="md"
        variant="subtle"
        onClick={() => setAsks(true)}
      >
        {t.leave}
      </Button>
    );
  }
  return (
    <div className={classes.leave} role="group" aria-label={t.leave}>
      <p className={classes.words} role="alert">
        {t.leaveQuestion}
      </p>
      <Button variant="default" autoFocus onClick={() => setAsks(false)}>
        {t.stay}
      </Button>
      <Button color="red" onClick={onLeave}>
        {t.reallyLeave}
      </Button>
    </div>
  );
}

/**
 * Reloads the user after a sign-in over a page.
 * @returns the user if it is another one than the page was loaded for; nothing has changed then
 */
async function resumeSession(): Promise<User | undefined> {
  const { user, owner } = await fetchUser();
  if (!isShownUser(user)) return user;
  await applyUser(user, owner);
  return undefined;
}

/** Refetches what failed because the session had ended. */
function readAgain(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof NotAuthenticated,
  });
}
