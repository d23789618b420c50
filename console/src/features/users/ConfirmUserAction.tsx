import {
  getUserFactors,
  endUserSessions,
  removeUserFactors,
} from '@annals/contracts/user-administration';
import { changeUserStatus, sendPasswordReset } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { shownPerson } from '../../ui/ids/display-names.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { OffboardUser } from './OffboardUser.tsx';
import { type UserActionTexts, useUserActionTexts } from './user-actions.texts.ts';

export type UserAction = 'disable' | 'reset' | 'end' | 'factors' | 'offboard';

interface ConfirmUserActionProps {
  action: UserAction;
  user: User;
  /** Called on success, before the dialog closes. */
  onDone?: () => void;
  onClose: () => void;
}

/** Confirms a serious action on a user and lists what it affects. */
export function ConfirmUserAction({ action, user, onDone, onClose }: ConfirmUserActionProps) {
  const t = useUserActionTexts();
  const name = shownPerson(user);
  const params = { userId: user.id };
  const reportDone = (message: string) => {
    showToast({ message });
    void invalidateUsers();
    onDone?.();
  };
  switch (action) {
    case 'disable':
      return (
        <ConfirmDialog
          title={t.disableTitle(name)}
          question={t.disableQuestion(name)}
          touches={async () => {
            const { stops } = await call(changeUserStatus, {
              params,
              query: { dryRun: true },
              body: { status: 'DISABLED' },
            });
            return [
              ...countOf(stops?.sessions ?? 0, t.touches.sessions),
              ...countOf(stops?.trustedDevices ?? 0, t.touches.trustedDevices),
              ...(stops?.tokens ?? []).map(({ description }) => t.touches.tokenStops(description)),
            ];
          }}
          confirm={t.disable}
          failed={t.notDisabled}
          danger
          act={() => call(changeUserStatus, { params, body: { status: 'DISABLED' } })}
          onDone={() => {
            void invalidateUsers();
            showUndo(t.disabled(name), () =>
              undoAccessChange({ kind: 'user', id: user.id, disabled: true }),
            );
            onDone?.();
          }}
          onClose={onClose}
        />
      );
    case 'reset':
      return (
        <ConfirmDialog
          title={t.resetTitle(name)}
          question={t.resetQuestion(user.email ?? '')}
          confirm={t.send}
          failed={t.notSent}
          act={() => call(sendPasswordReset, { params })}
          onDone={() => reportDone(t.resetSent(user.email ?? ''))}
          onClose={onClose}
        />
      );
    case 'end':
      return (
        <ConfirmDialog
          title={t.endTitle(name)}
          question={t.endQuestion}
          confirm={t.end}
          failed={t.notEnded}
          danger
          act={() => call(endUserSessions, { params })}
          onDone={({ ended }) => reportDone(t.ended(ended))}
          onClose={onClose}
        />
      );
    case 'factors':
      return (
        <ConfirmDialog
          title={t.factorsTitle(name)}
          question={t.factorsQuestion}
          touches={() => factorsOf(user.id, t)}
          confirm={t.factors}
          failed={t.notReset}
          danger
          act={() => call(removeUserFactors, { params })}
          onDone={() => reportDone(t.factorsReset(name))}
          onClose={onClose}
        />
      );
    case 'offboard':
      return <OffboardUser user={user} onDone={onDone} onClose={onClose} />;
  }
}

const countOf = (count: number, words: (count: number) => string): string[] =>
  count > 0 ? [words(count)] : [];

async function factorsOf(userId: string, t: UserActionTexts): Promise<string[]> {
  const { data, recoveryCodesLeft } = await call(getUserFactors, { params: { userId } });
  return [
    ...data.map(({ name }) => t.factorRemoved(name)),
    ...countOf(recoveryCodesLeft, t.codesRemoved),
  ];
}
