import type { MemberRole } from '@annals/contracts/permissions';
import { ConfirmDialog } from '../../../shared/confirm/ConfirmDialog.tsx';
import { showUndo } from '../../../shared/feedback/undo.ts';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { usePutMember, useRemoveMember } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';

interface RemoveMemberProps {
  partitionId: string;
  partitionName: string;
  userId: string;
  name: string;
  /** Undefined if the service does not report it. */
  role: MemberRole | undefined;
  isSelf: boolean;
  onClose: () => void;
}

/** Confirms removing a member. */
export function RemoveMember({
  partitionId,
  partitionName,
  userId,
  name,
  role,
  isSelf,
  onClose,
}: RemoveMemberProps) {
  const t = useMemberTexts();
  const remove = useRemoveMember(partitionId);
  const put = usePutMember(partitionId);
  return (
    <ConfirmDialog
      title={t.removeTitle}
      question={
        isSelf ? t.removeSelfQuestion(partitionName) : t.removeQuestion(name, partitionName)
      }
      confirm={t.removeNow}
      failed={t.notRemoved}
      danger
      act={() => remove.mutateAsync({ userId })}
      onDone={() => {
        // Users who removed themselves may not be able to add themselves again.
        if (isSelf || role === undefined) showToast({ message: t.removed(name) });
        else showUndo(t.removed(name), () => put.mutateAsync({ userId, role }));
      }}
      onClose={onClose}
    />
  );
}
