import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { maximalPageSize } from '@annals/contracts/fields';
import { getPartition, listMembers, putMember } from '@annals/contracts/partitions';
import { offboardUser, type User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { invalidate, queryOf } from '../../api/query.ts';
import type { UserAccessChange } from '../../shared/access-changes/access-change.ts';
import { undoAccessChange } from '../../shared/access-changes/undo-access-change.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { showUndo } from '../../shared/feedback/undo.ts';
import { personName } from '../../shared/ids/display-names.ts';
import { useRoleWords } from '../../shared/permissions/role-words.ts';
import { UserPicker } from '../../shared/pickers/UserPicker.tsx';
import { invalidateUsers } from '../../shared/users/invalidate-users.ts';
import { useUserActionTexts } from './user-actions.texts.ts';
import classes from './UserPage.module.css';

interface OffboardUserProps {
  user: User;
  /** After it is done, before the dialog closes. */
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

/** Disables a user, takes all they hold, and hands their partitions to somebody else. */
export function OffboardUser({ user, onDone, onClose }: OffboardUserProps) {
  const t = useUserActionTexts();
  const wordsOf = useRoleWords();
  const name = personName(user) ?? user.id;
  const params = { userId: user.id };
  const [successor, setSuccessor] = useState<User | null>(null);
  const { data: owned = [] } = useQuery(ownedPartitionsQuery(user.id));
  return (
    <ConfirmDialog
      title={t.offboardTitle(name)}
      question={
        <div className={classes.stack}>
          <span>{t.offboardQuestion(name)}</span>
          {owned.length > 0 && (
            <UserPicker
              label={t.successor}
              description={t.successorHint(
                owned.map(({ partitionName }) => partitionName).join(', '),
              )}
              value={successor}
              except={[user.id]}
              onChange={setSuccessor}
            />
          )}
        </div>
      }
      touches={async () => {
        const all = await call(offboardUser, { params, query: { dryRun: true } });
        return [
          ...(all.sessions > 0 ? [t.touches.sessions(all.sessions)] : []),
          ...all.tokens.map(({ description }) => t.touches.token(description)),
          ...all.identities.map((each) => t.touches.identity(each.identityProviderName)),
          ...(all.factors > 0 ? [t.touches.factors(all.factors)] : []),
          ...all.roles.map((role) => t.touches.role(wordsOf({ name: role }).name)),
          ...all.organizationalUnits.map((unit) => t.touches.unit(unit.name)),
        ];
      }}
      typeName={name}
      irreversible={t.offboardLasting}
      confirm={t.offboard}
      failed={t.notOffboarded}
      danger
      act={async () => {
        // First: when one cannot be handed over, nothing is taken yet.
        if (successor) await handOver(owned, successor.id);
        return call(offboardUser, { params, query: { dryRun: false } });
      }}
      onDone={(lost) => {
        void invalidateUsers();
        showUndo(t.offboarded(name), () => undoAccessChange(offboardingOf(user, lost)));
        onDone?.();
      }}
      onClose={onClose}
    />
  );
}

type Owned = ResponseOf<typeof listPartitionsOfUser>['data'][number];

/** The partitions a user owns, out of those the asking person may open. */
const ownedPartitionsQuery = (userId: string) => ({
  ...queryOf(listPartitionsOfUser, { params: { userId }, query: { pageSize: maximalPageSize } }),
  select: ({ data }: ResponseOf<typeof listPartitionsOfUser>) =>
    data.filter(({ role }) => role === 'OWNER'),
});

async function handOver(partitions: readonly Owned[], userId: string): Promise<void> {
  for (const { id: partitionId } of partitions)
    await call(putMember, { params: { partitionId, userId }, body: { role: 'OWNER' } });
  await invalidate(listMembers, getPartition);
}

/** What offboarding took, so that what can come back does. */
function offboardingOf(
  { id, status }: User,
  {
    roles,
    organizationalUnits,
    sessions,
    tokens,
    identities,
    factors,
  }: ResponseOf<typeof offboardUser>,
): UserAccessChange {
  return {
    kind: 'user',
    id,
    rolesRemoved: roles,
    unitsRemoved: organizationalUnits,
    ...(status !== 'DISABLED' && { disabled: true }),
    offboarded: {
      sessions,
      tokens: tokens.map(({ description }) => description),
      identities: identities.map(({ identityProviderName }) => identityProviderName),
      factors,
      invitation: status === 'INVITED',
    },
  };
}
