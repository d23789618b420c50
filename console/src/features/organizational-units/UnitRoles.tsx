import { useRef, useState } from 'react';
import { addUnitRoles, removeUnitRoles } from '@annals/contracts/organizational-units';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { RoleEffects } from '../../domain/permissions/RoleEffects.tsx';
import { useRoleEffectTexts } from '../../domain/permissions/role-effects.texts.ts';
import { RolePicker } from '../../domain/pickers/RolePicker.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import classes from './UnitsPage.module.css';
import { useUnitTexts } from './units.texts.ts';

interface UnitRolesProps {
  unit: OrganizationalUnit;
  onClose: () => void;
}

/** The form of the roles that all members of a unit hold. */
export function UnitRoles({ unit, onClose }: UnitRolesProps) {
  const t = useUnitTexts();
  const effects = useRoleEffectTexts();
  const params = { organizationalUnitId: unit.id };
  const [before] = useState(() => unit.roles ?? []);
  // The roles last known to this form: concurrent changes by others do not count as its own.
  const held = useRef(before);
  const form = useGuardedForm({
    initialValues: { roles: before },
    save: async ({ roles }) => {
      const added = roles.filter((role) => !held.current.includes(role));
      const removed = held.current.filter((role) => !roles.includes(role));
      if (added.length > 0) {
        await call(addUnitRoles, { params, query: { role: added } });
        held.current = [...held.current, ...added];
      }
      if (removed.length > 0) await call(removeUnitRoles, { params, query: { role: removed } });
    },
    onSaved: (_, { roles }) => {
      showUndo(t.rolesSaved, () =>
        undoAccessChange({
          kind: 'unit',
          id: unit.id,
          rolesAdded: roles.filter((role) => !before.includes(role)),
          rolesRemoved: before.filter((role) => !roles.includes(role)),
        }),
      );
      void invalidateUsers();
      onClose();
    },
  });
  const { roles } = form.values;
  const added = roles.filter((role) => !before.includes(role));
  const lost = before.filter((role) => !roles.includes(role));
  return (
    <Dialog title={t.rolesOf(visibleText(unit.name) ?? t.unit)} onClose={onClose} form size="lg">
      <GuardedForm
        form={form}
        save={t.save}
        failed={t.rolesNotSaved}
        labels={{ roles: t.roles }}
        onCancel={onClose}
      >
        <RolePicker
          label={t.rolesHint}
          reasonFor={(role) => (role.name === 'GLOBAL_MASTER' ? t.neverForUnits : undefined)}
          held={before}
          {...form.field('roles')}
        />
        <RoleEffects
          gained={added}
          lost={lost}
          remaining={before.filter((role) => !lost.includes(role))}
          who={effects.allMembers(unit.totalUserCount)}
        />
        {lost.length > 0 && <p className={classes.quiet}>{effects.unlessHeldElsewhere}</p>}
      </GuardedForm>
    </Dialog>
  );
}
