import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import { assignUserToUnit, type User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { oneByOne } from '../../shared/bulk/bulk-result.ts';
import { BulkResults } from '../../shared/bulk/BulkResults.tsx';
import { useBulk } from '../../shared/bulk/useBulk.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { personName } from '../../shared/ids/display-names.ts';
import { PickMany } from '../../shared/pickers/PickMany.tsx';
import { UserPicker } from '../../shared/pickers/UserPicker.tsx';
import { Dialog } from '../../shared/states/Dialog.tsx';
import { invalidateUsers } from '../../shared/users/invalidate-users.ts';
import { useUnitTexts } from './units.texts.ts';

interface AssignMembersProps {
  unit: OrganizationalUnit;
  onClose: () => void;
}

/** Adds users to a unit, with a result for each. */
export function AssignMembers({ unit, onClose }: AssignMembersProps) {
  const t = useUnitTexts();
  const bulk = useBulk<User>();
  const form = useGuardedForm({
    initialValues: { users: [] as User[] },
    validate: { users: (users: User[]) => (users.length === 0 ? t.choosePeople : null) },
    save: async ({ users }) => users,
    onSaved: (users) =>
      bulk.start({
        title: t.assigning,
        items: users,
        size: 1,
        name: (user) => personName(user) ?? user.id,
        act: oneByOne((user) =>
          call(assignUserToUnit, {
            params: { userId: user.id },
            query: { organizationalUnitId: unit.id },
          }),
        ),
      }),
  });
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
    <Dialog title={t.assignTitle(unit.name ?? t.unit)} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={t.assignNow}
        failed={t.notSaved}
        labels={{ users: t.person }}
        onCancel={onClose}
      >
        <PickMany
          label={t.person}
          name={(user) => personName(user) ?? user.id}
          picker={UserPicker}
          {...form.field('users')}
        />
      </GuardedForm>
    </Dialog>
  );
}
