import { type Factor, removeFactor } from '@annals/contracts/account';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { invalidateAccount } from './account.queries.ts';
import { withReauthentication } from '../../shared/reauthentication/reauthentication.ts';
import { useSecurityTexts } from './security.texts.ts';

interface RemoveFactorProps {
  factor: Factor;
  /** Whether it is the last second factor. */
  last: boolean;
  onClose: () => void;
}

export function RemoveFactor({ factor: { id, name }, last, onClose }: RemoveFactorProps) {
  const t = useSecurityTexts();
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      question={t.removeQuestion}
      touches={last ? [t.removeLast, t.removeCodes] : undefined}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => withReauthentication(() => call(removeFactor, { params: { factorId: id } }))}
      onDone={() => {
        showToast({ message: t.removed(name) });
        void invalidateAccount();
      }}
      onClose={onClose}
    />
  );
}
