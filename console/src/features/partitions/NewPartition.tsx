import { useRouter } from '@tanstack/react-router';
import { createPartition, listPartitions } from '@annals/contracts/partitions';
import { call } from '../../platform/api/call.ts';
import { invalidate } from '../../platform/api/query.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { validationRules, emptyPartition, PartitionFields } from './shared/PartitionFields.tsx';
import { usePartitionTexts } from './shared/partitions.texts.ts';

/** The dialog that creates a partition and opens its page. */
export function NewPartition({ onClose }: { onClose: () => void }) {
  const t = usePartitionTexts();
  const router = useRouter();
  const form = useGuardedForm({
    initialValues: emptyPartition,
    validate: validationRules(t),
    save: ({ partitionName, description }) =>
      call(createPartition, {
        body: {
          partitionName: partitionName.trim(),
          ...(description.trim() && { description: description.trim() }),
        },
      }),
    onSaved: (partition, { partitionName }) => {
      showToast({ message: t.createdToast(partition.partitionName ?? partitionName.trim()) });
      void invalidate(listPartitions);
      router.history.push(pathTo('v1-partitions-partitionId', { partitionId: partition.id }));
    },
  });
  return (
    <Dialog title={t.newPartition} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={t.create}
        failed={t.notCreated}
        labels={{ partitionName: t.name, description: t.description }}
        onCancel={onClose}
      >
        <PartitionFields form={form} first />
      </GuardedForm>
    </Dialog>
  );
}
