import { useRef } from 'react';
import { renewRecoveryCodes } from '@annals/contracts/account';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { invalidateAccount } from './account.queries.ts';
import { withReauthentication } from '../../shared/reauthentication/reauthentication.ts';
import { useSecurityTexts } from './security.texts.ts';

interface RenewCodesProps {
  onMade: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** Replaces the recovery codes. */
export function RenewRecoveryCodes({ onMade, onClose }: RenewCodesProps) {
  const t = useSecurityTexts();
  const made = useRef(false);
  return (
    <ConfirmDialog
      title={t.newCodes}
      question={t.newCodesQuestion}
      confirm={t.makeCodes}
      failed={t.codesNotMade}
      act={() => withReauthentication(() => call(renewRecoveryCodes, {}))}
      onDone={({ recoveryCodes }) => {
        made.current = true;
        void invalidateAccount();
        onMade(recoveryCodes);
      }}
      // The dialog also closes on success, when the dialog with the codes replaces it.
      onClose={() => !made.current && onClose()}
    />
  );
}
