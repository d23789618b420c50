import { IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ObjectVersion, Reference } from '@annals/contracts/objects';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { getPartition } from '@annals/contracts/partitions';
import { DataList } from '../../../shared/list/DataList.tsx';
import type { ListColumn, ListFilter } from '../../../shared/list/list-columns.ts';
import { useListQuery } from '../../../shared/list/useListQuery.ts';
import { useListState } from '../../../shared/list/useListState.ts';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { PageHeader } from '../../../shared/page/PageHeader.tsx';
import { Moment } from '../../../shared/time/Moment.tsx';
import { TimeTravelBar } from '../../../shared/time-travel/TimeTravelBar.tsx';
import { usePartitionSearch } from '../../../shared/time-travel/usePartitionSearch.ts';
import { Author } from '../version/Author.tsx';
import { latestPath } from '../object-paths.ts';
import { objectsList, objectsQuery } from '../objects.queries.ts';
import { useObjectsTexts } from '../objects.texts.ts';
import { EndedMark, TypeMark } from '../version/TypeMark.tsx';
import { useObjectsPlace } from '../useObjectsPlace.ts';
import classes from './ObjectsPage.module.css';
import { WriteButton } from '../edit/WriteButton.tsx';

const NewObject = lazy(async () => ({
  default: (await import('../edit/NewObject.tsx')).NewObject,
}));

type ObjectsTexts = ReturnType<typeof useObjectsTexts>;

/** The objects of a partition, each in its newest version. */
export function ObjectsPage() {
  const t = useObjectsTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/objects' });
  const { partition, partitionName, parents, offBecause } = useObjectsPlace(partitionId);
  const { asOf, isPast, withAsOf } = usePartitionSearch();
  const list = useListState(objectsList);
  const query = useListQuery(objectsQuery(partitionId, asOf, list.request));
  const columns = useMemo(() => columnsOf(t), [t]);
  const types = partition?.types;
  const filters = useMemo(() => filtersOf(t, types), [t, types]);
  const [creating, setCreating] = useState(false);
  const newObject = (
    <WriteButton
      icon={<IconPlus size={16} aria-hidden />}
      offBecause={offBecause}
      onClick={() => setCreating(true)}
    >
      {t.newObject}
    </WriteButton>
  );
  return (
    <>
      <PageHeader title={t.objects} parents={parents} action={newObject} />
      <TimeTravelBar partitionName={partitionName}>
        <DataList
          list={list}
          query={query}
          label={t.objects}
          columns={columns}
          filters={filters}
          search={t.searchObjects}
          rowId={(version) => version.id}
          rowPath={(version) => withAsOf(latestPath(partitionId, version))}
          none={
            isPast
              ? { title: t.noObjectsThen }
              : { title: t.noObjects, hint: t.noObjectsHint, action: newObject }
          }
        />
      </TimeTravelBar>
      {creating && (
        <Suspense>
          <NewObject
            partitionId={partitionId}
            types={types?.map((one) => one.type) ?? []}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function columnsOf(t: ObjectsTexts): ListColumn<ObjectVersion>[] {
  return [
    {
      id: 'title',
      header: t.title,
      value: titleOf,
      cell: (version) => (
        <span className={classes.title}>
          {titleOf(version)}
          {version.endedDate && <EndedMark />}
        </span>
      ),
    },
    {
      id: 'type',
      header: t.type,
      value: (version) => version.type,
      cell: (version) => <TypeMark type={version.type} />,
      width: '144px',
    },
    {
      id: 'references',
      header: t.references,
      value: (version) => referencesText(version.references ?? []),
      cell: (version) => referencesText(version.references ?? []) || '–',
    },
    {
      id: 'version',
      header: t.version,
      value: (version) => version.modificationCount,
      cell: (version) => version.modificationCount ?? '–',
      align: 'end',
      width: '96px',
    },
    {
      id: 'lastChange',
      header: t.lastChange,
      value: (version) => version.modificationDate,
      cell: (version) => <Moment value={version.modificationDate} />,
      width: '148px',
    },
    {
      id: 'by',
      header: t.by,
      value: (version) => version.modificationUserName ?? version.modificationUserId,
      cell: (version) => <Author version={version} />,
      width: '160px',
    },
  ];
}

/** "categoryRef, tagRef ×3" */
function referencesText(references: readonly Reference[]): string {
  const counts = new Map<string, number>();
  for (const { name } of references) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ');
}

function filtersOf(
  t: ObjectsTexts,
  types: ResponseOf<typeof getPartition>['types'],
): ListFilter<ObjectVersion, 'type' | 'ended'>[] {
  return [
    {
      name: 'type',
      label: t.type,
      any: t.anyType,
      ...(types && {
        options: types.map(({ type, timelineCount }) => ({
          value: type,
          label: `${type} (${timelineCount})`,
        })),
      }),
      matches: (version, type) => version.type === type,
    },
    {
      name: 'ended',
      label: t.state,
      any: t.anyState,
      options: [
        { value: 'false', label: t.notEnded },
        { value: 'true', label: t.ended },
      ],
      matches: (version, ended) => Boolean(version.endedDate) === (ended === 'true'),
    },
  ];
}
