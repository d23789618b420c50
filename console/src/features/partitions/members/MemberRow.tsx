import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { type MemberRole, memberRoles } from '@annals/contracts/permissions';
import { useAppState } from '../../../api/state.ts';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { personName } from '../../../shared/ids/person-name.ts';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { pathTo } from '../../../shared/links.ts';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { wordFor } from '../../../shared/states/word-for.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import classes from './Members.module.css';
import { type Member, usePutMember } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';
import { usePartitionTexts } from '../partitions.texts.ts';
import { RemoveMember } from './RemoveMember.tsx';

interface MemberRowProps {
  partitionId: string;
  partitionName: string;
  member: Member;
  /** The role can be changed and the member removed. */
  manages: boolean;
  /** The last owner stays one. */
  isOnlyOwner: boolean;
}

export function MemberRow({
  partitionId,
  partitionName,
  member,
  manages,
  isOnlyOwner,
}: MemberRowProps) {
  const t = useMemberTexts();
  const isSelf = useAppState(({ user }) => user?.id) === member.userId;
  const { isPast, withAsOf } = useTimeTravel();
  const why = isOnlyOwner ? t.lastOwner : undefined;
  const { roles } = usePartitionTexts();
  const { userId, role, sinceDate } = member;
  const put = usePutMember(partitionId);
  const [removing, setRemoving] = useState(false);
  const name = personName({ ...member, id: userId }) ?? shortenId(userId);

  function change(next: MemberRole, undoable: boolean) {
    put.mutate(
      { userId, role: next },
      {
        onSuccess: () =>
          showToast({
            message: t.changed(name, wordFor(roles, next)),
            ...(undoable && { action: { label: t.undo, run: () => change(role, false) } }),
          }),
      },
    );
  }

  return (
    <li className={classes.member}>
      <span className={classes.name}>
        <PathLink to={withAsOf(pathTo('v1-partitions-all-users-userId', { userId }))}>
          {name}
        </PathLink>
        {isSelf && <span className={classes.quiet}> ({t.you})</span>}
        {member.username && member.username !== name && (
          <span className={classes.email}>{member.username}</span>
        )}
      </span>
      {sinceDate !== undefined && (
        <span className={classes.since}>
          {t.since} <Moment value={sinceDate} absolute={isPast} />
        </span>
      )}
      {manages ? (
        <>
          <NativeSelect
            size="xs"
            aria-label={t.roleOf(name)}
            value={put.isPending ? put.variables.role : role}
            disabled={put.isPending || isOnlyOwner}
            title={why}
            onChange={({ currentTarget }) => {
              const next = memberRoles.find((each) => each === currentTarget.value);
              if (next) change(next, true);
            }}
            data={memberRoles.map((each) => ({ value: each, label: wordFor(roles, each) }))}
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
          <RemoveMember
            partitionId={partitionId}
            partitionName={partitionName}
            userId={userId}
            name={name}
            isSelf={isSelf}
            opened={removing}
            onClose={() => setRemoving(false)}
          />
        </>
      ) : (
        <span className={classes.quiet}>{wordFor(roles, role)}</span>
      )}
      {put.error && (
        <div className={classes.failure}>
          <ErrorPanel title={t.notChanged} error={put.error} />
        </div>
      )}
    </li>
  );
}
