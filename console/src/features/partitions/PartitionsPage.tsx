import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Partition } from '@annals/contracts/partitions';
import { ResponsiveButton } from '../../shared/buttons/ResponsiveButton.tsx';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { DataList } from '../../shared/list/DataList.tsx';
import type { ListColumn } from '../../shared/list/list-columns.ts';
import { useListQuery } from '../../shared/list/useListQuery.ts';
import { useListState } from '../../shared/list/useListState.ts';
import { useMayI } from '../../shared/permissions/my-permissions.ts';
import { wordFor } from '../../shared/states/word-for.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { useLanguage } from '../../shared/texts.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { partitionsList, partitionsQuery } from './partitions.queries.ts';
import { type PartitionTexts, usePartitionTexts } from './partitions.texts.ts';

// Forms and dialogs are a fifth of the page's code, and most visits do without them.
const loadNewPartition = () => import('./NewPartition.tsx');
const NewPartition = lazy(async () => ({ default: (await loadNewPartition()).NewPartition }));

/** The partitions one may open. */
export function PartitionsPage() {
  const t = usePartitionTexts();
  const language = useLanguage();
  const list = useListState(partitionsList);
  const partitions = useListQuery(partitionsQuery(list.request));
  const mayI = useMayI();
  const [creating, setCreating] = useState(false);
  const columns = useMemo(() => columnsOf(t, language), [t, language]);
  const create = mayI('partitions:create') && (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setCreating(true)}
      onPointerEnter={() => void loadNewPartition()}
      onFocus={() => void loadNewPartition()}
    >
      {t.newPartition}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader title={t.partitions} action={create} />
      <DataList
        list={list}
        query={partitions}
        label={t.partitions}
        columns={columns}
        search={t.searchByName}
        rowId={(partition) => partition.id}
        rowPath={(partition) => pathTo('v1-partitions-partitionId', { partitionId: partition.id })}
        none={{ title: t.noPartitions, hint: t.noPartitionsHint, action: create }}
      />
      {creating && (
        <Suspense>
          <NewPartition opened onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

function columnsOf(t: PartitionTexts, language: string): ListColumn<Partition>[] {
  const format = new Intl.NumberFormat(language);
  const number = (value: number | undefined) =>
    value === undefined ? undefined : format.format(value);
  return [
    {
      id: 'partitionName',
      header: t.name,
      value: (partition) => partition.partitionName,
      cell: (partition) => partition.partitionName ?? shortenId(partition.id),
      sortable: true,
    },
    {
      id: 'role',
      header: t.myRole,
      value: (partition) => partition.role && wordFor(t.roles, partition.role),
      cell: ({ role }) =>
        role ? wordFor(t.roles, role) : role === null ? t.byPermission : undefined,
      width: '168px',
    },
    {
      id: 'timelineCount',
      header: t.timelines,
      value: (partition) => partition.timelineCount,
      cell: (partition) => number(partition.timelineCount),
      align: 'end',
      width: '120px',
    },
    {
      id: 'versionCount',
      header: t.versions,
      value: (partition) => partition.versionCount,
      cell: (partition) => number(partition.versionCount),
      align: 'end',
      width: '120px',
    },
    {
      id: 'lastChangeDate',
      header: t.lastChange,
      value: (partition) => partition.lastChangeDate,
      cell: ({ lastChangeDate }) =>
        lastChangeDate === null ? t.never : <Moment value={lastChangeDate} />,
      sortable: 'descending',
      width: '160px',
    },
    {
      id: 'createdDate',
      header: t.created,
      value: (partition) => partition.createdDate,
      cell: ({ createdDate }) => createdDate && <Moment value={createdDate} />,
      width: '160px',
      hiddenAtFirst: true,
    },
    {
      id: 'description',
      header: t.description,
      value: (partition) => partition.description,
      cell: (partition) => partition.description,
    },
  ];
}
