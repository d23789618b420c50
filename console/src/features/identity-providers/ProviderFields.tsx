import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { EmailDomain } from '@annals/contracts/email-domains';
import { SavedDomains } from '../../domain/email-domains/DomainState.tsx';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { RolePicker } from '../../domain/pickers/RolePicker.tsx';
import { UnitPicker } from '../../domain/pickers/UnitPicker.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { ClaimsFields } from './ClaimsFields.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { type HasField, provisioningChoices, type ProviderValues } from './provider-form.ts';
import classes from './ProviderFields.module.css';
import { useProviderTexts } from './providers.texts.ts';

interface ProviderFieldsProps {
  form: GuardedFormState<ProviderValues>;
  has: HasField;
  isUnitRequired?: boolean;
  hasSecret: boolean;
  callbackUrl: string | undefined;
  /** The stored domains. */
  domains?: readonly EmailDomain[] | undefined;
}

export function ProviderFields({
  form,
  has,
  isUnitRequired = false,
  hasSecret,
  callbackUrl,
  domains,
}: ProviderFieldsProps) {
  const t = useProviderTexts();
  return (
    <>
      <Panel title={t.general}>
        <div className={classes.fields}>
          <TextInput label={t.name} withAsterisk maxLength={200} {...form.field('name')} />
          {has('buttonLabel') && (
            <TextInput
              label={t.buttonLabel}
              description={t.buttonLabelHint}
              maxLength={100}
              {...form.field('buttonLabel')}
            />
          )}
          {has('unit') && (
            <UnitPicker
              label={t.unit}
              description={isUnitRequired ? undefined : t.unitHint}
              placeholder={isUnitRequired ? undefined : t.everybody}
              required={isUnitRequired}
              {...form.field('unit')}
            />
          )}
        </div>
      </Panel>
      <ConnectionFields form={form} has={has} hasSecret={hasSecret} callbackUrl={callbackUrl} />
      {peopleFields.some(has) && <People form={form} has={has} domains={domains} />}
      {has('subject') && <ClaimsFields form={form} has={has} />}
    </>
  );
}

const peopleFields = ['emailDomains', 'provisioning', 'trustEmail', 'trustSecondFactor'] as const;

function People({
  form,
  has,
  domains,
}: Pick<ProviderFieldsProps, 'form' | 'domains'> & { has: HasField }) {
  const t = useProviderTexts();
  const { provisioning } = form.values;
  return (
    <Panel title={t.people}>
      <div className={classes.fields}>
        {has('emailDomains') && (
          <Textarea
            label={t.domains}
            description={t.domainsHint}
            rows={2}
            {...form.field('emailDomains')}
          />
        )}
        <SavedDomains domains={domains} />
        {has('provisioning') && (
          <NativeSelect
            label={t.provisioning}
            data={provisioningChoices.map((value) => ({
              value,
              label: labelFor(t.provisionings, value),
            }))}
            {...form.field('provisioning')}
          />
        )}
        {has('provisioning') && provisioning === 'CREATE' && (
          <>
            {has('newUserUnit') && (
              <UnitPicker label={t.newUserUnit} {...form.field('newUserUnit')} />
            )}
            {has('newUserRoles') && (
              <RolePicker
                label={t.newUserRoles}
                reasonFor={({ name }) => (name === 'GLOBAL_MASTER' ? t.neverByProvider : undefined)}
                {...form.field('newUserRoles')}
              />
            )}
          </>
        )}
        {has('trustEmail') && (
          <Checkbox
            label={t.trustEmail}
            description={t.trustEmailHint}
            {...form.field('trustEmail', 'checkbox')}
          />
        )}
        {has('trustSecondFactor') && (
          <Checkbox label={t.trustSecondFactor} {...form.field('trustSecondFactor', 'checkbox')} />
        )}
        {has('signOutAtProvider') && (
          <Checkbox
            label={t.signOutAtProvider}
            description={t.signOutHint}
            {...form.field('signOutAtProvider', 'checkbox')}
          />
        )}
      </div>
    </Panel>
  );
}
