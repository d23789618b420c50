import {
  endUserSession,
  endUserSessions,
  type Session,
} from '@annals/contracts/user-administration';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { deviceLabel } from '../../shared/sessions/device-label.ts';
import { invalidateAccount } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

interface EndSessionProps {
  session: Session;
  onClose: () => void;
}

/** Ends one of the user's other sessions. */
export function EndSession({ session, onClose }: EndSessionProps) {
  const t = useAccountTexts();
  const params = { userId: 'current' as const, sessionId: session.id };
  return (
    <ConfirmDialog
      title={t.endTitle}
      question={t.endQuestion(deviceLabel(session.userAgent))}
      confirm={t.end}
      failed={t.notEnded}
      danger
      act={() => call(endUserSession, { params })}
      onDone={() => {
        showToast({ message: t.ended });
        void invalidateAccount();
      }}
      onClose={onClose}
    />
  );
}

/** Ends all of the user's sessions but this one. */
export function EndOtherSessions({ onClose }: { onClose: () => void }) {
  const t = useAccountTexts();
  return (
    <ConfirmDialog
      title={t.endOthersTitle}
      question={t.endOthersQuestion}
      confirm={t.endOthers}
      failed={t.notEnded}
      danger
      act={() => call(endUserSessions, { params: { userId: 'current' } })}
      onDone={({ ended }) => {
        showToast({ message: t.endedOthers(ended) });
        void invalidateAccount();
      }}
      onClose={onClose}
    />
  );
}
