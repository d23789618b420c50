import { useMemo } from 'react';
import type { ChangeSetOperation } from '../../../platform/api/things.ts';
import { grouped } from '../../../platform/texts.ts';
import classes from './ChangeSet.module.css';
import { useSetTexts } from './change-set.texts.ts';
import { changedFields } from './changed-fields.ts';

const maxFields = 8;
/** Of fewer changes, the differences themselves say it. */
const minChanges = 3;

interface FieldChartProps {
  /** The loaded ones. */
  operations: readonly ChangeSetOperation[];
  /** The number of all. */
  of: number;
}

/** How often which fields change. */
export function FieldChart({ operations, of }: FieldChartProps) {
  const t = useSetTexts();
  const fields = useMemo(() => changedFields(operations), [operations]);
  if (operations.length < minChanges || fields.length === 0) return null;
  const most = fields[0]?.count ?? 1;
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.quiet}>
        {operations.length < of ? t.fieldsOfSome(operations.length, of) : t.fieldsOfAll}
      </figcaption>
      <ul className={classes.bars}>
        {fields.slice(0, maxFields).map(({ name, count }) => (
          <li key={name}>
            <span className={classes.barName}>{name}</span>
            <svg
              className={classes.barOf}
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden
            >
              <rect width={(count / most) * 100} height="8" />
            </svg>
            <span className={classes.barCount}>{grouped(count)}</span>
          </li>
        ))}
      </ul>
      {fields.length > maxFields && (
        <p className={classes.quiet}>{t.moreFields(fields.length - maxFields)}</p>
      )}
    </figure>
  );
}
