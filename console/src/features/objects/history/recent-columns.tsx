import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readQuery } from '@annals/rules/query-search';
import { summaryText } from '../../../ui/diff/ChangeSummary.tsx';
import { diffVersions } from '@annals/rules/version-diff/diff-versions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { ofFields } from '../../../ui/diff/of-fields.ts';
import { useRedactionTexts } from '../../../ui/json/redaction.texts.ts';
import { shownPerson } from '../../../ui/ids/display-names.ts';
import { derived, text, type ListColumn, type ListFilter } from '../../../ui/list/columns.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { authorsQuery } from '../shared/object.queries.ts';
import { Reason } from '../../../domain/reasons/Reason.tsx';
import { useReasonTexts } from '../../../domain/reasons/reason.texts.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import type { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { versionColumns } from '../shared/version-columns.tsx';
import { VersionChanges } from '../shared/VersionChanges.tsx';
import type { AsOfQuery } from '../../../domain/time-travel/as-of-search.ts';
import type { RecentFilter } from './history.queries.ts';
import classes from './InfiniteRecent.module.css';
import { useVersionHistoryTexts } from './version-history.texts.ts';

/** Undefined while loading. */
export type ShownPartition = ReturnType<typeof usePartitionOfObjects>['partition'];

/**
 * The columns of a change.
 * @param q the query: if it asks for changes of certain fields, only those are shown
 */
export function useRecentColumns(partitionId: string, q = ''): ListColumn<ObjectVersion>[] {
  const t = useObjectsTexts();
  const { number } = useVersionHistoryTexts();
  const { reason } = useReasonTexts();
  const { erased } = useRedactionTexts();
  return useMemo(() => {
    const fields = readQuery(q, 'changes').search.changes;
    const of = versionColumns(t);
    return [
      derived('title', t.title, titleOf, { width: '14%' }),
      {
        id: 'changed',
        header: t.changed,
        value: (version) =>
          version.predecessor &&
          summaryText(ofFields(diffVersions(version.predecessor, version), fields), erased),
        render: (version) => (
          <span className={classes.change}>
            <VersionChanges partitionId={partitionId} version={version} fields={fields} oneLine />
            <Reason partitionId={partitionId} of={version} oneLine />
          </span>
        ),
      },
      { ...of.type, width: '112px' },
      { ...of.version, width: '80px' },
      {
        ...of.date,
        id: 'when',
        header: t.when,
        render: ({ modificationDate }) => <Moment value={modificationDate} exact />,
        width: '188px',
      },
      { ...of.by, width: '128px' },
      text('sequence', number, { align: 'end', width: '96px' }),
      text('reason', reason, { hiddenAtFirst: true, needs: 'data' }),
    ];
  }, [t, number, reason, erased, partitionId, q]);
}

/** Filters by type and, if the service reports the members, by author. */
export function useRecentFilters(
  partitionId: string,
  at: AsOfQuery,
  partition: ShownPartition,
): ListFilter<ObjectVersion, RecentFilter>[] {
  const t = useObjectsTexts();
  const { anyAuthor } = useVersionHistoryTexts();
  const { data, isPending } = useQuery(authorsQuery(partitionId, at));
  const authors = data?.data;
  const types = partition?.types;
  return useMemo(
    () => [
      {
        name: 'type',
        label: t.type,
        any: t.anyType,
        ...(types && { options: types.map(({ type }) => ({ value: type, label: type })) }),
        valuesOf: ({ type }) => type,
      },
      {
        name: 'modifiedBy',
        label: t.by,
        any: anyAuthor,
        // A placeholder until the members are loaded.
        ...(!isPending && {
          options: (authors ?? [])
            .filter(({ userId }) => userId !== '')
            .map(({ userId, name, username }) => ({
              value: userId,
              label: shownPerson({ id: userId, name, username }),
            })),
        }),
        valuesOf: ({ modificationUserId }) => modificationUserId ?? undefined,
      },
    ],
    [t, anyAuthor, types, authors, isPending],
  );
}
