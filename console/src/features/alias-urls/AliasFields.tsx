import { Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getPartition } from '@annals/contracts/partitions';
import { queryOf } from '../../platform/api/query.ts';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { ObjectPicker } from '../../domain/pickers/ObjectPicker.tsx';
import { PartitionPicker } from '../../domain/pickers/PartitionPicker.tsx';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import type { AliasValues } from './alias-form.ts';
import { aliasAddress } from './alias-state.tsx';
import { useAliasTexts } from './alias-urls.texts.ts';
import classes from './AliasUrls.module.css';

/** The most common one first. */
const kinds = ['TIMELINE', 'OBJECT', 'URL'] as const;

/** The fields of an alias; the name only for a new one. */
export function AliasFields({
  form,
  isNew,
}: {
  form: GuardedFormState<AliasValues>;
  isNew: boolean;
}) {
  const t = useAliasTexts();
  const { values } = form;
  return (
    <>
      {isNew && (
        <TextInput
          label={t.alias}
          description={t.aliasHint(aliasAddress(values.alias.trim().toLowerCase()))}
          withAsterisk
          data-autofocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          {...form.field('alias')}
        />
      )}
      <Radio.Group label={t.target} {...form.field('kind')}>
        <div className={classes.choices}>
          {kinds.map((kind) => (
            <Radio key={kind} value={kind} label={t.kindChoices[kind]} />
          ))}
        </div>
      </Radio.Group>
      {values.kind === 'URL' ? (
        <TextInput
          label={t.url}
          type="url"
          withAsterisk
          maxLength={2000}
          spellCheck={false}
          {...form.field('url')}
        />
      ) : (
        <ObjectFields form={form} />
      )}
      <MomentInput
        label={t.expiry}
        description={t.expiryHint}
        className={classes.expiry ?? ''}
        {...form.field('expiry')}
      />
    </>
  );
}

function ObjectFields({ form }: { form: GuardedFormState<AliasValues> }) {
  const t = useAliasTexts();
  const { partition } = form.values;
  const field = form.field('object');
  const { data: known } = useQuery({
    ...queryOf(getPartition, { params: { partitionId: partition?.id ?? '' } }),
    enabled: partition !== null && partition.id !== '',
  });
  return (
    <>
      <PartitionPicker
        label={t.partition}
        required
        {...form.field('partition')}
        value={partition && { ...known, ...partition }}
        onChange={(picked) => {
          form.set('partition', picked);
          form.set('object', null);
        }}
      />
      <ObjectPicker
        label={t.object}
        description={t.objectHint}
        required
        partitionId={partition?.id}
        {...field}
        onChange={(object) => {
          form.set('object', object);
          // A pasted page address may belong to another partition.
          if (object?.partitionId !== undefined && object.partitionId !== partition?.id)
            form.set('partition', { id: object.partitionId });
        }}
      />
    </>
  );
}
