// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChangeSet } from '@annals/contracts/change-set';
import classes from './ChangeSet.module.css';
import { operationsQuery, type SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { countLines } from './count-lines.ts';
import { changedFields } from './changed-fields.ts';

/** So many fields are named in the line. */
const named = 2;

/** What the change set does in a line: "40 objects · latest: various → 2.0.0". */
export function SetSummary({ set, params }: { set: ChangeSet; params: SetParams }) {
  const t = useSetTexts();
  const { data } = useInfiniteQuery({
    ...operationsQuery(params),
    enabled: set.operationCount > 0,
  });
  const operations = data?.pages.flatMap((page) => page.data) ?? [];
  // Values of a part would be read as those of all.
  const fields = operations.length === set.operationCount ? changedFields(operations) : [];
  const isChange = set.counts.newVersion === set.operationCount;
  const what = isChange ? t.objects(set.operationCount) : countLines(set, t).join(', ');
  if (set.operationCount === 0) return null;
  return (
    <p className={classes.summaryLine}>
      <strong>{what}</strong>
      {fields.slice(0, named).map(({ name, before, after }) => (
        <span key={name}>
          {' · '}
          {name}: <del className={classes.old}>{before ?? t.various}</del> →{' '}
          <ins className={classes.new}>{after ?? t.various}</ins>
        </span>
      ))}
      {fields.length > named && (
        <span className={classes.quiet}> {t.moreFields(fields.length - named)}</span>
      )}
    </p>
  );
}
