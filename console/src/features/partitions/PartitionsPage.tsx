import { IconPlus } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import { createPartition } from '@annals/contracts/partitions';
import type { Partition } from '../../platform/api/things.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import {
  count,
  date,
  derived,
  text,
  type ListColumn,
  type ListFilter,
} from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { useCapabilities } from '../../platform/capabilities.ts';
import { useMayI } from '../../domain/permissions/my-permissions.ts';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useDialogFromUrl } from '../../ui/page/useDialogFromUrl.ts';
import { TimeTravelBar } from '../../domain/time-travel/TimeTravelBar.tsx';
import type { AsOfQuery } from '../../domain/time-travel/as-of-search.ts';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { MainOperatorCell } from './MainOperatorCell.tsx';
import { partitionsList } from './shared/partition.queries.ts';
import { ImportLink } from './shared/TransferLink.tsx';
import { usePartitionTexts, type PartitionTexts } from './shared/partitions.texts.ts';

// The dialog is a fifth of the page's code, and most visits do not need it.
const NewPartition = lazyNamed(() => import('./NewPartition.tsx'), 'NewPartition');

/** The partitions that the user can open. */
export function PartitionsPage() {
  const t = usePartitionTexts();
  const list = useListState(partitionsList);
  const { at, isPast, withAsOf } = useTimeTravel();
  const partitions = useListQuery(partitionsList.query(list.request, { query: at }));
  const mayI = useMayI();
  const has = useCapabilities();
  const [creating, setCreating] = useDialogFromUrl();
  const columns = useMemo(() => columnsOf(t, at, isPast), [t, at, isPast]);
  const filters = useMemo(() => filtersOf(t), [t]);
  const create = !isPast && has(createPartition) && mayI('partitions:create') && (
    <ResponsiveButton
      data-shortcut="n"
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setCreating(true)}
      {...NewPartition.onApproach}
    >
      {t.newPartition}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader
        title={t.partitions}
        action={
          <>
            <ImportLink />
            {create}
          </>
        }
      />
      <TimeTravelBar shown={t.thePartitions}>
        <DataList
          list={list}
          query={partitions}
          label={t.partitions}
          columns={columns}
          search={t.searchByName}
          filters={filters}
          rowId={(partition) => partition.id}
          rowPath={({ id }) => withAsOf(pathTo('v1-partitions-partitionId', { partitionId: id }))}
          none={{
            title: isPast ? t.noPartitionsThen : t.noPartitions,
            hint: t.noPartitionsHint,
            action: create,
          }}
        />
      </TimeTravelBar>
      {create && creating && (
        <Suspense>
          <NewPartition onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

function filtersOf(t: PartitionTexts): ListFilter<Partition, 'archived'>[] {
  return [
    {
      name: 'archived',
      label: t.state,
      any: t.anyState,
      options: [
        { value: 'false', label: t.inUse },
        { value: 'true', label: t.archived },
      ],
      valuesOf: ({ archivedDate }) =>
        archivedDate === undefined ? undefined : String(archivedDate !== null),
    },
  ];
}

/** Undefined if the service does not support archiving. */
function stateOf(archivedDate: string | null | undefined, t: PartitionTexts): string | undefined {
  return archivedDate === undefined ? undefined : archivedDate === null ? t.inUse : t.archived;
}

function columnsOf(t: PartitionTexts, at: AsOfQuery, isPast: boolean): ListColumn<Partition>[] {
  // Before a partition was created here, nobody's membership is recorded.
  const isRecorded = ({ createdDate }: Partition) =>
    at.asOf === undefined ||
    createdDate === undefined ||
    Date.parse(createdDate) <= Date.parse(at.asOf);
  const roleName = (partition: Partition) => {
    if (!isRecorded(partition)) return t.notRecorded;
    return partition.role && labelFor(t.roles, partition.role);
  };
  return [
    text('partitionName', t.name, {
      render: (partition) => shownName(partition.partitionName, partition.id),
      sortable: true,
    }),
    derived('state', t.state, ({ archivedDate }) => stateOf(archivedDate, t), {
      render: ({ archivedDate }) => {
        const state = stateOf(archivedDate, t);
        return state && <StatusBadge tone={archivedDate ? 'off' : 'good'}>{state}</StatusBadge>;
      },
      width: '136px',
    }),
    derived('role', t.myRole, roleName, {
      render: (partition) => roleName(partition) ?? (partition.role === null && t.byPermission),
      width: '168px',
    }),
    count('timelineCount', t.timelines, { width: '120px', needsRoom: true }),
    count('versionCount', t.versions, { width: '120px', needsRoom: true }),
    date('lastChangeDate', t.lastChange, {
      never: t.never,
      absolute: isPast,
      sortable: 'descending',
    }),
    {
      id: 'mainOperator',
      header: t.mainOperator,
      render: ({ id }) => <MainOperatorCell partitionId={id} at={at} />,
      width: '160px',
      hiddenAtFirst: true,
    },
    date('createdDate', t.created, { absolute: isPast, hiddenAtFirst: true }),
    text('description', t.description, { needsRoom: true }),
  ];
}
