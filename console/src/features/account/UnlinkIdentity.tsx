import { type Identity, unlinkUserIdentity } from '@annals/contracts/user-administration';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { invalidateAccount } from './account.queries.ts';
import { withReauthentication } from '../../shared/reauthentication/reauthentication.ts';
import { useSecurityTexts } from './security.texts.ts';

interface UnlinkIdentityProps {
  identity: Identity;
  onClose: () => void;
}

export function UnlinkIdentity({ identity, onClose }: UnlinkIdentityProps) {
  const t = useSecurityTexts();
  const params = { userId: 'current' as const, identityId: identity.id };
  return (
    <ConfirmDialog
      title={t.unlinkTitle(identity.identityProviderName)}
      question={t.unlinkQuestion}
      confirm={t.unlink}
      failed={t.notUnlinked}
      danger
      act={() => withReauthentication(() => call(unlinkUserIdentity, { params }))}
      onDone={() => {
        showToast({ message: t.unlinked });
        void invalidateAccount();
      }}
      onClose={onClose}
    />
  );
}
