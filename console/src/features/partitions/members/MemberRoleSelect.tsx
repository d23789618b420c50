import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { type MemberRole, memberRoles } from '@annals/contracts/permissions';
import { useAppState } from '../../../platform/api/state.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { showUndo } from '../../../ui/feedback/undo.ts';
import { labelFor } from '../../../ui/states/label-for.ts';
import { usePartitionTexts } from '../shared/partitions.texts.ts';
import { nameOfMember } from './member-columns.tsx';
import classes from './Members.module.css';
import { type Member, usePutMember, useRemoveMember } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';

interface MemberRoleSelectProps {
  partitionId: string;
  partitionName: string;
  member: Member;
  /** The last owner cannot be changed. */
  isOnlyOwner: boolean;
}

/** Changes or removes the role of a member. */
export function MemberRoleSelect({
  partitionId,
  partitionName,
  member,
  isOnlyOwner,
}: MemberRoleSelectProps) {
  const t = useMemberTexts();
  const isSelf = useAppState(({ user }) => user?.id) === member.userId;
  const why = isOnlyOwner ? t.lastOwner : undefined;
  const { roles } = usePartitionTexts();
  const { userId, role } = member;
  const put = usePutMember(partitionId);
  const [removing, setRemoving] = useState(false);
  const name = nameOfMember(member);

  function change(next: MemberRole) {
    put.mutate(
      { userId, role: next },
      {
        onSuccess: () =>
          role &&
          showUndo(t.changed(name, labelFor(roles, next)), () => put.mutateAsync({ userId, role })),
      },
    );
  }

  return (
    <span className={classes.rights}>
      <NativeSelect
        size="xs"
        aria-label={t.roleOf(name)}
        value={put.isPending ? put.variables.role : role}
        disabled={put.isPending || isOnlyOwner}
        title={why}
        onChange={({ currentTarget }) => {
          const next = memberRoles.find((each) => each === currentTarget.value);
          if (next) change(next);
        }}
        data={memberRoles.map((each) => ({ value: each, label: labelFor(roles, each) }))}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.remove(name)}
        title={why ?? t.remove(name)}
        disabled={isOnlyOwner}
        onClick={() => setRemoving(true)}
      >
        <IconUserMinus size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {removing && (
        <RemoveMember
          partitionId={partitionId}
          partitionName={partitionName}
          userId={userId}
          name={name}
          role={role}
          isSelf={isSelf}
          onClose={() => setRemoving(false)}
        />
      )}
      {put.error && (
        <span className={classes.failure}>
          <ErrorPanel title={t.notChanged} error={put.error} />
        </span>
      )}
    </span>
  );
}

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
function RemoveMember({
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
