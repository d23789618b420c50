import { Textarea, TextInput } from '@mantine/core';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { type ChangeSetTexts, useChangeSetTexts } from './change-sets.texts.ts';

export interface ChangeSetValues {
  title: string;
  description: string;
  reason: string;
}

interface ChangeSetFieldsProps {
  form: Pick<GuardedFormState<ChangeSetValues>, 'field'>;
  /** Whether the title gets the focus when the dialog opens. */
  first?: boolean;
}

/** The title, reason and description of a change set. */
export function ChangeSetFields({ form, first = false }: ChangeSetFieldsProps) {
  const t = useChangeSetTexts();
  return (
    <>
      <TextInput
        label={t.title}
        description={t.titleHint}
        maxLength={400}
        data-autofocus={first || undefined}
        autoComplete="off"
        withAsterisk
        {...form.field('title')}
      />
      <Textarea
        label={t.description}
        description={t.descriptionHint}
        rows={4}
        {...form.field('description')}
      />
      <TextInput
        label={t.reason}
        description={t.reasonHint}
        autoComplete="off"
        {...form.field('reason')}
      />
    </>
  );
}

export function changeSetRules(t: ChangeSetTexts) {
  return {
    title: (text: string) =>
      text.trim() === '' ? t.titleNeeded : text.trim().length > 200 ? t.titleTooLong : null,
    description: (text: string) => (text.trim().length > 10_000 ? t.descriptionTooLong : null),
    reason: (text: string) => (text.trim().length > 1000 ? t.reasonTooLong : null),
  };
}

/** The values for the service: empty ones are null. */
export function toChangeSetBody({ title, description, reason }: ChangeSetValues) {
  return {
    title: title.trim(),
    description: description.trim() || null,
    reason: reason.trim() || null,
  };
}
