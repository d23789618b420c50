import type { ApiToken } from '@annals/contracts/api-tokens';
import { type Application, revokeApplicationToken } from '@annals/contracts/applications';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { invalidateApplications } from './applications.queries.ts';
import { useApplicationTexts } from './applications.texts.ts';

interface RevokeApplicationTokenProps {
  application: Application;
  token: ApiToken;
  onClose: () => void;
}

export function RevokeApplicationToken({
  application,
  token,
  onClose,
}: RevokeApplicationTokenProps) {
  const t = useApplicationTexts();
  const name = token.description ?? token.prefix ?? token.id;
  const params = { applicationId: application.id, tokenId: token.id };
  return (
    <ConfirmDialog
      title={t.revokeTitle}
      question={t.revokeQuestion(name)}
      confirm={t.revoke}
      failed={t.notRevoked}
      danger
      act={() => call(revokeApplicationToken, { params })}
      onDone={() => {
        showToast({ message: t.revoked(name) });
        void invalidateApplications();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
