import { ConfirmDialog } from '../../../shared/confirm/ConfirmDialog.tsx';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { useRemoveMember } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';

interface RemoveMemberProps {
  partitionId: string;
  partitionName: string;
  userId: string;
  name: string;
  isSelf: boolean;
  onClose: () => void;
}

/** Confirms removing a member. */
export function RemoveMember({
  partitionId,
  partitionName,
  userId,
  name,
  isSelf,
  onClose,
}: RemoveMemberProps) {
  const t = useMemberTexts();
  const remove = useRemoveMember(partitionId);
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
      onDone={() => showToast({ message: t.removed(name) })}
      onClose={onClose}
    />
  );
}
