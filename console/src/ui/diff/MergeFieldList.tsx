import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DiffValue } from './DiffValue.tsx';
import { useDiffTexts } from './diff.texts.ts';
import { absent, type MergeChoice, type MergeField } from './merge-versions.ts';
import classes from './MergeFieldList.module.css';

interface MergeFieldListProps {
  fields: readonly MergeField[];
  /** By pointer; missing fields are undecided. */
  choices: ReadonlyMap<string, MergeChoice>;
  onChoose: (choices: ReadonlyMap<string, MergeChoice>) => void;
  /** The label of a field; by default its path. */
  nameOf?: (field: MergeField) => string;
  /** Renders a value, if not as JSON. */
  show?: (field: MergeField, value: unknown) => ReactNode;
}

/** Base, theirs and mine field by field, with a choice for each and one for all. */
export function MergeFieldList({
  fields,
  choices,
  onChoose,
  nameOf = pathOf,
  show = showJson,
}: MergeFieldListProps) {
  const t = useDiffTexts();
  const conflicts = fields.filter(({ changedBy }) => changedBy === 'both');
  const merged = fields.filter(({ changedBy }) => changedBy !== 'both');
  // Fields that only one side changed can still be switched.
  const takeAll = (choice: MergeChoice) =>
    onChoose(new Map([...choices, ...conflicts.map(({ pointer }) => [pointer, choice] as const)]));
  const rows = (some: readonly MergeField[]) => (
    <ul className={classes.fields}>
      {some.map((field) => (
        <MergeRow
          key={field.pointer}
          field={field}
          name={nameOf(field)}
          show={show}
          choice={choices.get(field.pointer)}
          onChoose={(choice) => onChoose(new Map(choices).set(field.pointer, choice))}
        />
      ))}
    </ul>
  );
  return (
    <>
      {conflicts.length > 1 && (
        <div className={classes.all}>
          <Button size="xs" variant="default" onClick={() => takeAll('theirs')}>
            {t.allTheirs}
          </Button>
          <Button size="xs" variant="default" onClick={() => takeAll('mine')}>
            {t.allMine}
          </Button>
        </div>
      )}
      {conflicts.length > 0 && rows(conflicts)}
      {merged.length > 0 && (
        <details className={classes.merged} open={conflicts.length === 0}>
          <summary>{t.mergedAlready(merged.length)}</summary>
          {rows(merged)}
        </details>
      )}
    </>
  );
}

function pathOf({ names }: MergeField): string {
  return names.join(' › ');
}

function showJson(_: MergeField, value: unknown): ReactNode {
  return <DiffValue value={value} />;
}

interface MergeRowProps extends Required<Pick<MergeFieldListProps, 'show'>> {
  field: MergeField;
  name: string;
  choice: MergeChoice | undefined;
  onChoose: (choice: MergeChoice) => void;
}

function MergeRow({ field, name, show, choice, onChoose }: MergeRowProps) {
  const t = useDiffTexts();
  const renderChoice = (which: MergeChoice | 'base') =>
    field[which] === absent ? (
      <span className={classes.absent}>{t.absent}</span>
    ) : (
      show(field, field[which])
    );
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
      {renderChoice(which)}
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
          {renderChoice('base')}
        </div>
        {side('theirs', t.theirs)}
        {side('mine', t.mine)}
      </div>
    </li>
  );
}
