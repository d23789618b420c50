import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { DiffValue } from '../../../ui/diff/DiffValue.tsx';
import { mergeReferences, referenceFields } from '../../../ui/diff/merge-references.ts';
import {
  firstChoices,
  type MergeChoice,
  mergeChosenFields,
  type MergeField,
  mergeFields,
} from '../../../ui/diff/merge-versions.ts';
import { MergeFieldList } from '../../../ui/diff/MergeFieldList.tsx';
import { VersionDiff } from '../../../ui/diff/VersionDiff.tsx';
import { LeaveDialog } from '../../../ui/forms/LeaveDialog.tsx';
import { useLeaveGuard } from '../../../ui/forms/useLeaveGuard.ts';
import { useDialogLeave } from '../../../ui/states/dialog-leave.ts';
import { TargetLink } from '../shared/TargetLink.tsx';
import { useEditTexts } from './edit.texts.ts';
import classes from './ObjectForm.module.css';
import { draftOf, writableContent, type WrittenObject } from './object-draft.ts';
import { WriteRefused } from './WriteRefused.tsx';

interface MergeVersionsProps {
  partitionId: string;
  /** The common base version. */
  base: ObjectVersion;
  /** The newest version, written by another user. */
  theirs: ObjectVersion;
  mine: WrittenObject;
  /** Replaces the default texts if the result is not saved as the next version. */
  words?: { intro: string; submit: string; discard: string };
  reasonField?: ReactNode;
  pending: boolean;
  error: Error | null;
  onSave: (merged: WrittenObject) => void;
  onEdit: (merged: WrittenObject) => void;
  onDiscard: () => void;
}

/**
 * A three-way merge field by field, references included. Fields that only one side changed take that side; conflicts must
 * be resolved by choice. The resulting version is shown below.
 */
export function MergeVersions({
  partitionId,
  base,
  theirs,
  mine,
  words,
  reasonField,
  pending,
  error,
  onSave,
  onEdit,
  onDiscard,
}: MergeVersionsProps) {
  const t = useEditTexts();
  const guard = useLeaveGuard(() => true);
  const discard = () => {
    if (!pending && !guard.asking) guard.ask(onDiscard);
  };
  useDialogLeave(discard);
  const { fields, references, lists } = useMemo(
    () => fieldsOf(base, theirs, mine),
    [base, theirs, mine],
  );
  const all = useMemo(() => [...fields, ...references], [fields, references]);
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeChoice>>(() => firstChoices(all));
  const undecided = all.filter((field) => !choices.has(field.pointer)).length;
  const merged = useMemo<WrittenObject>(
    () => ({
      objectData: mergeChosenFields(theirs.objectData ?? {}, fields, choices),
      references: mergeReferences(lists, references, choices),
    }),
    [theirs, fields, references, lists, choices],
  );
  const renderTarget = (timelineId: string) => (
    <TargetLink partitionId={partitionId} timelineId={timelineId} />
  );
  const isReference = (field: MergeField) => references.includes(field);
  const showField = (field: MergeField, value: unknown) =>
    isReference(field) && typeof value === 'string' ? (
      renderTarget(value)
    ) : (
      <DiffValue value={value} />
    );
  const count = theirs.modificationCount;
  return (
    <div className={classes.form}>
      <p className={classes.text} role="alert">
        {words?.intro ??
          (count === undefined
            ? t.mergeIntroUnknown
            : t.mergeIntro(count, theirs.modificationUserName ?? t.someone))}
      </p>
      {all.length === 0 ? (
        <p className={classes.none}>{t.noFields}</p>
      ) : (
        <MergeFieldList
          fields={all}
          choices={choices}
          onChoose={setChoices}
          nameOf={(field) => (isReference(field) ? t.referenceField : '') + field.names.join(' › ')}
          show={showField}
        />
      )}
      <details className={classes.changes}>
        <summary>{undecided > 0 ? t.previewUndecided : t.preview}</summary>
        <div className={classes.changesBody}>
          <VersionDiff
            older={{
              objectData: theirs.objectData,
              references: theirs.references,
              erased: theirs.erased,
            }}
            newer={merged}
            labels={[t.theirs, t.result]}
            renderTarget={renderTarget}
          />
        </div>
      </details>
      {reasonField}
      <WriteRefused error={error} placed={false} draft={draftOf('', merged)} />
      <div className={classes.buttons}>
        <output className={classes.undecided}>{undecided > 0 && t.undecided(undecided)}</output>
        <Button variant="default" disabled={pending} onClick={discard}>
          {words?.discard ?? t.discardMine}
        </Button>
        <Button
          variant="default"
          disabled={pending || undecided > 0}
          onClick={() => onEdit(merged)}
        >
          {t.editMerged}
        </Button>
        <Button loading={pending} disabled={undecided > 0} onClick={() => onSave(merged)}>
          {words?.submit ?? t.saveMerged}
        </Button>
      </div>
      <LeaveDialog guard={guard} />
    </div>
  );
}

function fieldsOf(base: ObjectVersion, theirs: ObjectVersion, mine: WrittenObject) {
  const lists = {
    base: base.references ?? [],
    theirs: theirs.references ?? [],
    mine: mine.references,
  };
  return {
    // Values erased in the meantime on either side cannot be chosen.
    fields: mergeFields(
      writableContent(base).objectData,
      writableContent(theirs).objectData,
      mine.objectData,
    ),
    references: referenceFields(lists),
    lists,
  };
}
