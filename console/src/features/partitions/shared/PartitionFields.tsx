import { Textarea, TextInput } from '@mantine/core';
import type { GuardedFormState } from '../../../ui/forms/useGuardedForm.ts';
import { type PartitionTexts, usePartitionTexts } from './partitions.texts.ts';

interface PartitionFieldsProps {
  form: Pick<GuardedFormState<PartitionValues>, 'field'>;
  /** Whether the name gets the focus when the dialog opens. */
  first?: boolean;
}

export function PartitionFields({ form, first = false }: PartitionFieldsProps) {
  const t = usePartitionTexts();
  return (
    <>
      <TextInput
        label={t.name}
        maxLength={200}
        data-autofocus={first || undefined}
        autoComplete="off"
        withAsterisk
        {...form.field('partitionName')}
      />
      <Textarea
        label={t.description}
        description={t.descriptionHint}
        rows={3}
        {...form.field('description')}
      />
    </>
  );
}

export interface PartitionValues {
  partitionName: string;
  description: string;
}

export const emptyPartition: PartitionValues = { partitionName: '', description: '' };

export function validationRules(t: PartitionTexts) {
  return {
    partitionName: (text: string) =>
      text.trim() === '' ? t.nameNeeded : text.trim().length > 100 ? t.nameTooLong : null,
    description: (text: string) => (text.length > 2000 ? t.descriptionTooLong : null),
  };
}
