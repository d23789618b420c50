import { useQuery } from '@tanstack/react-query';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { RoleEffects } from '../../domain/permissions/RoleEffects.tsx';
import { useRoleEffectTexts } from '../../domain/permissions/role-effects.texts.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { UnitEffects } from '../../domain/permissions/UnitEffects.tsx';
import { UnitPicker } from '../../domain/pickers/UnitPicker.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { type BulkUserTexts, useBulkUserTexts } from './bulk-users.texts.ts';
import type { BulkAction, BulkChoice } from './bulk-users.ts';
import { RoleField } from './RoleField.tsx';
import { useUserTexts } from './users.texts.ts';

interface BulkChoiceFieldsProps {
  action: BulkAction;
  count: number;
  onChosen: (title: string, what: BulkChoice) => void;
  onClose: () => void;
}

/** The input of a bulk action: the role to grant or revoke, or the unit to assign or unassign. */
export function BulkChoiceFields(props: BulkChoiceFieldsProps) {
  return props.action === 'ADD_ROLE' || props.action === 'REMOVE_ROLE' ? (
    <ChooseRole {...props} />
  ) : (
    <ChooseUnit {...props} />
  );
}

function ChooseRole({ action, count, onChosen, onClose }: BulkChoiceFieldsProps) {
  const t = useBulkUserTexts();
  const shared = useUserTexts();
  const labelsOf = useRoleLabels();
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const effects = useRoleEffectTexts();
  const adds = action === 'ADD_ROLE';
  const form = useGuardedForm({
    initialValues: { role: '' },
    validate: { role: (role: string) => (role === '' ? t.roleMissing : null) },
    save: async ({ role }) => role,
    onSaved: (role) => {
      const { name } = labelsOf({ name: role });
      onChosen(adds ? t.addingRole(name) : t.removingRole(name), { role });
    },
  });
  const { role: chosen } = form.values;
  return (
    <Dialog title={adds ? t.addRoleTitle(count) : t.removeRoleTitle(count)} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={adds ? shared.addRole : shared.removeRole}
        failed={t.notStarted}
        onCancel={onClose}
      >
        <RoleField roles={roles} adds={adds} {...form.field('role')} />
        <RoleEffects
          gained={adds && chosen !== '' ? [chosen] : []}
          lost={!adds && chosen !== '' ? [chosen] : []}
          who={effects.eachUser}
        />
      </GuardedForm>
    </Dialog>
  );
}

function ChooseUnit({ action, count, onChosen, onClose }: BulkChoiceFieldsProps) {
  const t = useBulkUserTexts();
  const shared = useUserTexts();
  const effects = useRoleEffectTexts();
  const assigns = action === 'ASSIGN_UNIT';
  const form = useGuardedForm({
    initialValues: { unit: null as OrganizationalUnit | null },
    validate: { unit: (unit: OrganizationalUnit | null) => (unit === null ? t.unitMissing : null) },
    save: async ({ unit }) => unit,
    onSaved: (unit) => unit && onChosen(doing(unit, assigns, t), { organizationalUnitId: unit.id }),
  });
  const { unit: chosen } = form.values;
  return (
    <Dialog title={assigns ? t.assignTitle(count) : t.unassignTitle(count)} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={assigns ? shared.assignUnit : shared.unassignUnit}
        failed={t.notStarted}
        onCancel={onClose}
      >
        <UnitPicker
          label={t.unit}
          description={assigns ? undefined : t.unassignHint}
          first
          {...form.field('unit')}
        />
        <UnitEffects
          units={chosen ? [chosen] : []}
          way={assigns ? 'assign' : 'unassign'}
          who={effects.eachUser}
        />
      </GuardedForm>
    </Dialog>
  );
}

function doing({ name, id }: OrganizationalUnit, assigns: boolean, t: BulkUserTexts): string {
  return assigns ? t.assigning(name ?? id) : t.unassigning(name ?? id);
}
