import { assignUserToUnit, unassignUserFromUnit } from '@annals/contracts/users';
import type { OrganizationalUnit, User } from '../../api/things.ts';
import { call } from '../../api/call.ts';
import { undoAccessChange } from '../../shared/access-changes/undo-access-change.ts';
import { showUndo } from '../../shared/feedback/undo.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { shownPerson, visibleText } from '../../shared/ids/display-names.ts';
import { UnitEffects } from '../../shared/permissions/UnitEffects.tsx';
import { UnitPicker } from '../../shared/pickers/UnitPicker.tsx';
import { Dialog } from '../../shared/states/Dialog.tsx';
import { invalidateUsers } from '../../shared/users/invalidate-users.ts';
import { directRoles } from '../../shared/users/role-grants.ts';
import { useUserPageTexts } from './user.texts.ts';

interface AssignUnitProps {
  user: User;
  way: 'assign' | 'unassign';
  /** Called on success, before the dialog closes. */
  onDone?: () => void;
  onClose: () => void;
}

/** Adds one user to a unit, or removes them from one. */
export function AssignUnit({ user, way, onDone, onClose }: AssignUnitProps) {
  const t = useUserPageTexts();
  const adds = way === 'assign';
  const name = shownPerson(user);
  const form = useGuardedForm({
    // Has the name of the call's parameter, so that errors appear at the field.
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
      const message = adds ? t.assigned : t.unassigned;
      const units = unit ? [unit] : [];
      showUndo(message(name, visibleText(unit?.name) ?? t.unit), () =>
        undoAccessChange({
          kind: 'user',
          id: user.id,
          ...(adds ? { unitsAdded: units } : { unitsRemoved: units }),
        }),
      );
      void invalidateUsers();
      onDone?.();
      onClose();
    },
  });
  const unit = form.values.organizationalUnitId;
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
          except={adds ? (user.organizationalUnits ?? []).map(({ id }) => id) : []}
          {...form.field('organizationalUnitId')}
        />
        <UnitEffects
          units={unit ? [unit] : []}
          way={way}
          remaining={adds ? user.roles : directRoles(user)}
        />
      </GuardedForm>
    </Dialog>
  );
}
