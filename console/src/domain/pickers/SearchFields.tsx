import { TextInput } from '@mantine/core';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { ReferencedPicker, type Referenced } from './ReferencedPicker.tsx';

interface SearchFieldsProps {
  form: Pick<
    GuardedFormState<{ query: string; references: Referenced[] }>,
    'field' | 'set' | 'values'
  >;
  partitionId: string;
  texts: { query: string; queryHint: string; references: string; referencesHint: string };
}

/** The fields of a search in a form: a query, and the objects that results have to refer to. */
export function SearchFields({ form, partitionId, texts }: SearchFieldsProps) {
  return (
    <>
      <TextInput
        label={texts.query}
        description={texts.queryHint}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        {...form.field('query')}
      />
      <ReferencedPicker
        partitionId={partitionId}
        label={texts.references}
        description={texts.referencesHint}
        {...form.field('references')}
        value={form.values.references}
        onChange={(values) => form.set('references', values)}
      />
    </>
  );
}
