import { useMemo, useState } from 'react';
import { latestObject } from '@annals/contracts/objects';
import { call } from '../../../platform/api/call.ts';
import { diffVersions, isUnchanged } from '@annals/rules/version-diff/diff-versions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { VersionDiff } from '../../../ui/diff/VersionDiff.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { givenReason } from '../../../domain/reasons/given-reason.ts';
import { useReason } from '../../../domain/reasons/useReason.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { usePropose } from '../propose/usePropose.tsx';
import { TargetLink } from '../shared/TargetLink.tsx';
import { useEditTexts } from './edit.texts.ts';
import { MergeVersions } from './MergeVersions.tsx';
import {
  draftOf,
  type ObjectDraft,
  writableContent,
  type WrittenObject,
  writtenReferences,
} from './object-draft.ts';
import { useWriteVersion } from './object-writes.ts';
import classes from './ObjectForm.module.css';
import { ObjectForm } from './ObjectForm.tsx';
import { staleWrite } from './write-errors.ts';

interface EditVersionProps {
  partitionId: string;
  /** The version whose content the editor starts with. */
  version: ObjectVersion;
  /** The newest version, which the new one follows. */
  latest: ObjectVersion;
  onClose: () => void;
  onSaved: (version: ObjectVersion) => void;
}

/** The dialog that writes a new version; offers a merge when another user wrote in between. */
export function EditVersion({ partitionId, version, latest, onClose, onSaved }: EditVersionProps) {
  const t = useEditTexts();
  const write = useWriteVersion(partitionId);
  const [base, setBase] = useState(latest);
  const [start, setStart] = useState(() => ({
    draft: draftOf(version.type ?? '', writableContent(version)),
    unsaved: false,
  }));
  const [mine, setMine] = useState<WrittenObject>();
  const [theirs, setTheirs] = useState<ObjectVersion>();
  const reason = useReason();
  const title = titleOf(latest);
  const { propose, becauseOf, needsReason, dialog } = usePropose(partitionId, onClose);
  const isReasonRequired = needsReason(latest.type ?? '');
  const reasonField = reason.renderField(isReasonRequired);

  /** The version that another user wrote in between, to be merged. */
  async function meet(error: Error, content: WrittenObject, predecessor: ObjectVersion) {
    const stale = staleWrite(error);
    if (!stale) return;
    const { timelineId = '' } = predecessor;
    const head =
      stale.current ??
      // If that fails too, the form still says that nothing was saved.
      (await call(latestObject, { params: { partitionId, timelineId } }).catch(() => undefined));
    if (!head) return;
    // Later concurrent versions are compared with the version just shown.
    setBase(predecessor);
    setMine(content);
    setTheirs(head);
  }

  function save(content: WrittenObject, predecessor: ObjectVersion) {
    if (!reason.isGiven(isReasonRequired)) return;
    write.mutate(
      {
        objectData: content.objectData,
        references: content.references.map((reference) => Object.assign({}, reference)),
        timelineId: predecessor.timelineId,
        predecessorId: predecessor.id,
        ...givenReason(reason.text),
      },
      {
        onSuccess: (saved) => {
          showToast({ message: t.saved(title) });
          onSaved(saved);
        },
        onError: (error) => void meet(error, content, predecessor),
      },
    );
  }

  return (
    <Dialog
      title={theirs ? t.mergeTitle : t.newVersionOf(title)}
      onClose={onClose}
      form
      size="min(1040px, 96vw)"
    >
      {theirs && mine ? (
        <MergeVersions
          key={theirs.id}
          partitionId={partitionId}
          base={base}
          theirs={theirs}
          mine={mine}
          reasonField={reasonField}
          pending={write.isPending}
          error={write.error}
          onSave={(merged) => save(merged, theirs)}
          onEdit={(merged) => {
            write.reset();
            setBase(theirs);
            setStart({ draft: draftOf(version.type ?? '', merged), unsaved: true });
            setTheirs(undefined);
          }}
          onDiscard={onClose}
        />
      ) : (
        <ObjectForm
          key={base.id}
          partitionId={partitionId}
          start={start.draft}
          unsaved={start.unsaved}
          submit={t.save}
          pending={write.isPending}
          error={write.error}
          onSubmit={({ reading, references }) => {
            if (reading.ok)
              save({ objectData: reading.value, references: writtenReferences(references) }, base);
          }}
          onPropose={
            propose &&
            (({ reading, references }) => {
              if (!reading.ok) return;
              const { timelineId = '', id: predecessorId } = base;
              const content = {
                objectData: reading.value,
                references: writtenReferences(references),
              };
              propose(
                { operation: 'newVersion', timelineId, predecessorId, ...content },
                title,
                reason.text,
              );
            })
          }
          proposeBecause={() => becauseOf(version.type ?? '')}
          onClose={onClose}
          renderBelow={(draft) => (
            <>
              {version.id !== latest.id && base.id === latest.id && (
                <Notice>
                  {t.basedOnOlder(version.modificationCount ?? 0, latest.modificationCount ?? 0)}
                </Notice>
              )}
              <DraftChanges partitionId={partitionId} base={base} draft={draft} />
              {reasonField}
            </>
          )}
          erased={version.erased}
          erasedFrom={version.objectData}
        />
      )}
      {dialog}
    </Dialog>
  );
}

interface DraftChangesProps {
  partitionId: string;
  base: ObjectVersion;
  draft: ObjectDraft;
}

/** The changes of the draft against the newest version. */
function DraftChanges({ partitionId, base, draft }: DraftChangesProps) {
  const t = useEditTexts();
  const { reading, references } = draft;
  const next = useMemo(
    () =>
      reading.ok
        ? {
            objectData: reading.value,
            references: writtenReferences(references).filter((one) => one.timelineId !== ''),
          }
        : undefined,
    [reading, references],
  );
  if (!next) return null;
  const before = { ...contentOf(base), erased: base.erased };
  const same = isUnchanged(diffVersions(before, next));
  if (same) return <p className={classes.none}>{t.noChangesYet}</p>;
  return (
    <details className={classes.changes} open>
      <summary>{t.changes}</summary>
      <div className={classes.changesBody}>
        <VersionDiff
          older={before}
          newer={next}
          renderTarget={(timelineId) => (
            <TargetLink partitionId={partitionId} timelineId={timelineId} />
          )}
        />
      </div>
    </details>
  );
}

function contentOf({ objectData = {}, references = [] }: ObjectVersion): WrittenObject {
  return { objectData, references };
}
