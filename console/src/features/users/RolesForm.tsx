import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { addUserRoles, removeUserRoles } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { RoleEffects } from '../../domain/permissions/RoleEffects.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { RolePicker } from '../../domain/pickers/RolePicker.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { RoleSources } from './RoleSources.tsx';
import {
  directRoles,
  grantsOf,
  hasUnreadRoles,
  roleDifferences,
  rolesOfUser,
} from '../../domain/users/role-grants.ts';
import classes from './Roles.module.css';
import { useRoleTexts } from './roles.texts.ts';

/** Changes the roles of a user. */
export function RolesForm({ user }: { user: User }) {
  const isKnown = user.roleGrants !== undefined || (user.roles && !hasUnreadRoles(user));
  return isKnown ? <KnownRolesForm user={user} /> : <UnknownRolesForm user={user} />;
}

/** Adds and removes roles of a user whose current roles the service does not report, or not all in a readable form. */
function UnknownRolesForm({ user }: { user: User }) {
  const t = useRoleTexts();
  const labelsOf = useRoleLabels();
  const { params, toUser, toRoles } = useRolesOf(user);
  const held = rolesOfUser(user) ?? [];
  const names = held.map((role) => labelsOf({ name: role }).name).join(', ');
  const form = useGuardedForm({
    initialValues: { role: [] as string[], removed: [] as string[] },
    save: ({ role, removed }) => changeRoles(params, { added: role, removed }),
    onSaved: (_, { role, removed }) => toRoles({ added: role, removed }),
  });
  return (
    <div className={classes.form}>
      <GuardedForm
        form={form}
        save={t.save}
        failed={t.notSaved}
        labels={{ role: t.toAdd, removed: t.toRemove }}
        onCancel={toUser}
      >
        <RolePicker
          label={t.toAdd}
          description={
            names !== '' ? t.readInPart(names) : hasUnreadRoles(user) ? t.notRead : t.notReported
          }
          {...form.field('role')}
        />
        <RolePicker label={t.toRemove} held={held} {...form.field('removed')} />
        <RoleEffects gained={form.values.role} lost={form.values.removed} />
      </GuardedForm>
    </div>
  );
}

/** @param onAdded called between the two calls: the second one may fail */
async function changeRoles(
  params: { userId: string },
  { added, removed }: ReturnType<typeof roleDifferences>,
  onAdded: (added: readonly string[]) => void = () => undefined,
): Promise<void> {
  if (added.length > 0) {
    await call(addUserRoles, { params, query: { role: added } });
    onAdded(added);
  }
  if (removed.length > 0) await call(removeUserRoles, { params, query: { role: removed } });
}

function useRolesOf(user: User) {
  const t = useRoleTexts();
  const router = useRouter();
  const params = { userId: user.id };
  return {
    params,
    toUser: () => router.history.push(pathTo('v1-users-userId', params)),
    toRoles: ({ added, removed }: ReturnType<typeof roleDifferences>) => {
      showUndo(t.saved, () =>
        undoAccessChange({
          kind: 'user',
          id: user.id,
          rolesAdded: added,
          rolesRemoved: removed,
        }),
      );
      void invalidateUsers();
      router.history.push(pathTo('v1-users-userId', params, { tab: 'roles' }));
    },
  };
}

/** Edits the directly assigned roles of a user; only differences are sent. */
function KnownRolesForm({ user }: { user: User }) {
  const t = useRoleTexts();
  const labelsOf = useRoleLabels();
  const { params, toUser, toRoles } = useRolesOf(user);
  // The roles as this form last knew them: if only the first of two calls succeeds, the rest is retried.
  const [initialRoles] = useState(() => directRoles(user));
  const held = useRef(initialRoles);
  const form = useGuardedForm({
    initialValues: { role: initialRoles },
    save: (values) =>
      changeRoles(params, roleDifferences(held.current, values.role), (added) => {
        held.current = [...held.current, ...added];
      }),
    onSaved: (_, { role }) => toRoles(roleDifferences(initialRoles, role)),
  });
  const { added, removed } = roleDifferences(initialRoles, form.values.role);
  const namesOf = (roles: readonly string[]) =>
    roles.map((role) => labelsOf({ name: role }).name).join(', ');
  const remaining = removed.filter((role) =>
    grantsOf(user, role).some(({ organizationalUnit }) => organizationalUnit),
  );
  const lost = removed.filter((role) => !remaining.includes(role));
  return (
    <div className={classes.form}>
      <GuardedForm
        form={form}
        save={t.save}
        failed={t.notSaved}
        labels={{ role: t.roles }}
        onCancel={toUser}
      >
        <RolePicker
          label={t.roles}
          description={user.roleGrants && t.hint}
          held={initialRoles}
          renderNote={(role) => <RoleSources grants={grantsOf(user, role.name)} />}
          {...form.field('role')}
        />
        <RoleEffects
          gained={added}
          lost={lost}
          remaining={(rolesOfUser(user) ?? initialRoles).filter((role) => !lost.includes(role))}
        />
        <output className={classes.difference}>
          {remaining.length > 0 && <span>{t.keeps(namesOf(remaining))}</span>}
        </output>
      </GuardedForm>
    </div>
  );
}
