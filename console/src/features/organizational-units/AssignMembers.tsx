import { assignUserToUnit } from '@annals/contracts/users';
import type { OrganizationalUnit, User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import {
  reverseAccessChange,
  undoAccessChange,
} from '../../domain/access-changes/undo-access-change.ts';
import { oneByOne } from '../../ui/bulk/bulk-result.ts';
import { BulkResults } from '../../ui/bulk/BulkResults.tsx';
import { useBulk } from '../../ui/bulk/useBulk.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { shownPerson, visibleText } from '../../ui/ids/display-names.ts';
import { useRoleEffectTexts } from '../../domain/permissions/role-effects.texts.ts';
import { UnitEffects } from '../../domain/permissions/UnitEffects.tsx';
import { PickMany } from '../../domain/pickers/PickMany.tsx';
import { UserPicker } from '../../domain/pickers/UserPicker.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { useUnitTexts } from './units.texts.ts';

interface AssignMembersProps {
  unit: OrganizationalUnit;
  onClose: () => void;
}

const nameOf = (user: User): string => shownPerson(user);

/** Adds users to a unit: one with a toast, several with a result for each. */
export function AssignMembers({ unit, onClose }: AssignMembersProps) {
  const t = useUnitTexts();
  const effects = useRoleEffectTexts();
  const bulk = useBulk<User>();
  const assign = (user: User) =>
    call(assignUserToUnit, {
      params: { userId: user.id },
      query: { organizationalUnitId: unit.id },
    });
  const form = useGuardedForm({
    initialValues: { users: [] as User[] },
    validate: { users: (users: User[]) => (users.length === 0 ? t.choosePeople : null) },
    save: async ({ users }) => {
      const [first] = users;
      if (first && users.length === 1) await assign(first);
      return users;
    },
    onSaved: (users) => {
      const [first] = users;
      if (first && users.length === 1) {
        showUndo(t.assigned(nameOf(first), visibleText(unit.name) ?? t.unit), () =>
          undoAccessChange({ kind: 'user', id: first.id, unitsAdded: [unit] }),
        );
        void invalidateUsers();
        onClose();
        return;
      }
      bulk.start({
        title: t.assigning,
        items: users,
        size: 1,
        name: nameOf,
        act: oneByOne(assign),
        // Existing members stay members.
        undo: ({ id, organizationalUnits }) =>
          organizationalUnits?.every((each) => each.id !== unit.id)
            ? () => reverseAccessChange({ kind: 'user', id, unitsAdded: [unit] })
            : undefined,
      });
    },
  });
  const [one] = form.values.users.length === 1 ? form.values.users : [];
  if (bulk.run)
    return (
      <BulkResults
        bulk={bulk}
        filename="assigned-members"
        onClose={() => {
          void invalidateUsers();
          onClose();
        }}
      />
    );
  return (
    <Dialog title={t.assignTitle(visibleText(unit.name) ?? t.unit)} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={t.assignNow}
        failed={t.notSaved}
        labels={{ users: t.person }}
        onCancel={onClose}
      >
        <PickMany label={t.person} name={nameOf} picker={UserPicker} {...form.field('users')} />
        <UnitEffects
          units={form.values.users.length > 0 ? [unit] : []}
          way="assign"
          remaining={one?.roles}
          who={one ? undefined : effects.eachUser}
        />
      </GuardedForm>
    </Dialog>
  );
}
