import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { useEditTexts } from './edit.texts.ts';
import { draftOf, type ObjectDraft, writtenReferences } from './object-draft.ts';
import { useWriteVersion } from './object-writes.ts';
import { ObjectForm } from './ObjectForm.tsx';

interface NewObjectProps {
  partitionId: string;
  onClose: () => void;
}

/** The dialog that creates an object and opens its page. */
export function NewObject({ partitionId, onClose }: NewObjectProps) {
  const t = useEditTexts();
  const router = useRouter();
  const write = useWriteVersion(partitionId);
  const start = useMemo(() => draftOf('', { objectData: { title: '' }, references: [] }), []);

  function create({ type, reading, references }: ObjectDraft) {
    if (!reading.ok) return;
    write.mutate(
      { type: type.trim(), objectData: reading.value, references: writtenReferences(references) },
      {
        onSuccess: (version) => {
          showToast({ message: t.created(titleOf({ ...version, objectData: reading.value })) });
          router.history.push(latestPath(partitionId, version), {}, { ignoreBlocker: true });
        },
      },
    );
  }

  return (
    <Dialog title={t.newObject} onClose={onClose} form size="min(880px, 96vw)">
      <ObjectForm
        partitionId={partitionId}
        start={start}
        isNew
        submit={t.create}
        pending={write.isPending}
        error={write.error}
        onSubmit={create}
        onClose={onClose}
      />
    </Dialog>
  );
}
