import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { type Permission, permissions } from '@annals/contracts/permissions';
import { changeRole, createRole, listRoles } from '@annals/contracts/roles';
import type { Role } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import type { RoleDefinitionChange } from '../../domain/access-changes/access-change.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { type GuardedFormState, useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { useMayI } from '../../domain/permissions/my-permissions.ts';
import { PermissionEffects } from '../../domain/permissions/RoleEffects.tsx';
import { usePermissionTexts } from '../../domain/permissions/permissions.texts.ts';
import { sameJson } from '../../platform/json-values/json-values.ts';
import { useGracePeriodTexts } from '../../domain/second-factors/grace-period.texts.ts';
import { defaultGraceHours, GracePeriod } from '../../domain/second-factors/GracePeriod.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import classes from './Roles.module.css';
import { type RoleTexts, useRoleTexts } from './roles.texts.ts';

interface RoleEditorProps {
  /** Undefined for a new role. */
  edited: Role | undefined;
  onClose: () => void;
}

/** Defines a role, or changes one. */
export function RoleEditor({ edited: role, onClose }: RoleEditorProps) {
  const t = useRoleTexts();
  const words = usePermissionTexts();
  const builtIn = role?.builtIn === true;
  const grace = useGracePeriodTexts();
  const form = useGuardedForm({
    initialValues: valuesOf(role),
    version: role?.version,
    validate: validationRules(t),
    save: (values, version) => {
      const fields = changeOf(values, builtIn);
      if (role)
        return call(
          changeRole,
          { params: { role: role.name }, body: fields },
          { ifMatch: version },
        );
      const { secondFactorGraceHours: _, ...rest } = values;
      const body = { ...rest, ...secondFactorOf(values), name: values.name.trim() };
      return call(createRole, { body });
    },
    ...(role && { latest: () => latestOf(role.name) }),
    onSaved: ({ name }, values) => {
      if (role) {
        const definition = definitionChange(role, values);
        showUndo(t.roleSaved(name), () => undoAccessChange(definition));
      } else showToast({ message: t.created(name) });
      void invalidateUsers(listRoles);
      onClose();
    },
  });
  const scopes: Record<string, string> = { all: t.scopeAll, unit: t.scopeUnit };
  return (
    <Dialog title={role ? t.editTitle(role.name) : t.newTitle} onClose={onClose} form size="lg">
      <GuardedForm
        form={form}
        save={role ? t.saveRole : t.create}
        failed={t.roleNotSaved}
        labels={{
          name: t.name,
          description: t.description,
          permissions: t.permissions,
          scope: t.scope,
          secondFactorRequired: t.secondFactor,
          secondFactorGraceHours: grace.gracePeriod,
        }}
        show={(name, value) => {
          if (name === 'scope') return labelFor(scopes, String(value));
          if (name !== 'permissions' || !Array.isArray(value)) return undefined;
          return value.map((each) => labelFor(words.permissions, String(each))).join(', ');
        }}
        onCancel={onClose}
      >
        {role === undefined && (
          <TextInput
            label={t.name}
            description={t.nameHint}
            withAsterisk
            maxLength={63}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.field('name')}
          />
        )}
        {builtIn ? <p className={classes.quiet}>{t.builtInHint}</p> : <RoleFields form={form} />}
        {role && (
          <PermissionEffects
            {...permissionDifferences(role, form.values.permissions)}
            ownUnitsOnly={form.values.scope === 'unit'}
          />
        )}
        <Checkbox label={t.secondFactor} {...form.field('secondFactorRequired', 'checkbox')} />
        {form.values.secondFactorRequired && (
          <GracePeriod {...form.field('secondFactorGraceHours')} />
        )}
      </GuardedForm>
    </Dialog>
  );
}

/** The saved changes by field, so that they can be undone. */
function definitionChange(role: Role, values: RoleValues): RoleDefinitionChange {
  const before: Record<string, unknown> = changeOf(valuesOf(role), role.builtIn === true);
  const after: Record<string, unknown> = changeOf(values, role.builtIn === true);
  const changed = Object.keys(after).filter((field) => !sameJson(before[field], after[field]));
  const only = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      changed.filter((field) => fields[field] !== undefined).map((field) => [field, fields[field]]),
    );
  return { kind: 'role', id: role.name, before: only(before), after: only(after) };
}

function permissionDifferences({ permissions: held = [] }: Role, wanted: readonly string[]) {
  return {
    gained: wanted.filter((permission) => !held.includes(permission)),
    lost: held.filter((permission) => !wanted.includes(permission)),
  };
}

async function latestOf(name: string) {
  const { data } = await call(listRoles, {});
  const role = data.find((each) => each.name === name);
  return { values: valuesOf(role), version: role?.version };
}

function RoleFields({ form }: { form: GuardedFormState<RoleValues> }) {
  const t = useRoleTexts();
  const words = usePermissionTexts();
  const mayI = useMayI();
  return (
    <>
      <Textarea
        label={t.description}
        description={t.descriptionHint}
        rows={2}
        maxLength={500}
        {...form.field('description')}
      />
      <Radio.Group label={t.scope} {...form.field('scope')}>
        <div className={classes.choices}>
          <Radio value="all" label={t.scopeAll} />
          <Radio value="unit" label={t.scopeUnit} />
        </div>
      </Radio.Group>
      <Checkbox.Group
        label={t.permissions}
        description={t.permissionsHint}
        {...form.field('permissions')}
      >
        <div className={classes.choices}>
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              value={permission}
              label={labelFor(words.permissions, permission)}
              disabled={!mayI(permission)}
              title={mayI(permission) ? undefined : t.beyondMe}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}

interface RoleValues {
  name: string;
  description: string;
  permissions: Permission[];
  scope: 'all' | 'unit';
  secondFactorRequired: boolean;
  secondFactorGraceHours: number;
}

function valuesOf(role: Role | undefined): RoleValues {
  const held = role?.permissions ?? [];
  return {
    name: role?.name ?? '',
    description: role?.description ?? '',
    permissions: permissions.filter((each) => held.includes(each)),
    scope: role?.scope ?? 'all',
    secondFactorRequired: role?.secondFactorRequired ?? false,
    secondFactorGraceHours: role?.secondFactorGraceHours ?? defaultGraceHours,
  };
}

function validationRules(t: RoleTexts) {
  return {
    name: (name: string) => (/^[A-Z][A-Z0-9_]{1,62}$/.test(name.trim()) ? null : t.nameWrong),
  };
}

/** The grace period is sent only if it applies: other services may not know it. */
function secondFactorOf({ secondFactorRequired, secondFactorGraceHours }: RoleValues) {
  return { secondFactorRequired, ...(secondFactorRequired && { secondFactorGraceHours }) };
}

/** The body of a change; for built-in roles only the fields that can be changed. */
function changeOf(values: RoleValues, builtIn: boolean) {
  const { description, permissions: allowed, scope } = values;
  const secondFactor = secondFactorOf(values);
  return builtIn
    ? secondFactor
    : { description: description.trim(), permissions: allowed, scope, ...secondFactor };
}
