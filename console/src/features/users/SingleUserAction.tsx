import { useQuery } from '@tanstack/react-query';
import { addUserRoles, changeUserStatus, removeUserRoles } from '@annals/contracts/users';
import type { Role, User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { RoleEffects } from '../../domain/permissions/RoleEffects.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { directRoles } from '../../domain/users/role-grants.ts';
import { serviceText } from '../../platform/service-messages/service-text.ts';
import { reasonOf } from '../../ui/bulk/bulk-result.ts';
import { AssignUnit } from './AssignUnit.tsx';
import { actOnChunk, type BulkAction, nameOfUser } from './bulk-users.ts';
import { useBulkUserTexts } from './bulk-users.texts.ts';
import { ConfirmUserAction } from './ConfirmUserAction.tsx';
import { RoleField } from './RoleField.tsx';
import { useUserActionTexts } from './user-actions.texts.ts';
import { useUserTexts } from './users.texts.ts';

interface SingleUserActionProps {
  action: BulkAction;
  user: User;
  /** Clears the selection. */
  clear: () => void;
  onClose: () => void;
}

/** An action on a single selected user, with errors in the dialog, and Undo where possible. */
export function SingleUserAction({ action, user, clear, onClose }: SingleUserActionProps) {
  const reportDone = () => {
    clear();
    onClose();
  };
  switch (action) {
    case 'DISABLE':
    case 'END_SESSIONS':
      return (
        <ConfirmUserAction
          action={ofUserPage[action]}
          user={user}
          onDone={clear}
          onClose={onClose}
        />
      );
    case 'ASSIGN_UNIT':
      return <AssignUnit user={user} way="assign" onDone={clear} onClose={onClose} />;
    case 'UNASSIGN_UNIT':
      return <AssignUnit user={user} way="unassign" onDone={clear} onClose={onClose} />;
    case 'ADD_ROLE':
    case 'REMOVE_ROLE':
      return (
        <OneRole adds={action === 'ADD_ROLE'} user={user} onDone={reportDone} onClose={onClose} />
      );
    case 'ENABLE':
      return <Enable user={user} onDone={clear} onClose={onClose} />;
    case 'RESEND_INVITATION':
      return <ResendInvitation user={user} onDone={clear} onClose={onClose} />;
  }
}

const ofUserPage = { DISABLE: 'disable', END_SESSIONS: 'end' } as const;

interface StepProps {
  user: User;
  onDone: () => void;
  onClose: () => void;
}

function Enable({ user, onDone, onClose }: StepProps) {
  const t = useUserActionTexts();
  const name = nameOfUser(user);
  const body = { status: 'ACTIVE' } as const;
  return (
    <ConfirmDialog
      title={t.enableTitle(name)}
      question={t.enableQuestion(name)}
      confirm={t.enable}
      failed={t.notEnabled}
      act={() => call(changeUserStatus, { params: { userId: user.id }, body })}
      onDone={() => {
        showUndo(t.enabled(name), () =>
          undoAccessChange({ kind: 'user', id: user.id, disabled: false }),
        );
        void invalidateUsers();
        onDone();
      }}
      onClose={onClose}
    />
  );
}

function ResendInvitation({ user, onDone, onClose }: StepProps) {
  const t = useUserActionTexts();
  const name = nameOfUser(user);
  return (
    <ConfirmDialog
      title={t.resendTitle(name)}
      question={t.resendQuestion}
      confirm={t.resend}
      failed={t.notResent}
      act={async () => {
        const { signal } = new AbortController();
        const [result] = await actOnChunk('RESEND_INVITATION', [user], {}, signal);
        if (result?.outcome === 'DONE') return;
        const reason = result && reasonOf(result);
        throw new Error(reason ? serviceText(reason) : t.notResent);
      }}
      onDone={() => {
        showToast({ message: t.resent(name) });
        void invalidateUsers();
        onDone();
      }}
      onClose={onClose}
    />
  );
}

function OneRole({ adds, user, onDone, onClose }: StepProps & { adds: boolean }) {
  const t = useBulkUserTexts();
  const shared = useUserTexts();
  const labelsOf = useRoleLabels();
  const name = nameOfUser(user);
  const listed = useQuery(rolesQuery()).data?.data ?? [];
  const direct = user.roles && directRoles(user);
  // A role that the service does not list can still be removed.
  const unlisted = (direct ?? []).filter((held) => !listed.some(({ name: role }) => role === held));
  const offered = [...listed, ...unlisted.map((role): Role => ({ name: role }))].filter(
    ({ name: role }) => (adds ? !direct?.includes(role) : (direct?.includes(role) ?? true)),
  );
  const form = useGuardedForm({
    initialValues: { role: '' },
    validate: { role: (role: string) => (role === '' ? t.roleMissing : null) },
    save: ({ role }) =>
      call(adds ? addUserRoles : removeUserRoles, {
        params: { userId: user.id },
        query: { role: [role] },
      }),
    onSaved: (_, { role }) => {
      const words = labelsOf({ name: role }).name;
      const change = adds ? { rolesAdded: [role] } : { rolesRemoved: [role] };
      showUndo(adds ? t.roleAdded(name, words) : t.roleRemoved(name, words), () =>
        undoAccessChange({ kind: 'user', id: user.id, ...change }),
      );
      void invalidateUsers();
      onDone();
    },
  });
  const { role } = form.values;
  const [gained, lost] = adds ? [[role], []] : [[], [role]];
  return (
    <Dialog title={adds ? t.addRoleTo(name) : t.removeRoleFrom(name)} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={adds ? shared.addRole : shared.removeRole}
        failed={t.notStarted}
        onCancel={onClose}
      >
        <RoleField roles={offered} adds={adds} {...form.field('role')} />
        {role !== '' && (
          <RoleEffects
            gained={gained}
            lost={lost}
            remaining={(user.roles ?? []).filter((each) => each !== role)}
          />
        )}
      </GuardedForm>
    </Dialog>
  );
}
