import { useState } from 'react';
import { putOperation } from '@annals/contracts/change-set-operations';
import type { ChangeSetOperation } from '../../../platform/api/things.ts';
import { call } from '../../../platform/api/call.ts';
import {
  type ChangeOperation,
  invalidateChangeSets,
} from '../../../domain/change-sets/change-sets.queries.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { MergeVersions } from '../edit/MergeVersions.tsx';
import { draftOf, type WrittenObject, trimReferences } from '../edit/object-draft.ts';
import { ObjectForm } from '../edit/ObjectForm.tsx';
import classes from './ChangeSet.module.css';
import type { SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { editableContent, localReferences, toChangeOperation } from './set-operation.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

interface EditOperationProps {
  params: SetParams;
  operation: ChangeSetOperation;
  title: string;
  /** Starts with the merge of a newer version. */
  merges?: boolean;
  onClose: () => void;
}

/** The dialog that edits a change within its change set, or merges it with a newer version. */
export function EditOperation({
  params,
  operation,
  title,
  merges = false,
  onClose,
}: EditOperationProps) {
  const t = useSetTexts();
  const { operationId, type, base, current } = operation;
  const [start, setStart] = useState(() => ({
    draft: draftOf(type, editableContent(operation)),
    predecessorId: operation.predecessorId ?? undefined,
    isMerged: false,
  }));
  const saving = useSingleMutation({
    mutationFn: (body: ChangeOperation) =>
      call(putOperation, { params: { ...params, operationId }, body }),
    onSuccess: () => {
      showToast({ message: t.updated(title) });
      void invalidateChangeSets(params.partitionId);
      onClose();
    },
  });
  const unchanged = localReferences(operation);
  const save = (content: WrittenObject, predecessorId: string | undefined) =>
    saving.mutate(toChangeOperation(operation, content, predecessorId));
  const isMerging = merges && !start.isMerged && base !== null && current !== null;
  return (
    <Dialog
      title={isMerging ? t.mergeTitle(title) : t.editTitle(title)}
      onClose={onClose}
      form
      size="min(1040px, 96vw)"
    >
      {isMerging ? (
        <MergeVersions
          partitionId={params.partitionId}
          base={base}
          theirs={current}
          mine={editableContent(operation)}
          words={{ intro: t.mergeIntro, submit: t.takeMerged, discard: t.cancel }}
          pending={saving.isPending}
          error={saving.error}
          onSave={(merged) => save(merged, current.id)}
          onEdit={(content) => {
            saving.reset();
            setStart({ draft: draftOf(type, content), predecessorId: current.id, isMerged: true });
          }}
          onDiscard={onClose}
        />
      ) : (
        <ObjectForm
          partitionId={params.partitionId}
          start={start.draft}
          unsaved={start.isMerged}
          submit={t.saveOperation}
          pending={saving.isPending}
          error={saving.error}
          onSubmit={({ reading, references }) => {
            if (reading.ok)
              save(
                { objectData: reading.value, references: trimReferences(references) },
                start.predecessorId,
              );
          }}
          onClose={onClose}
          renderBelow={() =>
            unchanged.length > 0 && (
              <p className={classes.quiet}>
                {t.localReferences(unchanged.map(({ name }) => name).join(', '))}
              </p>
            )
          }
          erased={base?.erased}
          erasedFrom={base?.objectData}
        />
      )}
    </Dialog>
  );
}
