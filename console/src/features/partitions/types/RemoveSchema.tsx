import type { ObjectType } from '@annals/contracts/object-types';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { invalidatePartitionAndLists } from '../shared/partition.queries.ts';
import { saveSchema } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';

interface RemoveSchemaProps {
  partitionId: string;
  type: ObjectType;
  onClose: () => void;
  onRemoved: () => void;
}

/** Confirms removing a schema. */
export function RemoveSchema({ partitionId, type, onClose, onRemoved }: RemoveSchemaProps) {
  const t = useTypeTexts();
  return (
    <ConfirmDialog
      title={t.removeTitle(type.type)}
      question={t.removeQuestion}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => saveSchema(partitionId, type.type, null, type.version)}
      onDone={() => {
        showToast({ message: t.removed(type.type) });
        void invalidatePartitionAndLists(partitionId);
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}
