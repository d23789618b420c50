import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { MergeFieldList } from '../../../shared/diff/MergeFieldList.tsx';
import {
  firstChoices,
  mergedData,
  mergedReferences,
  mergeFields,
  type MergeChoice,
} from '../../../shared/diff/merge-versions.ts';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { useEditTexts } from './edit.texts.ts';
import type { WrittenObject } from './object-draft.ts';
import classes from './MergeVersions.module.css';
import { TargetLink } from '../references/TargetLink.tsx';

interface MergeVersionsProps {
  partitionId: string;
  /** The version both started from. */
  base: ObjectVersion;
  /** The newest version, that somebody else wrote. */
  theirs: ObjectVersion;
  mine: WrittenObject;
  pending: boolean;
  error: Error | null;
  onSave: (merged: WrittenObject) => void;
  onEdit: (merged: WrittenObject) => void;
  onDiscard: () => void;
}

/** Base, theirs and mine field by field. Fields that only one side changed take that side; the rest must be chosen. */
export function MergeVersions({
  partitionId,
  base,
  theirs,
  mine,
  pending,
  error,
  onSave,
  onEdit,
  onDiscard,
}: MergeVersionsProps) {
  const t = useEditTexts();
  useBlocker({ shouldBlockFn: () => !window.confirm(t.leave), enableBeforeUnload: true });
  const fields = useMemo(
    () => mergeFields(base.objectData ?? {}, theirs.objectData ?? {}, mine.objectData),
    [base, theirs, mine],
  );
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeChoice>>(() =>
    firstChoices(fields),
  );
  const undecided = fields.filter((field) => !choices.has(field.pointer)).length;
  const references = useMemo(
    () => mergedReferences(base.references ?? [], theirs.references ?? [], mine.references),
    [base, theirs, mine],
  );
  const merged = (): WrittenObject => ({
    objectData: mergedData(theirs.objectData ?? {}, fields, choices),
    references,
  });
  const count = theirs.modificationCount;
  return (
    <div className={classes.merge}>
      <p className={classes.intro} role="alert">
        {count === undefined
          ? t.mergeIntroUnknown
          : t.mergeIntro(count, theirs.modificationUserName ?? t.someone)}
      </p>
      {fields.length === 0 ? (
        <p className={classes.none}>{t.noFields}</p>
      ) : (
        <MergeFieldList fields={fields} choices={choices} onChoose={setChoices} />
      )}
      <section>
        <h3 className={classes.heading}>{t.mergedReferences}</h3>
        {references.length === 0 ? (
          <p className={classes.none}>{t.noReferences}</p>
        ) : (
          <ul className={classes.references}>
            {references.map(({ name, timelineId }) => (
              <li key={`${name} ${timelineId}`}>
                <span className={classes.absent}>{name}</span>{' '}
                <TargetLink partitionId={partitionId} timelineId={timelineId} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {error && <ErrorPanel title={t.notSaved} error={error} />}
      <div className={classes.buttons}>
        <output className={classes.undecided}>{undecided > 0 && t.undecided(undecided)}</output>
        <Button variant="default" disabled={pending} onClick={onDiscard}>
          {t.discardMine}
        </Button>
        <Button
          variant="default"
          disabled={pending || undecided > 0}
          onClick={() => onEdit(merged())}
        >
          {t.editMerged}
        </Button>
        <Button loading={pending} disabled={undecided > 0} onClick={() => onSave(merged())}>
          {t.saveMerged}
        </Button>
      </div>
    </div>
  );
}
