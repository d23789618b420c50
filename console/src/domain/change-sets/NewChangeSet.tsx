import { useRouter } from '@tanstack/react-router';
import { createChangeSet } from '@annals/contracts/change-sets';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { invalidateChangeSets } from './change-sets.queries.ts';
import { ChangeSetFields, changeSetRules, toChangeSetBody } from './ChangeSetFields.tsx';
import { useChangeSetTexts } from './change-sets.texts.ts';

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
      call(createChangeSet, { params: { partitionId }, body: toChangeSetBody(values) }),
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
