import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { EmailDomain } from '@annals/contracts/email-domains';
import { SavedDomains } from '../../domain/email-domains/DomainState.tsx';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { UnitPicker } from '../../domain/pickers/UnitPicker.tsx';
import { GracePeriod } from '../../domain/second-factors/GracePeriod.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import type { UnitValues } from './unit-form.ts';
import { useUnitTexts } from './units.texts.ts';

const nothing: readonly string[] = [];

interface UnitFieldsProps {
  form: GuardedFormState<UnitValues>;
  /** Units that cannot be the parent: the unit itself and its descendants. */
  except?: readonly string[];
  /** The stored domains. */
  domains?: readonly EmailDomain[] | undefined;
}

export function UnitFields({ form, except = nothing, domains }: UnitFieldsProps) {
  const t = useUnitTexts();
  const hasMore = useCapability('authentication');
  return (
    <>
      <TextInput label={t.name} withAsterisk maxLength={200} {...form.field('name')} />
      {hasMore && <FurtherFields form={form} except={except} domains={domains} />}
    </>
  );
}

function FurtherFields({ form, except = nothing, domains }: UnitFieldsProps) {
  const t = useUnitTexts();
  return (
    <>
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
      <SavedDomains domains={domains} />
      <Checkbox
        label={t.secondFactorRequired}
        {...form.field('secondFactorRequired', 'checkbox')}
      />
      {form.values.secondFactorRequired && (
        <GracePeriod {...form.field('secondFactorGraceHours')} />
      )}
    </>
  );
}
