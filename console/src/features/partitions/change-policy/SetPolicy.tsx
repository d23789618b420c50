import { Button, Checkbox, NativeSelect, Radio } from '@mantine/core';
import { queryOptions, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type ChangePolicy,
  getChangePolicy,
  putChangePolicy,
} from '@annals/contracts/change-policy';
import { typeName } from '@annals/contracts/object-version';
import type { getPartition } from '@annals/contracts/partitions';
import { startSignature } from '@annals/contracts/signatures';
import { AddButton } from '../../../ui/buttons/AddButton.tsx';
import type { AnswerOf } from '../../../platform/api/told.ts';
import type { Page } from '../../../platform/api/page.ts';
import { call } from '../../../platform/api/call.ts';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { MemberPicker } from '../../../domain/change-sets/MemberPicker.tsx';
import { policySentences } from '../../../domain/change-sets/rule-sentences.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../../ui/forms/useGuardedForm.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { Picker, type PickerProps } from '../../../domain/pickers/Picker.tsx';
import { PickMany } from '../../../domain/pickers/PickMany.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import classes from './ChangePolicy.module.css';
import { usePolicyTexts } from './change-policy.texts.ts';
import {
  errorOf,
  newRule,
  type PolicyValues,
  type RuleDraft,
  ruleOf,
  valuesOf,
  toPolicyBody,
} from './rule-draft.ts';

type KnownPartition = AnswerOf<typeof getPartition>;

interface SetPolicyProps {
  partition: KnownPartition;
  policy: ChangePolicy;
  onClose: () => void;
}

/** The service's limit. */
const maxRules = 20;
const members = ['OWNER', 'EDITOR', 'READER'];

