import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import { assignUserToUnit, unassignUserFromUnit, type User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { showToast } from '../../shared/feedback/toasts.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { personName } from '../../shared/ids/display-names.ts';
import { UnitPicker } from '../../shared/pickers/UnitPicker.tsx';
import { Dialog } from '../../shared/states/Dialog.tsx';
import { invalidateUsers } from '../../shared/users/invalidate-users.ts';
import { useUserPageTexts } from './user.texts.ts';

interface AssignUnitProps {
  user: User;
  /** Out of a unit goes by choice where the service does not say in which ones the user is. */
  way: 'assign' | 'unassign';
  onClose: () => void;
}

/** Adds one user to a unit, or removes them from one. */
export function AssignUnit({ user, way, onClose }: AssignUnitProps) {
  const t = useUserPageTexts();
  const adds = way === 'assign';
  const name = personName(user) ?? user.id;
  const form = useGuardedForm({
    // Named like the parameter of the call, so that its errors appear at the field.
    initialValues: { organizationalUnitId: null as OrganizationalUnit | null },
    validate: {
      organizationalUnitId: (unit: OrganizationalUnit | null) =>
        unit === null ? t.unitMissing : null,
    },
    save: ({ organizationalUnitId: unit }) =>
      call(adds ? assignUserToUnit : unassignUserFromUnit, {
        params: { userId: user.id },
        query: { organizationalUnitId: unit?.id ?? '' },
      }),
    onSaved: (_, { organizationalUnitId: unit }) => {
      const said = adds ? t.assigned : t.unassigned;
      showToast({ message: said(name, unit?.name ?? t.unit) });
      void invalidateUsers();
      onClose();
    },
  });
  return (
    <Dialog title={adds ? t.assignTitle(name) : t.unassignTitle(name)} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={adds ? t.assign : t.unassign}
        failed={adds ? t.notAssigned : t.notUnassigned}
        onCancel={onClose}
      >
        <UnitPicker
          label={t.unit}
          first
          except={(user.organizationalUnits ?? []).map(({ id }) => id)}
          {...form.field('organizationalUnitId')}
        />
      </GuardedForm>
    </Dialog>
  );
}
