import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { confirmTotp, startTotp } from '@annals/contracts/account';
import type { AnswerOf } from '../../platform/api/told.ts';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { codeDigits, codeLength, inGroups } from '../../domain/second-factors/one-time-code.ts';
import { QrCode } from '../../domain/second-factors/QrCode.tsx';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import classes from './account.module.css';
import { invalidateAccount } from './account.queries.ts';
import { FactorName } from './FactorName.tsx';
import { expectRecoveryCodes } from './RecoveryCodesDialog.tsx';
import { useSecurityTexts } from './security.texts.ts';

export interface AddFactorProps {
  onClose: () => void;
}

type Started = AnswerOf<typeof startTotp>;

/** Adds an authenticator app: name, secret, first code. */
export function AddAuthenticatorApp({ onClose }: AddFactorProps) {
  const t = useSecurityTexts();
  const [started, setStarted] = useState<Started>();
  return (
    <Dialog title={t.addApp} onClose={onClose} form>
      {started ? (
        <FirstCode started={started} onClose={onClose} />
      ) : (
        <Naming onStarted={setStarted} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface NamingProps {
  onStarted: (started: Started) => void;
  onClose: () => void;
}

function Naming({ onStarted, onClose }: NamingProps) {
  const t = useSecurityTexts();
  const form = useGuardedForm({
    initialValues: { name: t.kinds.TOTP },
    validate: { name: (text) => (text.trim() === '' ? t.nameOfFactorMissing : null) },
    save: ({ name }) => call(startTotp, { body: { name: name.trim() } }),
    onSaved: onStarted,
  });
  return (
    <GuardedForm form={form} save={t.next} failed={t.notStarted} onCancel={onClose}>
      <FactorName {...form.field('name')} />
    </GuardedForm>
  );
}

function FirstCode({ started: { id, secret, uri }, onClose }: FirstCodeProps) {
  const t = useSecurityTexts();
  const form = useGuardedForm({
    initialValues: { code: '' },
    validate: { code: (text) => (text.length < codeLength ? t.sixDigits : null) },
    save: async (body) => {
      const showCodes = expectRecoveryCodes();
      const added = await call(confirmTotp, { params: { factorId: id }, body });
      showCodes(added.recoveryCodes);
      return added;
    },
    onSaved: ({ factor }) => {
      showToast({ message: t.factorAdded(factor.name) });
      void invalidateAccount();
      onClose();
    },
  });
  const { onChange: _, ...field } = form.field('code');
  return (
    <GuardedForm form={form} save={t.add} failed={t.notAdded} onCancel={onClose}>
      <p className={classes.quiet}>{t.scan}</p>
      <div className={classes.qr}>
        <QrCode text={uri} label={t.qrCode} />
        <div className={classes.secret}>
          <CopyBlock label={t.secret} value={inGroups(secret)} />
        </div>
      </div>
      <TextInput
        label={t.code}
        description={t.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        className={classes.code}
        {...field}
        onChange={({ currentTarget }) => form.set('code', codeDigits(currentTarget.value))}
      />
    </GuardedForm>
  );
}

interface FirstCodeProps extends AddFactorProps {
  started: Started;
}
