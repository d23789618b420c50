import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { GuardedFormState } from '../../shared/forms/useGuardedForm.ts';
import { UnitPicker } from '../../shared/pickers/UnitPicker.tsx';
import type { UnitValues } from './unit-form.ts';
import { useUnitTexts } from './units.texts.ts';

const nothing: readonly string[] = [];

interface UnitFieldsProps {
  form: GuardedFormState<UnitValues>;
  /** Units it cannot stand below: itself and those below it. */
  except?: readonly string[];
}

export function UnitFields({ form, except = nothing }: UnitFieldsProps) {
  const t = useUnitTexts();
  return (
    <>
      <TextInput label={t.name} withAsterisk maxLength={200} {...form.field('name')} />
      <UnitPicker
        label={t.parent}
        description={t.parentHint}
        except={except}
        {...form.field('parentId')}
      />
      <Textarea
        label={t.emailDomains}
        description={t.emailDomainsHint}
        rows={2}
        {...form.field('emailDomains')}
      />
      <Checkbox
        label={t.secondFactorRequired}
        {...form.field('secondFactorRequired', 'checkbox')}
      />
    </>
  );
}
