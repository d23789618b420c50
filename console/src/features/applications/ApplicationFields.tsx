import { Textarea, TextInput } from '@mantine/core';
import type { GuardedFormState } from '../../shared/forms/useGuardedForm.ts';
import { RolePicker } from '../../shared/pickers/RolePicker.tsx';
import { UnitPicker } from '../../shared/pickers/UnitPicker.tsx';
import type { ApplicationValues } from './application-form.ts';
import { useApplicationTexts } from './applications.texts.ts';

/** What an application is made of. */
export function ApplicationFields({ form }: { form: GuardedFormState<ApplicationValues> }) {
  const t = useApplicationTexts();
  return (
    <>
      <TextInput label={t.name} withAsterisk maxLength={200} {...form.field('name')} />
      <Textarea
        label={t.description}
        autosize={false}
        rows={2}
        maxLength={2000}
        {...form.field('description')}
      />
      <UnitPicker label={t.unit} description={t.unitHint} {...form.field('organizationalUnitId')} />
      <RolePicker label={t.roles} description={t.rolesHint} {...form.field('roles')} />
    </>
  );
}
