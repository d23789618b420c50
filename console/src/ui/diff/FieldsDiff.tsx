import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { groupChanges, pathText, shortValue } from './change-groups.ts';
import { useDiffTexts } from './diff.texts.ts';
import { DiffValue } from './DiffValue.tsx';
import { diffWords } from './diff-words.ts';
import { isUnchanged, type VersionDifference } from '@annals/rules/version-diff/diff-versions';
import classes from './FieldsDiff.module.css';
import { PropertyName } from '../json/PropertyName.tsx';
import { RedactedMark } from '../json/RedactedMark.tsx';
import { receiptsIn } from '@annals/rules/redacted-data';
import { RedactedValue } from '../../platform/json-values/json-values.ts';
import type { FieldChange, UnchangedField } from '@annals/rules/version-diff/field-changes';

/** Further changes are shown on request. */
const firstChanges = 150;

interface FieldsDiffProps {
  difference: VersionDifference;
  /** How the target of a reference is shown. */
  renderTarget: (timelineId: string) => ReactNode;
  /** Rendered below a changed field, such as its comments. */
  renderBelow?: ((pointer: string) => ReactNode) | undefined;
}

/** The changes field by field: old and new side by side, or stacked if there is little room. */
export function FieldsDiff({ difference, renderTarget, renderBelow }: FieldsDiffProps) {
  const t = useDiffTexts();
  const [all, setAll] = useState(false);
  const { changes, references, type, ending, unchanged } = difference;
  const shown = all ? changes : changes.slice(0, firstChanges);
  return (
    <div className={classes.diff}>
      {isUnchanged(difference) && <p className={classes.nothing}>{t.nothing}</p>}
      {ending && <p className={classes.ending}>{t[ending]}</p>}
      {type && (
        <ul className={classes.changes}>
          <Change status="changed" name={t.type} before={type.before} after={type.after} />
        </ul>
      )}
      {groupChanges(shown).map((group) => (
        <section key={`${pathText(group.path)} ${group.changes[0]?.pointer}`}>
          {group.path.length > 0 && <h3 className={classes.path}>{pathText(group.path)}</h3>}
          <ul className={classes.changes}>
            {group.changes.map((change) => (
              <FieldChangeRow
                key={`${change.status} ${change.pointer}`}
                change={change}
                below={renderBelow?.(change.pointer)}
              />
            ))}
          </ul>
        </section>
      ))}
      {shown.length < changes.length && (
        <Button size="xs" variant="default" className={classes.all} onClick={() => setAll(true)}>
          {t.showAll(changes.length)}
        </Button>
      )}
      {references.length > 0 && (
        <section>
          <h3 className={classes.path}>{t.references}</h3>
          <ul className={classes.changes}>
            {references.map(({ status, name, before, after }) => (
              <Change
                key={`${status} ${name} ${before} ${after}`}
                status={status}
                name={name}
                {...(before === undefined ? {} : { before: renderTarget(before) })}
                {...(after === undefined ? {} : { after: renderTarget(after) })}
              />
            ))}
          </ul>
        </section>
      )}
      {unchanged.length > 0 && <Unchanged fields={unchanged} />}
    </div>
  );
}

function FieldChangeRow({ change, below }: { change: FieldChange; below: ReactNode }) {
  const t = useDiffTexts();
  const { status, before, after, path, pointer, places } = change;
  const name = path.at(-1)?.text ?? '';
  if (places)
    return (
      <Change
        status={status}
        name={name}
        pointer={pointer}
        note={t.movedFromTo(...places)}
        below={below}
      />
    );
  const words =
    typeof before === 'string' && typeof after === 'string' ? diffWords(before, after) : null;
  return (
    <Change
      status={status}
      name={name}
      pointer={pointer}
      {...(status === 'added'
        ? {}
        : { before: <DiffValue value={before} parts={words?.before} /> })}
      {...(status === 'removed' ? {} : { after: <DiffValue value={after} parts={words?.after} /> })}
      below={below}
    />
  );
}

interface ChangeProps {
  status: FieldChange['status'];
  name: string;
  pointer?: string;
  before?: ReactNode;
  after?: ReactNode;
  note?: string;
  below?: ReactNode;
}

const signs = { added: '+', removed: '−', changed: '~', moved: '↕' } as const;

function Change({ status, name, pointer, before, after, note, below }: ChangeProps) {
  const t = useDiffTexts();
  return (
    <li className={classes.change} data-status={status}>
      <span className={classes.name} title={pointer}>
        <span className={classes.sign} aria-hidden>
          {signs[status]}
        </span>
        <span className={classes.status}>{t[status]}</span>
        <PropertyName name={name} />
      </span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
      {before !== undefined && <del className={classes.before}>{before}</del>}
      {after !== undefined && <ins className={classes.after}>{after}</ins>}
      {below && <div className={classes.below}>{below}</div>}
    </li>
  );
}

function Unchanged({ fields }: { fields: readonly UnchangedField[] }) {
  const t = useDiffTexts();
  // It is unknown whether a value that is erased on both sides changed.
  const erased = fields.some(({ value }) => receiptsIn(value).length > 0);
  const says = erased ? t.unchangedOrErased : t.unchanged;
  return (
    <details className={classes.unchanged}>
      <summary>{says(fields.length)}</summary>
      <ul>
        {fields.map((field) => (
          <li key={field.pointer}>
            <span className={classes.unchangedName}>{pathText(field.path)}</span>
            <span className={classes.unchangedValue}>
              {!(field.value instanceof RedactedValue) && shortValue(field.value, 160)}{' '}
              {receiptsIn(field.value).map((receipt) => (
                <RedactedMark key={receipt} receipt={receipt} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
