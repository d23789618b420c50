import { Radio, TextInput } from '@mantine/core';
import { shownName } from '../../ui/ids/display-names.ts';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { PartitionPicker } from '../../domain/pickers/PartitionPicker.tsx';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { ScopeField } from '../../domain/tokens/ScopeField.tsx';
import { PickMany } from '../../domain/pickers/PickMany.tsx';
import { DateInput } from '../../platform/time/DateInput.tsx';
import { useTimeTexts } from '../../platform/time/time.texts.ts';
import { useUtc } from '../../platform/time/utc.ts';
import { expiryChoices, type TokenValues } from './token-form.ts';
import classes from './TokenFields.module.css';
import { type TokenTexts, useTokenTexts } from './tokens.texts.ts';

interface TokenFieldsProps {
  form: GuardedFormState<TokenValues>;
  mayLiveForever: boolean;
}

/** The fields of a new token. */
export function TokenFields({ form, mayLiveForever }: TokenFieldsProps) {
  const t = useTokenTexts();
  const times = useTimeTexts();
  const utc = useUtc();
  const { values } = form;
  return (
    <>
      <TextInput
        label={t.description}
        description={t.descriptionHint}
        withAsterisk
        maxLength={200}
        {...form.field('description')}
      />
      <Offered needs="authentication">
        <ScopeField
          label={t.scopesOfNew}
          description={t.neverMore}
          hints={t.scopeHints}
          {...form.field('scopes')}
        />
        <Radio.Group label={t.partitionsOfNew} {...form.field('where')}>
          <div className={classes.choices}>
            <Radio value="all" label={t.allMyPartitions} />
            <Radio value="some" label={t.selectedPartitions} />
          </div>
        </Radio.Group>
        {values.where === 'some' && (
          <PickMany
            label={t.chosenPartitions}
            name={(partition) => shownName(partition.partitionName, partition.id)}
            picker={PartitionPicker}
            {...form.field('partitions')}
          />
        )}
        <Radio.Group label={t.expiry} {...form.field('expiry')}>
          <div className={classes.choices}>
            {expiryChoices.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                label={expiryLabel(choice, t)}
                disabled={choice === 'never' && !mayLiveForever}
                description={choice === 'never' && !mayLiveForever ? t.neverHint : undefined}
              />
            ))}
          </div>
        </Radio.Group>
        {values.expiry === 'date' && (
          <DateInput
            kind="date"
            label={t.date}
            description={utc ? times.inUtc : undefined}
            className={classes.date ?? ''}
            {...form.field('date')}
            onChange={(date) => form.set('date', date ?? '')}
          />
        )}
      </Offered>
    </>
  );
}

function expiryLabel(choice: (typeof expiryChoices)[number], t: TokenTexts): string {
  if (choice === 'date') return t.onDate;
  return choice === 'never' ? t.neverExpires : t.inDays(Number(choice));
}
