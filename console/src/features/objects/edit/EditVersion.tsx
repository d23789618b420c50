import { useMemo, useState } from 'react';
import { diffVersions, isUnchanged } from '@annals/rules/version-diff/diff-versions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { VersionDiff } from '../../../ui/diff/VersionDiff.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { TargetLink } from '../shared/TargetLink.tsx';
import { useEditTexts } from './edit.texts.ts';
import { MergeVersions } from './MergeVersions.tsx';
import {
  draftOf,
  type ObjectDraft,
  writableContent,
  type WrittenObject,
  trimReferences,
} from './object-draft.ts';
import classes from './ObjectForm.module.css';
import { ObjectForm } from './ObjectForm.tsx';
import { useSaveVersion, type VersionStart } from './useSaveVersion.tsx';

interface EditVersionProps {
  partitionId: string;
  /** The version whose content the editor starts with. */
  version: ObjectVersion;
  /** The newest version, which the new one follows. */
  latest: ObjectVersion;
  /** What was changed before the dialog opens. */
  start?: VersionStart | undefined;
  onClose: () => void;
  onSaved: (version: ObjectVersion) => void;
}

/** The dialog that writes a new version; offers a merge when another user wrote in between. */
export function EditVersion({
  partitionId,
  version,
  latest,
  start: begun,
  onClose,
  onSaved,
}: EditVersionProps) {
  const t = useEditTexts();
  const [base, setBase] = useState(latest);
  const [start, setStart] = useState(() => ({
    draft: draftOf(version.type ?? '', begun?.content ?? writableContent(version)),
    unsaved: begun !== undefined,
  }));
  const saving = useSaveVersion({
    partitionId,
    latest,
    start: begun,
    onSaved,
    onProposed: onClose,
  });
  const { conflict, isPending, error, reasonField, propose, because } = saving;

  return (
    <Dialog
      title={conflict ? t.mergeTitle : t.newVersionOf(titleOf(latest))}
      onClose={onClose}
      form
      size="min(1040px, 96vw)"
    >
      {conflict ? (
        <MergeVersions
          key={conflict.theirs.id}
          partitionId={partitionId}
          base={conflict.base}
          theirs={conflict.theirs}
          mine={conflict.mine}
          reasonField={reasonField}
          pending={isPending}
          error={error}
          onSave={(merged) => saving.save(merged, conflict.theirs)}
          onEdit={(merged) => {
            saving.reset();
            setBase(conflict.theirs);
            setStart({ draft: draftOf(version.type ?? '', merged), unsaved: true });
            saving.settle();
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
          pending={isPending}
          error={error}
          onSubmit={(draft) => {
            const content = contentOfDraft(draft);
            if (content) saving.save(content, base);
          }}
          onPropose={
            propose &&
            ((draft) => {
              const content = contentOfDraft(draft);
              if (content) propose(content, base);
            })
          }
          proposeBecause={() => because}
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
      {saving.dialog}
    </Dialog>
  );
}

function contentOfDraft({ reading, references }: ObjectDraft): WrittenObject | undefined {
  return reading.ok
    ? { objectData: reading.value, references: trimReferences(references) }
    : undefined;
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
            references: trimReferences(references).filter((one) => one.timelineId !== ''),
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
