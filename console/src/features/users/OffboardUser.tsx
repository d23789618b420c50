import { useState } from 'react';
import { handOverEverything } from '@annals/contracts/open-work';
import type { Transfer } from '@annals/contracts/transfers';
import { offboardUser } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import type { AnswerOf } from '../../platform/api/told.ts';
import { call } from '../../platform/api/call.ts';
import { useAppState } from '../../platform/api/state.ts';
import type { UserAccessChange } from '../../domain/access-changes/access-change.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showUndo } from '../../ui/feedback/undo.ts';
import { shownName, shownPerson } from '../../ui/ids/display-names.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { UserPicker } from '../../domain/pickers/UserPicker.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { handOver, type OpenWork, openWorkOf } from './open-work.ts';
import { type UserActionTexts, useUserActionTexts } from './user-actions.texts.ts';
import classes from './UserPage.module.css';

interface OffboardUserProps {
  user: User;
  /** Called on success, before the dialog closes. */
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

/** Offboards a user: disables the account, removes all access, and hands over partitions and open work. */
export function OffboardUser({ user, onDone, onClose }: OffboardUserProps) {
  const t = useUserActionTexts();
  const labelsOf = useRoleLabels();
  const name = shownPerson(user);
  const params = { userId: user.id };
  const [successor, setSuccessor] = useState<User | null>(null);
  const [work, setWork] = useState<OpenWork & { invitations: number }>();
  const ownId = useAppState((state) => state.user?.id) ?? '';
  const writesAll = useMay('partitions:write-all');
  const handsOver = useCapability(handOverEverything);
  const things = work ? handedOver(work, t) : [];
  return (
    <ConfirmDialog
      title={t.offboardTitle(name)}
      question={
        <div className={classes.stack}>
          <span>{t.offboardQuestion(name)}</span>
          {things.length > 0 && (
            <UserPicker
              label={t.successor}
              description={
                <span className={classes.lines}>
                  {t.successorHint(things.map((thing) => `• ${thing}`).join('\n'))}
                </span>
              }
              value={successor}
              except={[user.id]}
              onChange={setSuccessor}
            />
          )}
        </div>
      }
      touches={async () => {
        const [all, open] = await Promise.all([
          call(offboardUser, { params, query: { dryRun: true } }),
          openWorkOf(user.id, { userId: ownId, writesAll, handsOver }),
        ]);
        setWork({ ...open, invitations: all.openInvitations ?? 0 });
        return [
          ...(all.sessions > 0 ? [t.touches.sessions(all.sessions)] : []),
          ...all.tokens.map(({ description }) => t.touches.token(description)),
          ...all.identities.map((each) => t.touches.identity(each.identityProviderName)),
          ...(all.factors > 0 ? [t.touches.factors(all.factors)] : []),
          ...all.roles.map((role) => t.touches.role(labelsOf({ name: role }).name)),
          ...all.organizationalUnits.map((unit) => t.touches.unit(unit.name)),
          ...(all.tokens.length > 0 ? [t.stays.tokens(name)] : []),
          ...open.imports.map((each) => t.stays.import(each.fileName ?? '', partitionOf(each))),
          ...open.outOfScope.partitions.map((each) => t.stays.partition(each.partitionName)),
          ...open.outOfScope.jobs.map((each) => t.stays.job(partitionOf(each))),
          ...(handsOver && !writesAll ? [t.stays.begun(name)] : []),
        ];
      }}
      typeName={name}
      irreversible={t.offboardLasting}
      confirm={t.offboard}
      failed={t.notOffboarded}
      danger
      act={async () => {
        // First, so that nothing is removed if the handover fails.
        if (successor && handsOver) await handOver(user.id, successor.id);
        const to = successor ? { successorId: successor.id } : {};
        return call(offboardUser, { params, query: { dryRun: false, ...to } });
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

const partitionOf = ({ partitionName, partitionId }: Transfer) =>
  shownName(partitionName, partitionId);

/** Describes what the successor takes over. */
function handedOver(
  { partitions, jobs, begun, invitations }: OpenWork & { invitations: number },
  t: UserActionTexts,
): string[] {
  return [
    ...(partitions.length > 0
      ? [t.takesOver.partitions(partitions.map(({ partitionName }) => partitionName).join(', '))]
      : []),
    ...jobs.map((job) =>
      job.kind === 'COPY'
        ? t.takesOver.copy(partitionOf(job))
        : t.takesOver.index(partitionOf(job)),
    ),
    ...begun.map(({ partitionId, partitionName, changeSets, sharedSearches }) => {
      const taken = t.takesOver.begun(
        [
          ...(changeSets > 0 ? [t.takesOver.changeSets(changeSets)] : []),
          ...(sharedSearches > 0 ? [t.takesOver.searches(sharedSearches)] : []),
        ].join(', '),
        partitionName,
      );
      const owns = partitions.some(({ id }) => id === partitionId);
      return owns ? taken : t.takesOver.asEditor(taken);
    }),
    ...(invitations > 0 ? [t.takesOver.invitations(invitations)] : []),
  ];
}

/** What the offboarding removed, so that it can be reinstated as far as possible. */
function offboardingOf(
  { id, status }: User,
  {
    roles,
    organizationalUnits,
    sessions,
    tokens,
    identities,
    factors,
  }: AnswerOf<typeof offboardUser>,
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
