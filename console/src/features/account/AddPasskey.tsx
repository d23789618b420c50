import { addPasskey, startPasskey } from '@annals/contracts/account';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { isRefusedPasskey, makePasskey } from '../../domain/second-factors/passkeys.ts';
import { deviceLabel } from '../../domain/sessions/device-label.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import classes from './account.module.css';
import { invalidateAccount } from './account.queries.ts';
import type { AddFactorProps } from './AddAuthenticatorApp.tsx';
import { FactorName } from './FactorName.tsx';
import { expectRecoveryCodes } from './RecoveryCodesDialog.tsx';
import { type SecurityTexts, useSecurityTexts } from './security.texts.ts';

/** Adds a passkey of this device or one the browser can reach. */
export function AddPasskey({ onClose }: AddFactorProps) {
  const t = useSecurityTexts();
  const form = useGuardedForm({
    initialValues: { name: deviceLabel(navigator.userAgent) },
    validate: { name: (text) => (text.trim() === '' ? t.nameOfFactorMissing : null) },
    save: async ({ name }) => {
      const options = await call(startPasskey, {});
      const attestation = await createPasskey(options, t);
      const showCodes = expectRecoveryCodes();
      const added = await call(addPasskey, { body: { name: name.trim(), attestation } });
      showCodes(added.recoveryCodes);
      return added;
    },
    onSaved: ({ factor }) => {
      showToast({ message: t.factorAdded(factor.name) });
      void invalidateAccount();
      onClose();
    },
  });
  return (
    <Dialog title={t.addPasskey} onClose={onClose} form>
      <GuardedForm form={form} save={t.next} failed={t.notAdded} onCancel={onClose}>
        <p className={classes.quiet}>{t.passkeyHint}</p>
        <FactorName {...form.field('name')} />
      </GuardedForm>
    </Dialog>
  );
}

async function createPasskey(options: object, t: SecurityTexts): Promise<Record<string, unknown>> {
  try {
    return await makePasskey(options);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (isRefusedPasskey(error)) throw new Error(t.passkeyNotMade, { cause: error });
    if (error.name === 'InvalidStateError') throw new Error(t.passkeyKnown, { cause: error });
    throw error;
  }
}