/** The dialog that sets the change policy, with a summary in words. */
export function SetPolicy({ partition, policy, onClose }: SetPolicyProps) {
  const t = usePolicyTexts();
  const words = useChangeSetTexts();
  const params = { partitionId: partition.id };
  const form = useGuardedForm<PolicyValues, ChangePolicy>({
    initialValues: valuesOf(policy),
    version: policy.version,
    validate: {
      rules: (rules: readonly RuleDraft[]) => {
        const error = errorOf(rules);
        return error && t[error];
      },
    },
    save: (values, version) =>
      call(putChangePolicy, { params, body: toPolicyBody(values) }, { ifMatch: version }),
    latest: async () => {
      const now = await call(getChangePolicy, { params });
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: () => {
      showToast({ message: t.setToast });
      void invalidateChangeSets(partition.id);
      onClose();
    },
  });
  const { rules, breakGlass } = form.values;
  const setRules = (next: readonly RuleDraft[]) => form.set('rules', next);
  const inWords = (shown: readonly RuleDraft[], shownBreakGlass: boolean) => (
    <ul className={classes.sentences}>
      {policySentences(words, { rules: shown.map(ruleOf), breakGlass: shownBreakGlass }).map(
        (sentence) => (
          <li key={sentence}>{sentence}</li>
        ),
      )}
    </ul>
  );
  const { error } = form.field('rules');
  return (
    <Dialog title={t.title} onClose={onClose} form size="min(720px, 96vw)">
      <GuardedForm
        form={form}
        save={t.setIt}
        failed={t.notSet}
        labels={{ rules: t.rules, breakGlass: t.breakGlass }}
        show={(name, value) =>
          name === 'rules' ? inWords(value as readonly RuleDraft[], false) : undefined
        }
        onCancel={onClose}
      >
        {rules.map((rule, index) => (
          <Rule
            key={rule.key}
            partition={partition}
            rule={rule}
            place={index + 1}
            onChange={(next) => setRules(rules.with(index, next))}
            onRemove={() => setRules(rules.filter((each) => each !== rule))}
          />
        ))}
        {rules.length < maxRules && (
          <AddButton className={classes.add} onClick={() => setRules([...rules, newRule(rules)])}>
            {t.addRule}
          </AddButton>
        )}
        {rules.length > 0 && (
          <Checkbox
            label={t.breakGlass}
            description={t.breakGlassHint}
            {...form.field('breakGlass', 'checkbox')}
          />
        )}
        <section aria-live="polite">
          <h3 className={classes.heading}>{t.inWords}</h3>
          {inWords(rules, breakGlass && rules.length > 0)}
        </section>
        {error && (
          <p className={classes.error} role="alert">
            {error}
          </p>
        )}
      </GuardedForm>
    </Dialog>
  );
}

interface RuleProps {
  partition: KnownPartition;
  rule: RuleDraft;
  place: number;
  onChange: (rule: RuleDraft) => void;
  onRemove: () => void;
}

function Rule({ partition, rule, place, onChange, onRemove }: RuleProps) {
  const t = usePolicyTexts();
  const maySign = useCapability(startSignature);
  const set = (change: Partial<RuleDraft>) => onChange({ ...rule, ...change });
  return (
    <fieldset className={classes.rule}>
      <legend className={classes.legend}>{t.rule(place)}</legend>
      <Radio.Group
        label={t.forTypes}
        value={rule.isForAll ? 'all' : 'some'}
        onChange={(value) => set({ isForAll: value === 'all' })}
      >
        <div className={classes.choices}>
          <Radio value="all" label={t.allTypes} />
          <Radio value="some" label={t.someTypes} />
        </div>
      </Radio.Group>
      {!rule.isForAll && (
        <TypesPicker
          partition={partition}
          value={rule.types}
          onChange={(types) => set({ types })}
        />
      )}
      <NativeSelect
        className={classes.approvals ?? ''}
        label={t.approvals}
        description={t.approvalsHint}
        value={String(rule.approvals)}
        data={[0, 1, 2, 3, 4, 5].map((count) => ({
          value: String(count),
          label: count === 0 ? t.none : String(count),
        }))}
        onChange={({ currentTarget }) => set({ approvals: Number(currentTarget.value) })}
      />
      {rule.approvals > 0 && (
        <>
          <div role="group" aria-label={t.whoApproves}>
            <p className={classes.label}>{t.whoApproves}</p>
            <p className={classes.quiet}>{t.whoApprovesHint}</p>
            <div className={classes.choices}>
              <Checkbox
                label={t.owners}
                checked={rule.owners}
                onChange={({ currentTarget }) => set({ owners: currentTarget.checked })}
              />
              <Checkbox
                label={t.editors}
                checked={rule.editors}
                onChange={({ currentTarget }) => set({ editors: currentTarget.checked })}
              />
            </div>
          </div>
          <MemberPicker
            partitionId={partition.id}
            label={t.users}
            placeholder={t.findMember}
            roles={members}
            value={rule.users}
            onChange={(users) => set({ users })}
          />
          {maySign && (
            <Checkbox
              label={t.signatureRequired}
              description={t.signatureRequiredHint}
              checked={rule.signatureRequired}
              onChange={({ currentTarget }) => set({ signatureRequired: currentTarget.checked })}
            />
          )}
        </>
      )}
      <Checkbox
        label={t.reasonRequired}
        checked={rule.reasonRequired}
        onChange={({ currentTarget }) => set({ reasonRequired: currentTarget.checked })}
      />
      <Button
        className={classes.add ?? ''}
        size="xs"
        variant="default"
        aria-label={t.removeRule(place)}
        onClick={onRemove}
      >
        {t.remove}
      </Button>
    </fieldset>
  );
}

interface PickedType {
  id: string;
}

interface TypesPickerProps {
  partition: KnownPartition;
  value: readonly string[];
  onChange: (types: string[]) => void;
}

/** Picks existing types of the partition, or new ones. */
function TypesPicker({ partition: { id, types }, value, onChange }: TypesPickerProps) {
  const t = usePolicyTexts();
  const picker = useMemo(() => {
    const typeNames = types?.map(({ type }) => type) ?? [];
    const query = (text: string) => typesQuery(id, typeNames, text);
    return (props: PickerProps<PickedType>) => <Picker query={query} nameOf={nameOf} {...props} />;
  }, [id, types]);
  return (
    <PickMany<PickedType>
      picker={picker}
      name={nameOf}
      label={t.types}
      placeholder={t.findType}
      value={value.map((type) => ({ id: type }))}
      onChange={(picked) => onChange(picked.map(nameOf))}
    />
  );
}

const nameOf = ({ id }: PickedType): string => id;
const maxOffered = 20;

function typesQuery(partitionId: string, known: readonly string[], text: string) {
  return queryOptions({
    queryKey: ['pick', 'type', partitionId, text] as QueryKey,
    queryFn: (): Page<PickedType> => {
      const fitting = known.filter((type) => type.toLowerCase().includes(text.toLowerCase()));
      const isNew = !known.includes(text) && typeName.safeParse(text).success;
      const data = [...(isNew ? [text] : []), ...fitting].map((id) => ({ id }));
      return {
        data: data.slice(0, maxOffered),
        hasMore: data.length > maxOffered,
        nextCursor: null,
      };
    },
  });
}
