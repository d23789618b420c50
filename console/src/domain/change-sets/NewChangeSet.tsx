import { Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { createChangeSet } from '@annals/contracts/change-sets';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { type GuardedFormState, useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { invalidateChangeSets } from './change-sets.queries.ts';
import { type ChangeSetTexts, useChangeSetTexts } from './change-sets.texts.ts';

export interface ChangeSetValues {
  title: string;
  description: string;
  reason: string;
}

/** The dialog that creates a change set and opens its page. */
export function NewChangeSet({
  partitionId,
  onClose,
}: {
  partitionId: string;
  onClose: () => void;
}) {
  const t = useChangeSetTexts();
  const router = useRouter();
  const form = useGuardedForm({
    initialValues: { title: '', description: '', reason: '' },
    validate: changeSetRules(t),
    save: (values) =>
      call(createChangeSet, { params: { partitionId }, body: writtenValues(values) }),
    onSaved: ({ id: changeSetId, title }) => {
      showToast({ message: t.begun(title) });
      void invalidateChangeSets(partitionId);
      router.history.push(
        pathTo('v1-partitions-partitionId-change-sets-changeSetId', { partitionId, changeSetId }),
      );
    },
  });
  return (
    <Dialog title={t.newChangeSet} onClose={onClose} form>
      <GuardedForm form={form} save={t.begin} failed={t.notBegun} onCancel={onClose}>
        <ChangeSetFields form={form} first />
      </GuardedForm>
    </Dialog>
  );
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
export function writtenValues({ title, description, reason }: ChangeSetValues) {
  return {
    title: title.trim(),
    description: description.trim() || null,
    reason: reason.trim() || null,
  };
}
