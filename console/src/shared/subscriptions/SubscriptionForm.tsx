import { Radio, TextInput } from '@mantine/core';
import { deliveries, type Delivery } from '@annals/contracts/subscriptions';
import { GuardedForm } from '../forms/GuardedForm.tsx';
import type { GuardedFormState } from '../forms/useGuardedForm.ts';
import { pathTo } from '../links.ts';
import { PathLink } from '../page/PathLink.tsx';
import { badFieldIn, pointersIn } from './field-names.ts';
import classes from './Subscriptions.module.css';
import { useSubscriptionTexts, type SubscriptionTexts } from './subscriptions.texts.ts';

export interface SubscriptionValues {
  query: string;
  /** Fields as people write them. */
  paths: string;
  delivery: Delivery;
}

interface SubscriptionFormProps {
  form: GuardedFormState<SubscriptionValues>;
  /** Of the object that is followed; undefined: a search, which can be changed here. */
  name: string | undefined;
  save: string;
  onClose: () => void;
}

/** The fields of a subscription, for a new one and for changes. */
export function SubscriptionForm({ form, name, save, onClose }: SubscriptionFormProps) {
  const t = useSubscriptionTexts();
  return (
    <GuardedForm
      form={form}
      save={save}
      failed={t.notSaved}
      labels={{ query: t.query, paths: t.fields, delivery: t.how }}
      show={(field, value) =>
        field === 'delivery' ? t.deliveries[value as Delivery] : String(value)
      }
      onCancel={onClose}
    >
      {name === undefined ? (
        <TextInput
          label={t.query}
          description={t.queryHint}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          {...form.field('query')}
        />
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

export const bodyOf = ({ paths, delivery }: Pick<SubscriptionValues, 'paths' | 'delivery'>) => ({
  paths: pointersIn(paths),
  delivery,
});

export const validationRules = (t: SubscriptionTexts) => ({
  paths: (paths: string) => {
    const bad = badFieldIn(paths);
    return bad === undefined ? null : t.badField(bad);
  },
});
