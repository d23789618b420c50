import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
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
import { versionPath } from '../object-paths.ts';
import { recentList, recentQuery } from '../objects.queries.ts';
import { useObjectsTexts } from '../objects.texts.ts';
import { TypeMark } from '../version/TypeMark.tsx';
import { useObjectsPlace } from '../useObjectsPlace.ts';
import { VersionChanges } from '../version/VersionChanges.tsx';

/** How often the newest changes are asked for while they are in sight, in milliseconds. */
const followEvery = 10_000;

/** The newest versions of a partition: who changed what. */
export function RecentPage() {
  const t = useObjectsTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/objects/recent' });
  const { partition, partitionName, parents, objects } = useObjectsPlace(partitionId);
  const { asOf, withAsOf } = usePartitionSearch();
  const list = useListState(recentList);
  const isNewest = asOf === undefined && list.state.cursor === undefined;
  const query = useListQuery({
    ...recentQuery(partitionId, asOf, list.request),
    refetchInterval: isNewest ? followEvery : false,
  });
  const columns = useMemo(() => columnsOf(t, partitionId), [t, partitionId]);
  const types = partition?.types;
  const filters = useMemo(
    (): ListFilter<ObjectVersion, 'type'>[] => [
      {
        name: 'type',
        label: t.type,
        any: t.anyType,
        ...(types && { options: types.map(({ type }) => ({ value: type, label: type })) }),
        matches: (version, type) => version.type === type,
      },
    ],
    [t, types],
  );
  return (
    <>
      <PageHeader title={t.recent} parents={[...parents, objects]} />
      <TimeTravelBar partitionName={partitionName}>
        <DataList
          list={list}
          query={query}
          label={t.recent}
          columns={columns}
          filters={filters}
          rowId={(version) => version.id}
          rowPath={(version) => withAsOf(versionPath(partitionId, version.id))}
          none={{ title: t.noChanges }}
        />
      </TimeTravelBar>
    </>
  );
}

function columnsOf(
  t: ReturnType<typeof useObjectsTexts>,
  partitionId: string,
): ListColumn<ObjectVersion>[] {
  return [
    { id: 'title', header: t.title, value: titleOf, cell: titleOf, width: '18%' },
    {
      id: 'changed',
      header: t.changed,
      cell: (version) => <VersionChanges partitionId={partitionId} version={version} oneLine />,
    },
    {
      id: 'type',
      header: t.type,
      value: (version) => version.type,
      cell: (version) => <TypeMark type={version.type} />,
      width: '112px',
    },
    {
      id: 'version',
      header: t.version,
      value: (version) => version.modificationCount,
      cell: (version) => version.modificationCount ?? '–',
      align: 'end',
      width: '80px',
    },
    {
      id: 'when',
      header: t.when,
      value: (version) => version.modificationDate,
      cell: (version) => <Moment value={version.modificationDate} />,
      width: '132px',
    },
    {
      id: 'by',
      header: t.by,
      value: (version) => version.modificationUserName ?? version.modificationUserId,
      cell: (version) => <Author version={version} />,
      width: '128px',
    },
  ];
}
