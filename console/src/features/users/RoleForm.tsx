import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { permissions } from '@annals/contracts/permissions';
import { changeRole, createRole, listRoles, type Role } from '@annals/contracts/roles';
import { call } from '../../api/call.ts';
import { showToast } from '../../shared/feedback/toasts.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { type GuardedFormState, useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { useMayI } from '../../shared/permissions/my-permissions.ts';
import { usePermissionTexts } from '../../shared/permissions/permissions.texts.ts';
import { Dialog } from '../../shared/states/Dialog.tsx';
import { wordFor } from '../../shared/states/word-for.ts';
import { changeOf, checksOf, type RoleValues, valuesOf } from './role-form.ts';
import classes from './Roles.module.css';
import { useRoleTexts } from './roles.texts.ts';
import { forgetRoles } from './users.queries.ts';

interface RoleFormProps {
  /** Undefined for a new one. */
  role: Role | undefined;
  onClose: () => void;
}

/** Defines a role, or changes one. */
export function RoleForm({ role, onClose }: RoleFormProps) {
  const t = useRoleTexts();
  const words = usePermissionTexts();
  const builtIn = role?.builtIn === true;
  const form = useGuardedForm({
    initialValues: valuesOf(role),
    version: role?.version,
    validate: checksOf(t),
    save: (values, version) => {
      const fields = changeOf(values, builtIn);
      if (role)
        return call(
          changeRole,
          { params: { role: role.name }, body: fields },
          { ifMatch: version },
        );
      return call(createRole, { body: { ...values, name: values.name.trim() } });
    },
    ...(role && { latest: () => latestOf(role.name) }),
    onSaved: ({ name }) => {
      showToast({ message: role ? t.roleSaved(name) : t.created(name) });
      void forgetRoles();
      onClose();
    },
  });
  const reaches: Record<string, string> = { all: t.reachAll, unit: t.reachUnit };
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
          reach: t.reach,
          secondFactorRequired: t.secondFactor,
        }}
        show={(name, value) => {
          if (name === 'reach') return wordFor(reaches, String(value));
          if (name !== 'permissions' || !Array.isArray(value)) return undefined;
          return value.map((each) => wordFor(words.permissions, String(each))).join(', ');
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
        <Checkbox label={t.secondFactor} {...form.field('secondFactorRequired', 'checkbox')} />
      </GuardedForm>
    </Dialog>
  );
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
      <Radio.Group label={t.reach} {...form.field('reach')}>
        <div className={classes.choices}>
          <Radio value="all" label={t.reachAll} />
          <Radio value="unit" label={t.reachUnit} />
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
              label={wordFor(words.permissions, permission)}
              disabled={!mayI(permission)}
              title={mayI(permission) ? undefined : t.beyondMe}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}
