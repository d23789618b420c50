import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { AddButton } from '../../ui/buttons/AddButton.tsx';
import { UnitPicker } from '../../domain/pickers/UnitPicker.tsx';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { useClaimsTexts } from './claims.texts.ts';
import {
  claimFormChoices,
  type HasField,
  type MappedUnit,
  type ProviderValues,
  ruleChoices,
  ruledAttributes,
} from './provider-form.ts';
import classes from './ProviderFields.module.css';
import { useProviderTexts } from './providers.texts.ts';

interface ClaimsFieldsProps {
  form: GuardedFormState<ProviderValues>;
  has: HasField;
}

/** Which claims say what about a user, how they are written, and which attributes follow them. */
export function ClaimsFields({ form, has }: ClaimsFieldsProps) {
  const t = useProviderTexts();
  const own = useClaimsTexts();
  return (
    <>
      <Panel title={t.claims}>
        <div className={classes.fields}>
          <p className={classes.hint}>{own.pathHint}</p>
          <div className={classes.pair}>
            <TextInput label={t.claimFields.subject} {...form.field('subject')} />
            <TextInput label={t.claimFields.email} {...form.field('email')} />
            <TextInput label={t.claimFields.name} {...form.field('displayName')} />
            {has('synchronization') && (
              <TextInput label={t.claimFields.language} {...form.field('language')} />
            )}
            <TextInput
              label={t.claimFields.groups}
              placeholder={t.groupsHint}
              {...form.field('groups')}
            />
          </div>
          {has('groupsForm') && form.values.groups.trim() !== '' && (
            <ClaimForm form={form} name="groupsForm" about={t.claim.groups} />
          )}
          {has('groupRoles') && form.values.groups.trim() !== '' && (
            <Textarea
              label={t.groupRoles}
              description={t.groupRolesHint}
              rows={3}
              {...form.field('groupRoles')}
            />
          )}
          {has('unitMap') && (
            <TextInput
              label={t.claimFields.units}
              placeholder={own.unitsHint}
              {...form.field('units')}
            />
          )}
          {has('unitMap') && form.values.units.trim() !== '' && (
            <>
              <ClaimForm form={form} name="unitsForm" about={t.claim.units} />
              <UnitMap form={form} />
            </>
          )}
        </div>
      </Panel>
      {has('synchronization') && <Synchronization form={form} />}
    </>
  );
}

function ClaimForm({
  form,
  name,
  about,
}: {
  form: GuardedFormState<ProviderValues>;
  name: 'groupsForm' | 'unitsForm';
  about: string;
}) {
  const t = useClaimsTexts();
  const value = form.values[name];
  const change = (changed: Partial<typeof value>) => form.set(name, { ...value, ...changed });
  const { error } = form.field(name);
  return (
    <fieldset className={classes.group}>
      <legend>{t.formOf(about)}</legend>
      <div className={classes.pair}>
        <NativeSelect
          label={t.form}
          data={claimFormChoices.map((kind) => ({ value: kind, label: labelFor(t.forms, kind) }))}
          value={value.kind}
          onChange={({ currentTarget }) => {
            const kind = claimFormChoices.find((choice) => choice === currentTarget.value);
            if (kind) change({ kind });
          }}
        />
        {value.kind === 'OBJECTS' && (
          <TextInput
            label={t.property}
            placeholder="name"
            value={value.property}
            error={error}
            onChange={({ currentTarget }) => change({ property: currentTarget.value })}
          />
        )}
        {value.kind === 'TEXT' && (
          <TextInput
            label={t.separator}
            placeholder={t.separatorHint}
            value={value.separator}
            onChange={({ currentTarget }) => change({ separator: currentTarget.value })}
          />
        )}
      </div>
      <Checkbox
        label={t.absentMeansNone}
        description={t.absentHint}
        checked={value.absentMeansNone}
        onChange={({ currentTarget }) => change({ absentMeansNone: currentTarget.checked })}
      />
    </fieldset>
  );
}

let addedRows = 0;
const nextKey = () => `added ${(addedRows += 1)}`;

/** Values of the claim, each with the unit that it stands for. */
function UnitMap({ form }: { form: GuardedFormState<ProviderValues> }) {
  const t = useClaimsTexts();
  const { unitMap } = form.values;
  const change = (index: number, changed: Partial<MappedUnit>) =>
    form.set(
      'unitMap',
      unitMap.map((entry, at) => (at === index ? { ...entry, ...changed } : entry)),
    );
  const { error } = form.field('unitMap');
  return (
    <fieldset className={classes.group}>
      <legend>{t.unitMap}</legend>
      {unitMap.map(({ key, value, unit }, index) => (
        <div key={key} className={classes.mapped}>
          <TextInput
            label={t.unitValue}
            value={value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <UnitPicker
            label={t.unit}
            value={unit}
            onChange={(chosen) => change(index, { unit: chosen })}
          />
          <Button
            variant="subtle"
            color="gray"
            aria-label={t.removeUnit(value)}
            onClick={() =>
              form.set(
                'unitMap',
                unitMap.filter((_, at) => at !== index),
              )
            }
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </Button>
        </div>
      ))}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <AddButton
        className={classes.add}
        onClick={() => form.set('unitMap', [...unitMap, { key: nextKey(), value: '', unit: null }])}
      >
        {t.addUnit}
      </AddButton>
    </fieldset>
  );
}

/** When the provider sets each attribute. */
function Synchronization({ form }: { form: GuardedFormState<ProviderValues> }) {
  const t = useClaimsTexts();
  const { synchronization: rules } = form.values;
  return (
    <Panel title={t.synchronization}>
      <div className={classes.fields}>
        <p className={classes.hint}>{t.synchronizationHint}</p>
        <div className={classes.pair}>
          {ruledAttributes.map((attribute) => (
            <NativeSelect
              key={attribute}
              label={labelFor(t.attributes, attribute)}
              data={ruleChoices.map((rule) => ({ value: rule, label: labelFor(t.rules, rule) }))}
              value={rules[attribute]}
              onChange={({ currentTarget }) => {
                const rule = ruleChoices.find((choice) => choice === currentTarget.value);
                if (rule) form.set('synchronization', { ...rules, [attribute]: rule });
              }}
            />
          ))}
        </div>
      </div>
    </Panel>
  );
}
