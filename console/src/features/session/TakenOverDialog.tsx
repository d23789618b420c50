import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { isOwnAgain } from '../../platform/api/current-user.ts';
import { isTakenOver, storedAuth } from '../../platform/api/session.ts';
import { currentState } from '../../platform/api/state.ts';
import { personName } from '../../ui/ids/display-names.ts';
import { allUnsaved } from '../../platform/unsaved.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { endOtherSession } from '../../platform/api/logout.ts';
import { useSignInAgainTexts } from './sign-in-again.texts.ts';
import classes from './SignInAgainDialog.module.css';
import { useAction } from './useAction.ts';

interface TakenOverDialogProps {
  /** Called when the person of this page has signed in again in the other tab. */
  onResumed: () => void;
  onTakenOver: () => void;
  /** Called when the other person is signed out, for the person of this page to sign in again. */
  onSignIn: () => void;
}

/** Another tab has signed somebody else in: nothing of this page is sent in their name. */
export function TakenOverDialog({ onResumed, onTakenOver, onSignIn }: TakenOverDialogProps) {
  const t = useSignInAgainTexts();
  const [before] = useState(() => currentState().user);
  const [hasUnsaved] = useState(() => allUnsaved().length > 0);
  const name = (before && personName(before)) ?? before?.id ?? '';
  const signingOut = useAction<void>(endOtherSession, { onSuccess: onSignIn });
  const look = useEffectEvent(async () => {
    if (storedAuth() !== null && (!isTakenOver() || (await isOwnAgain()))) onResumed();
  });
  useEffect(() => {
    const onStorage = () => void look();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  const ways = [
    <Button
      key="other"
      fullWidth
      {...(hasUnsaved ? { variant: 'default' } : { 'data-autofocus': true })}
      disabled={signingOut.pending}
      onClick={onTakenOver}
    >
      {hasUnsaved ? t.discardAndReload : t.continueAsOther}
    </Button>,
    <Button
      key="before"
      fullWidth
      {...(hasUnsaved ? { 'data-autofocus': true } : { variant: 'default' })}
      loading={signingOut.pending}
      onClick={() => signingOut.run()}
    >
      {t.signInAs(name)}
    </Button>,
  ];
  return (
    <Dialog title={t.otherTabTitle} onClose={() => undefined} form top size="sm">
      <div className={classes.step}>
        <p className={classes.words}>{t.otherTab(name)}</p>
        {hasUnsaved && <p className={classes.words}>{t.unsavedKept(name)}</p>}
        {hasUnsaved ? ways.toReversed() : ways}
      </div>
    </Dialog>
  );
}
