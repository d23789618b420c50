import { Radio, TextInput } from '@mantine/core';
import { deliveries, type Delivery } from '@annals/contracts/subscriptions';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { wantedReferences, type Referenced } from '../pickers/ReferencedPicker.tsx';
import { SearchFields } from '../pickers/SearchFields.tsx';
import { badFieldIn, pointersIn } from './field-names.ts';
import classes from './Subscriptions.module.css';
import { useSubscriptionTexts, type SubscriptionTexts } from './subscriptions.texts.ts';

export interface SubscriptionValues {
  query: string;
  /** The objects that results have to refer to; only for a search. */
  references: Referenced[];
  /** The field names as typed. */
  paths: string;
  delivery: Delivery;
}

interface SubscriptionFormProps {
  form: GuardedFormState<SubscriptionValues>;
  partitionId: string;
  /** The title of the followed object; undefined for a search, which can be edited here. */
  name: string | undefined;
  save: string;
  onClose: () => void;
}

/** The fields of a subscription, new or existing. */
export function SubscriptionForm({
  form,
  partitionId,
  name,
  save,
  onClose,
}: SubscriptionFormProps) {
  const t = useSubscriptionTexts();
  return (
    <GuardedForm
      form={form}
      save={save}
      failed={t.notSaved}
      labels={{ query: t.query, references: t.references, paths: t.fields, delivery: t.how }}
      show={(field, value) => {
        if (field === 'delivery') return t.deliveries[value as Delivery];
        if (field !== 'references') return String(value);
        return (value as Referenced[]).map(({ title }) => title).join(', ');
      }}
      onCancel={onClose}
    >
      {name === undefined ? (
        <SearchFields form={form} partitionId={partitionId} texts={t} />
      ) : (
        <p className={classes.what}>
          {t.what}: <strong>{name}</strong>
        </p>
      )}
      <TextInput
        label={t.fields}
        description={t.fieldsHint}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        {...form.field('paths')}
      />
      <Radio.Group label={t.how} description={t.howHint} {...form.field('delivery')}>
        <div className={classes.choices}>
          {deliveries.map((delivery) => (
            <Radio key={delivery} value={delivery} label={t.deliveries[delivery]} />
          ))}
        </div>
      </Radio.Group>
      <p className={classes.what}>
        <PathLink to={pathTo('subscriptions')}>{t.all}</PathLink>
      </p>
    </GuardedForm>
  );
}

export const bodyOf = ({ paths, delivery }: SubscriptionValues) => ({
  paths: pointersIn(paths),
  delivery,
});

/** The additional fields of a search. */
export const searchOf = ({ query, references }: SubscriptionValues) => ({
  query,
  references: wantedReferences(references),
});

export const validationRules = (t: SubscriptionTexts) => ({
  paths: (paths: string) => {
    const bad = badFieldIn(paths);
    return bad === undefined ? null : t.badField(bad);
  },
});
