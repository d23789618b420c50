import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeSignInRule,
  createSignInRule,
  listSignInRules,
  previewSignInRule,
  type SignInRule,
} from '@annals/contracts/sign-in-rules';
import { freshProofActions } from '@annals/contracts/fresh-proof-actions';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { UnitPicker } from '../../domain/pickers/UnitPicker.tsx';
import { call } from '../../platform/api/call.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { isArray } from '../../platform/json-values/json-values.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { type GuardedFormState, useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { demandsIn, numberRules, ruleIn, type RuleValues, valuesOf } from './rule-form.ts';
import { PreviewRule } from './PreviewRule.tsx';
import { invalidateSignInRules } from './sign-in-rules.queries.ts';
import { useSignInRulesTexts } from './sign-in-rules.texts.ts';
import classes from './SignInRulesPage.module.css';

interface EditRuleProps {
  /** Undefined for a new one. */
  rule: SignInRule | undefined;
  onClose: () => void;
}

export function EditRule({ rule, onClose }: EditRuleProps) {
  const t = useSignInRulesTexts();
  const form = useGuardedForm({
    initialValues: valuesOf(rule),
    version: rule?.version,
    validate: {
      ...numberRules(t),
      role: (role, { concerns }) => (concerns === 'ROLE' && role === null ? t.roleMissing : null),
      unit: (unit, { concerns }) => (concerns === 'UNIT' && unit === null ? t.unitMissing : null),
    },
    ...(rule && { latest: () => latestOf(rule) }),
    // Whoever locks themselves out is asked first, as the rule applies at once.
    asks: true,
    save: async (values, version) => {
      const refusedFrom = await addressToRefuse(values);
      if (refusedFrom === null) await store(values, version);
      return { refusedFrom, version };
    },
    onSaved: ({ refusedFrom, version }, values) => {
      if (refusedFrom === null) close();
      else setLockOut({ values, version, refusedFrom });
    },
  });
  const [lockOut, setLockOut] = useState<LockOut>();
  const store = (values: RuleValues, version: number | undefined) =>
    rule
      ? call(
          changeSignInRule,
          { params: { ruleId: rule.id }, body: demandsIn(values) },
          { ifMatch: version },
        )
      : call(createSignInRule, { body: ruleIn(values) });
  const close = () => {
    form.guard.release();
    showToast({ message: t.saved });
    void invalidateSignInRules();
    onClose();
  };
  return (
    <Dialog title={rule ? t.changeRule : t.newRule} onClose={onClose} form size="lg">
      <GuardedForm
        form={form}
        {...(!rule && { save: t.create })}
        labels={{
          idleMinutes: t.idleMinutes,
          absoluteMinutes: t.absoluteMinutes,
          maxSessions: t.sessionCount,
          passkeyRequired: t.passkeyRequired,
          trustedDeviceDays: t.trustedDeviceDays,
          peopleNetworks: t.peopleNetworks,
          tokenNetworks: t.tokenNetworks,
          applicationNetworks: t.applicationNetworks,
          freshProofFor: t.freshProofFor,
        }}
        show={(name, value) =>
          name === 'freshProofFor' && isArray(value)
            ? value.map((action) => labelFor(t.actions, String(action))).join(', ')
            : undefined
        }
        failed={t.notSaved}
        onCancel={onClose}
      >
        <div className={classes.fields}>
          {!rule && <Concerned form={form} />}
          <Sessions form={form} />
          <Checkbox
            label={t.passkeyRequired}
            description={t.passkeyRequiredHint}
            {...form.field('passkeyRequired', 'checkbox')}
          />
          <TextInput
            label={t.trustedDeviceDays}
            description={t.trustedDeviceDaysHint}
            inputMode="numeric"
            {...form.field('trustedDeviceDays')}
          />
          <Networks form={form} />
          <FreshProof form={form} />
          <PreviewRule form={form} />
        </div>
      </GuardedForm>
      {lockOut && (
        <ConfirmDialog
          title={t.refusesYouTitle}
          question={t.refusesYou(lockOut.refusedFrom)}
          confirm={t.saveAnyway}
          failed={t.notSaved}
          danger
          act={() => store(lockOut.values, lockOut.version)}
          onDone={close}
          onClose={() => setLockOut(undefined)}
        />
      )}
    </Dialog>
  );
}

/** What somebody else has saved meanwhile. */
async function latestOf({ id }: SignInRule) {
  const { data } = await call(listSignInRules, {});
  const rule = data.find((each) => each.id === id);
  return { values: valuesOf(rule), version: rule?.version };
}

interface LockOut {
  values: RuleValues;
  version: number | undefined;
  refusedFrom: string;
}

/** The address of the person who saves the rule, if it would refuse them from there. */
async function addressToRefuse(values: RuleValues): Promise<string | null> {
  const body = ruleIn(values);
  if (body.peopleNetworks === null) return null;
  return (await call(previewSignInRule, { body })).refusedFrom;
}

interface FieldsProps {
  form: GuardedFormState<RuleValues>;
}

function Concerned({ form }: FieldsProps) {
  const t = useSignInRulesTexts();
  const labelOf = useRoleLabels();
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  return (
    <>
      <Select
        label={t.concerns}
        data={[
          { value: 'EVERYONE', label: t.everyone },
          { value: 'ROLE', label: t.role },
          { value: 'UNIT', label: t.unit },
        ]}
        allowDeselect={false}
        data-autofocus
        {...form.field('concerns')}
      />
      {form.values.concerns === 'ROLE' && (
        <Select
          label={t.role}
          data={roles.map((role) => ({ value: role.name, label: labelOf(role).name }))}
          {...form.field('role')}
        />
      )}
      {form.values.concerns === 'UNIT' && (
        <UnitPicker label={t.unit} description={t.unitHint} {...form.field('unit')} />
      )}
    </>
  );
}

function Sessions({ form }: FieldsProps) {
  const t = useSignInRulesTexts();
  return (
    <fieldset className={classes.group}>
      <legend>{t.sessions}</legend>
      <TextInput
        label={t.idleMinutes}
        description={t.idleMinutesHint}
        inputMode="numeric"
        {...form.field('idleMinutes')}
      />
      <TextInput
        label={t.absoluteMinutes}
        description={t.absoluteMinutesHint}
        inputMode="numeric"
        {...form.field('absoluteMinutes')}
      />
      <TextInput
        label={t.sessionCount}
        description={t.sessionCountHint}
        inputMode="numeric"
        {...form.field('maxSessions')}
      />
    </fieldset>
  );
}

function Networks({ form }: FieldsProps) {
  const t = useSignInRulesTexts();
  return (
    <fieldset className={classes.group}>
      <legend>{t.networks}</legend>
      <p className={classes.hint}>{t.networksHint}</p>
      {(['peopleNetworks', 'tokenNetworks', 'applicationNetworks'] as const).map((name) => (
        <Textarea key={name} label={t[name]} rows={2} spellCheck={false} {...form.field(name)} />
      ))}
    </fieldset>
  );
}

function FreshProof({ form }: FieldsProps) {
  const t = useSignInRulesTexts();
  const { freshProofFor } = form.values;
  return (
    <fieldset className={classes.group}>
      <legend>{t.freshProofFor}</legend>
      <p className={classes.hint}>{t.freshProofForHint}</p>
      <div className={classes.choices}>
        {freshProofActions.map((action) => (
          <Checkbox
            key={action}
            label={t.actions[action]}
            checked={freshProofFor.includes(action)}
            onChange={({ currentTarget }) =>
              form.set(
                'freshProofFor',
                currentTarget.checked
                  ? [...freshProofFor, action]
                  : freshProofFor.filter((each) => each !== action),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
