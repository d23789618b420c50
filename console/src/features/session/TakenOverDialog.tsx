import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { isOwnAgain } from '../../api/current-user.ts';
import { isTakenOver, storedAuth } from '../../api/session.ts';
import { currentState } from '../../api/state.ts';
import { personName } from '../../shared/ids/display-names.ts';
import { Dialog } from '../../shared/states/Dialog.tsx';
import { useSignInAgainTexts } from './sign-in-again.texts.ts';
import classes from './SignInAgainDialog.module.css';

interface TakenOverDialogProps {
  /** Called when the person of this page has signed in again in the other tab. */
  onResumed: () => void;
  onTakenOver: () => void;
  onLeave: () => void;
}

/** Another tab has signed somebody else in: nothing of this page is sent in their name. */
export function TakenOverDialog({ onResumed, onTakenOver, onLeave }: TakenOverDialogProps) {
  const t = useSignInAgainTexts();
  const [before] = useState(() => currentState().user);
  const name = (before && personName(before)) ?? before?.id ?? '';
  const look = useEffectEvent(async () => {
    if (storedAuth() !== null && (!isTakenOver() || (await isOwnAgain()))) onResumed();
  });
  useEffect(() => {
    const onStorage = () => void look();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return (
    <Dialog title={t.otherTabTitle} onClose={() => undefined} form size="sm">
      <div className={classes.step}>
        <p className={classes.words}>{t.otherTab(name)}</p>
        <Button fullWidth data-autofocus onClick={onTakenOver}>
          {t.continueAsOther}
        </Button>
        <Button fullWidth variant="default" onClick={onLeave}>
          {t.signInAs(name)}
        </Button>
      </div>
    </Dialog>
  );
}
