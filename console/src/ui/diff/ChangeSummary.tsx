import classes from './ChangeSummary.module.css';
import { pathText, shortValue } from './change-groups.ts';
import { useRedactionTexts } from '../json/redaction.texts.ts';
import { RedactedValue } from '../../platform/json-values/json-values.ts';
import { useDiffTexts } from './diff.texts.ts';
import type { VersionDifference } from '@annals/rules/version-diff/diff-versions';
import type { FieldChange } from '@annals/rules/version-diff/field-changes';

interface ChangeSummaryProps {
  difference: VersionDifference;
  /** The maximum number of listed changes, before "and n more". */
  most?: number;
  /** On one line, truncated: for rows of fixed height. */
  oneLine?: boolean;
  /** All changes with their whole values. */
  whole?: boolean;
}

interface Line {
  status: FieldChange['status'];
  name: string;
  before?: string;
  after?: string;
}

/** What changed in a few words: "status: open → closed, and 2 more". */
export function ChangeSummary({
  difference,
  most = 2,
  oneLine = false,
  whole = false,
}: ChangeSummaryProps) {
  const t = useDiffTexts();
  const { erased } = useRedactionTexts();
  const lines = linesOf(difference, erased, whole ? Number.POSITIVE_INFINITY : shortLength);
  const shown = whole ? lines : lines.slice(0, most);
  const rest = lines.length - shown.length;
  return (
    <span className={classes.summary} data-line={(oneLine && !whole) || undefined}>
      {difference.ending && <span className={classes.ending}>{t[difference.ending]}</span>}
      {lines.length === 0 && !difference.ending && (
        <span className={classes.quiet}>{t.noChange}</span>
      )}
      {shown.map((line) => (
        <span key={`${line.status} ${line.name}`} className={classes.change}>
          <span className={classes.name}>{line.name}</span>
          {line.status === 'added' && <span aria-hidden>+</span>}
          {line.before !== undefined && (
            <del className={classes.before} data-gone={line.after === undefined || undefined}>
              {line.before}
            </del>
          )}
          {line.before !== undefined && line.after !== undefined && <span aria-hidden>→</span>}
          {line.after !== undefined && <ins className={classes.after}>{line.after}</ins>}
          {line.before === undefined && line.after === undefined && (
            <span className={classes.quiet}>{t[line.status].toLowerCase()}</span>
          )}
        </span>
      ))}
      {rest > 0 && <span className={classes.quiet}>{t.and(rest)}</span>}
    </span>
  );
}

/** The summary as plain text for an export, with one change per line. */
export function summaryText(
  difference: VersionDifference,
  erased: (receipt: number) => string,
): string {
  return linesOf(difference, erased, maxLineLength)
    .map(({ name, before, after }) => {
      const values = [before, after].filter((value) => value !== undefined).join(' → ');
      return values === '' ? name : `${name}: ${values}`;
    })
    .join('\n');
}

const shortLength = 32;
const maxLineLength = 1000;

function linesOf(
  { changes, references, type }: VersionDifference,
  erased: (receipt: number) => string,
  longest: number,
): Line[] {
  const short = (value: unknown) =>
    value instanceof RedactedValue ? erased(value.receipt) : shortValue(value, longest);
  const byRelevance = changes.toSorted((one, other) => relevance(one) - relevance(other));
  return [
    ...(type ? [{ status: 'changed' as const, name: 'type', ...type }] : []),
    ...byRelevance.map((change): Line => {
      const name = pathText(change.path);
      const { status } = change;
      const before = short(change.before);
      const after = short(change.after);
      if (status === 'moved') return { status, name };
      if (status === 'added') return { status, name, after };
      return status === 'removed' ? { status, name, before } : { status, name, before, after };
    }),
    ...references.map(({ status, name }): Line => ({ status, name })),
  ];
}

/** Added and changed fields are more informative than moved ones. */
function relevance(change: FieldChange): number {
  return change.status === 'moved' ? 1 : 0;
}
