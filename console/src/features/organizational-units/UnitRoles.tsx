import { useRef, useState } from 'react';
import {
  addUnitRoles,
  type OrganizationalUnit,
  removeUnitRoles,
} from '@annals/contracts/organizational-units';
import { call } from '../../api/call.ts';
import { showToast } from '../../shared/feedback/toasts.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { useRoleWords } from '../../shared/permissions/role-words.ts';
import { RolePicker } from '../../shared/pickers/RolePicker.tsx';
import { Dialog } from '../../shared/states/Dialog.tsx';
import { invalidateUsers } from '../../shared/users/invalidate-users.ts';
import classes from './UnitsPage.module.css';
import { useUnitTexts } from './units.texts.ts';

interface UnitRolesProps {
  unit: OrganizationalUnit;
  onClose: () => void;
}

/** The form of the roles that all members of a unit hold. */
export function UnitRoles({ unit, onClose }: UnitRolesProps) {
  const t = useUnitTexts();
  const wordsOf = useRoleWords();
  const params = { organizationalUnitId: unit.id };
  const [before] = useState(() => unit.roles ?? []);
  // The roles as this form last knew them: concurrent changes by others do not count as its own.
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
    onSaved: () => {
      showToast({ message: t.rolesSaved });
      void invalidateUsers();
      onClose();
    },
  });
  const namesOf = (names: readonly string[]) =>
    names.map((name) => wordsOf({ name }).name).join(', ');
  const { roles } = form.values;
  const added = roles.filter((role) => !before.includes(role));
  const lost = before.filter((role) => !roles.includes(role));
  return (
    <Dialog title={t.rolesOf(unit.name ?? t.unit)} onClose={onClose} form size="lg">
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
          {...form.field('roles')}
        />
        <div aria-live="polite" className={classes.effects}>
          {added.length > 0 && <p>{t.addRoles(namesOf(added))}</p>}
          {lost.length > 0 && <p>{t.loseRoles(namesOf(lost))}</p>}
        </div>
      </GuardedForm>
    </Dialog>
  );
}
