import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { reauthenticate } from '@annals/contracts/account';
import { call } from '../../platform/api/call.ts';
import { endServiceSession, logout } from '../../platform/api/logout.ts';
import {
  removeRefreshToken,
  loseSession,
  waitWhileInterrupted,
} from '../../platform/api/session.ts';
import { useAppState } from '../../platform/api/state.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { allUnsaved } from '../../platform/unsaved.ts';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { PasswordField } from '../passwords/PasswordField.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import classes from './ReauthenticationDialog.module.css';
import { useReauthenticationTexts } from './reauthentication.texts.ts';

interface ReauthenticationDialogProps {
  onGiven: () => void;
  onRefused: () => void;
}

/** Asks for the password again; users without one are asked to sign in again. */
export function ReauthenticationDialog({ onGiven, onRefused }: ReauthenticationDialogProps) {
  const t = useReauthenticationTexts();
  const hasPassword = useAppState(({ user }) => user?.hasPassword !== false);
  return (
    <Dialog title={t.proofTitle} onClose={onRefused} form top>
      {hasPassword ? (
        <PasswordProof onGiven={onGiven} onRefused={onRefused} />
      ) : (
        <SignInAgain onGiven={onGiven} onRefused={onRefused} />
      )}
    </Dialog>
  );
}

function PasswordProof({ onGiven, onRefused }: ReauthenticationDialogProps) {
  const t = useReauthenticationTexts();
  const form = useGuardedForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? t.passwordMissing : null) },
    save: (body) => call(reauthenticate, { body }),
    onSaved: onGiven,
  });
  return (
    <GuardedForm form={form} save={t.goOn} failed={t.notProved} onCancel={onRefused}>
      <p className={classes.quiet}>{t.proofHint}</p>
      <PasswordField
        label={t.password}
        autoComplete="current-password"
        data-autofocus
        {...form.field('password')}
      />
    </GuardedForm>
  );
}

function SignInAgain({ onGiven, onRefused }: ReauthenticationDialogProps) {
  const t = useReauthenticationTexts();
  const router = useRouter();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    if (allUnsaved().length > 0) return signInOver().then(onGiven, onRefused);
    const redirect = router.latestLocation.href;
    await logout();
    router.history.push(pathTo('login', {}, { redirect }));
  };
  return (
    <div className={classes.stack}>
      <p className={classes.plain}>{t.noPasswordProof}</p>
      <div className={classes.buttons}>
        <Button variant="default" disabled={leaving} onClick={onRefused}>
          {t.cancel}
        </Button>
        <Button data-autofocus loading={leaving} onClick={() => void leave()}>
          {t.signInAgain}
        </Button>
      </div>
    </div>
  );
}

/** Nothing unsaved remains, because the sign-in opens over the page. */
async function signInOver(): Promise<void> {
  await endServiceSession();
  removeRefreshToken();
  loseSession();
  await waitWhileInterrupted();
}
