import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { reasonInBody } from '../../../domain/reasons/reason-in-body.ts';
import { useReason } from '../../../domain/reasons/useReason.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { usePropose } from '../propose/usePropose.tsx';
import { useGoToLatest } from '../shared/useGoToLatest.ts';
import { useEditTexts } from './edit.texts.ts';
import { draftOf, type ObjectDraft, trimReferences } from './object-draft.ts';
import { useWriteVersion } from './object-writes.ts';
import { ObjectForm } from './ObjectForm.tsx';

interface NewObjectProps {
  partitionId: string;
  onClose: () => void;
}

/** The dialog that creates an object and opens its page. */
export function NewObject({ partitionId, onClose }: NewObjectProps) {
  const t = useEditTexts();
  const goToLatest = useGoToLatest(partitionId);
  const write = useWriteVersion(partitionId);
  // Further objects have the same type as the first.
  const [another, setAnother] = useState(false);
  const reason = useReason();
  const [round, setRound] = useState({ count: 0, type: '' });
  const start = useMemo(
    () => draftOf(round.type, { objectData: { title: '' }, references: [] }),
    [round.type],
  );

  const { propose, becauseOf, needsReason, dialog } = usePropose(partitionId, onClose);

  function create({ type, reading, references }: ObjectDraft) {
    if (!reading.ok || !reason.isGiven(needsReason(type.trim()))) return;
    write.mutate(
      {
        type: type.trim(),
        objectData: reading.value,
        references: trimReferences(references),
        ...reasonInBody(reason.text),
      },
      {
        onSuccess: (version) => {
          showToast({ message: t.created(titleOf({ ...version, objectData: reading.value })) });
          if (another) {
            write.reset();
            setRound(({ count }) => ({ count: count + 1, type: type.trim() }));
          } else goToLatest(version);
        },
      },
    );
  }

  return (
    <Dialog title={t.newObject} onClose={onClose} form size="min(880px, 96vw)">
      <ObjectForm
        key={round.count}
        partitionId={partitionId}
        start={start}
        isNew
        submit={t.create}
        besideSubmit={
          <Checkbox
            mr="auto"
            label={t.createAnother}
            checked={another}
            onChange={(event) => setAnother(event.currentTarget.checked)}
          />
        }
        pending={write.isPending}
        error={write.error}
        onSubmit={create}
        onPropose={
          propose &&
          (({ type, reading, references }) => {
            if (!reading.ok) return;
            const objectData = reading.value;
            const title = titleOf({ id: '', objectData });
            const content = { objectData, references: trimReferences(references) };
            propose({ operation: 'create', type: type.trim(), ...content }, title, reason.text);
          })
        }
        proposeBecause={becauseOf}
        onClose={onClose}
        renderBelow={({ type }) => reason.renderField(needsReason(type.trim()))}
      />
      {dialog}
    </Dialog>
  );
}
