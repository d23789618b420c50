import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { DiffValue } from '../../shared/diff/DiffValue.tsx';
import {
  absent,
  firstChoices,
  mergedData,
  mergedReferences,
  mergeFields,
  type MergeChoice,
  type MergeField,
} from '../../shared/diff/merge-versions.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { useEditTexts } from './edit.texts.ts';
import type { WrittenObject } from './object-draft.ts';
import classes from './MergeVersions.module.css';
import { TargetLink } from './TargetLink.tsx';

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
  const takeAll = (choice: MergeChoice) =>
    setChoices(new Map(fields.map((field) => [field.pointer, choice])));
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
        <>
          <div className={classes.all}>
            <Button size="xs" variant="default" onClick={() => takeAll('theirs')}>
              {t.allTheirs}
            </Button>
            <Button size="xs" variant="default" onClick={() => takeAll('mine')}>
              {t.allMine}
            </Button>
          </div>
          <ul className={classes.fields}>
            {fields.map((field) => (
              <MergeRow
                key={field.pointer}
                field={field}
                choice={choices.get(field.pointer)}
                onChoose={(choice) => setChoices(new Map(choices).set(field.pointer, choice))}
              />
            ))}
          </ul>
        </>
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

interface MergeRowProps {
  field: MergeField;
  choice: MergeChoice | undefined;
  onChoose: (choice: MergeChoice) => void;
}

function MergeRow({ field, choice, onChoose }: MergeRowProps) {
  const t = useEditTexts();
  const name = field.path.join(' › ');
  const side = (which: MergeChoice, label: string) => (
    <label className={classes.side} data-chosen={choice === which}>
      <span className={classes.sideHead}>
        <input
          type="radio"
          name={field.pointer}
          checked={choice === which}
          aria-label={which === 'theirs' ? t.takeTheirs(name) : t.takeMine(name)}
          onChange={() => onChoose(which)}
        />
        {label}
      </span>
      <FieldSide value={field[which]} />
    </label>
  );
  return (
    <li className={classes.field} data-conflict={field.changedBy === 'both'}>
      <div className={classes.name}>
        {name}
        {field.changedBy === 'both' && <span className={classes.conflict}>{t.conflict}</span>}
      </div>
      <div className={classes.sides}>
        <div className={classes.base}>
          <span className={classes.sideHead}>{t.base}</span>
          <FieldSide value={field.base} />
        </div>
        {side('theirs', t.theirs)}
        {side('mine', t.mine)}
      </div>
    </li>
  );
}

function FieldSide({ value }: { value: unknown }) {
  const t = useEditTexts();
  return value === absent ? (
    <span className={classes.absent}>{t.absent}</span>
  ) : (
    <DiffValue value={value} />
  );
}
