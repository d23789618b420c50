import { Textarea, TextInput } from '@mantine/core';
import type { Application, OrganizationalUnit } from '../../platform/api/things.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { RolePicker } from '../../domain/pickers/RolePicker.tsx';
import { UnitPicker } from '../../domain/pickers/UnitPicker.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { type ApplicationTexts, useApplicationTexts } from './applications.texts.ts';

interface ApplicationDialogProps {
  title: string;
  form: GuardedFormState<ApplicationValues>;
  save: string;
  /** The title of the error if it was not saved. */
  failed: string;
  onClose: () => void;
}

/** The dialog for creating or changing an application. */
export function ApplicationDialog({ title, form, save, failed, onClose }: ApplicationDialogProps) {
  const t = useApplicationTexts();
  return (
    <Dialog title={title} onClose={onClose} form size="lg">
      <GuardedForm
        form={form}
        save={save}
        failed={failed}
        labels={{
          name: t.name,
          description: t.description,
          organizationalUnitId: t.unit,
          roles: t.roles,
        }}
        onCancel={onClose}
      >
        <TextInput label={t.name} withAsterisk maxLength={200} {...form.field('name')} />
        <Textarea
          label={t.description}
          autosize={false}
          rows={2}
          maxLength={2000}
          {...form.field('description')}
        />
        <UnitPicker
          label={t.unit}
          description={t.unitHint}
          {...form.field('organizationalUnitId')}
        />
        <RolePicker label={t.roles} description={t.rolesHint} {...form.field('roles')} />
      </GuardedForm>
    </Dialog>
  );
}

export interface ApplicationValues {
  name: string;
  description: string;
  organizationalUnitId: OrganizationalUnit | null;
  roles: string[];
}

export const emptyApplication: ApplicationValues = {
  name: '',
  description: '',
  organizationalUnitId: null,
  roles: ['USER'],
};

export function valuesOf(application: Application): ApplicationValues {
  return {
    name: application.name ?? '',
    description: application.description ?? '',
    organizationalUnitId: application.organizationalUnit ?? null,
    roles: application.roles ?? [],
  };
}

export function bodyOf({ name, description, organizationalUnitId, roles }: ApplicationValues) {
  return {
    name: name.trim(),
    description: description.trim() || null,
    organizationalUnitId: organizationalUnitId?.id ?? null,
    roles,
  };
}

export function validationRules(t: ApplicationTexts) {
  return { name: (text: string) => (text.trim() === '' ? t.nameMissing : null) };
}
