import { useMemo, useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { isUnchanged, diffVersions } from '../../../shared/diff/diff-versions.ts';
import { VersionDiff } from '../../../shared/diff/VersionDiff.tsx';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import { useEditTexts } from './edit.texts.ts';
import { MergeVersions } from './MergeVersions.tsx';
import {
  draftOf,
  writtenReferences,
  type ObjectDraft,
  type WrittenObject,
} from './object-draft.ts';
import { staleWrite, useWriteVersion } from './object-writes.ts';
import { ObjectForm } from './ObjectForm.tsx';
import { TargetLink } from '../references/TargetLink.tsx';
import classes from './ObjectForm.module.css';

interface EditVersionProps {
  partitionId: string;
  /** The version whose content the editor starts with. */
  version: ObjectVersion;
  /** The newest version: what the new one follows. */
  latest: ObjectVersion;
  onClose: () => void;
  onSaved: (version: ObjectVersion) => void;
}

/** The dialog that writes a new version; when somebody else wrote in between, it lets the person merge. */
export function EditVersion({ partitionId, version, latest, onClose, onSaved }: EditVersionProps) {
  const t = useEditTexts();
  const write = useWriteVersion(partitionId);
  const [base, setBase] = useState(latest);
  const [start, setStart] = useState(() => draftOf(version.type ?? '', contentOf(version)));
  const [mine, setMine] = useState<WrittenObject>();
  const [theirs, setTheirs] = useState<ObjectVersion>();
  const title = titleOf(latest);

  function save(content: WrittenObject, predecessor: ObjectVersion) {
    write.mutate(
      {
        objectData: content.objectData,
        references: content.references.map((reference) => Object.assign({}, reference)),
        timelineId: predecessor.timelineId,
        predecessorId: predecessor.id,
      },
      {
        onSuccess: (saved) => {
          showToast({ message: t.saved(title) });
          onSaved(saved);
        },
        onError: (error) => {
          const head = staleWrite(error)?.current;
          if (!head) return;
          setMine(content);
          setTheirs(head);
        },
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
          pending={write.isPending}
          error={staleWrite(write.error) ? null : write.error}
          onSave={(merged) => {
            // Whoever writes next in between is compared with what this person has just seen.
            setBase(theirs);
            save(merged, theirs);
          }}
          onEdit={(merged) => {
            write.reset();
            setBase(theirs);
            setStart(draftOf(version.type ?? '', merged));
            setTheirs(undefined);
          }}
          onDiscard={onClose}
        />
      ) : (
        <ObjectForm
          key={base.id}
          partitionId={partitionId}
          start={start}
          submit={t.save}
          pending={write.isPending}
          error={write.error}
          onSubmit={({ reading, references }) => {
            if (reading.ok)
              save({ objectData: reading.value, references: writtenReferences(references) }, base);
          }}
          onClose={onClose}
          renderBelow={(draft) => (
            <>
              {version.id !== latest.id && base.id === latest.id && (
                <p className={classes.notice}>
                  {t.basedOnOlder(version.modificationCount ?? 0, latest.modificationCount ?? 0)}
                </p>
              )}
              <DraftChanges partitionId={partitionId} base={base} draft={draft} />
            </>
          )}
        />
      )}
    </Dialog>
  );
}

interface DraftChangesProps {
  partitionId: string;
  base: ObjectVersion;
  draft: ObjectDraft;
}

/** What the draft would change in the newest version. */
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
  const same = isUnchanged(diffVersions(contentOf(base), next));
  if (same) return <p className={classes.none}>{t.noChangesYet}</p>;
  return (
    <details className={classes.changes} open>
      <summary>{t.changes}</summary>
      <div className={classes.changesBody}>
        <VersionDiff
          older={contentOf(base)}
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
