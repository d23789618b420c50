import { assignUserToUnit, unassignUserFromUnit } from '@annals/contracts/users';
import type { OrganizationalUnit, User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { shownPerson, visibleText } from '../../ui/ids/display-names.ts';
import { UnitEffects } from '../../domain/permissions/UnitEffects.tsx';
import { UnitPicker } from '../../domain/pickers/UnitPicker.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { directRoles } from '../../domain/users/role-grants.ts';
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
