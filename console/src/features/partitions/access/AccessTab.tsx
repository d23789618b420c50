import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import type { AccessHolder } from '@annals/contracts/user-administration';
import { useAppState } from '../../../platform/api/state.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { ExportButtons } from '../../../ui/list/ExportButtons.tsx';
import { useListState } from '../../../ui/list/useListState.ts';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { AccessViewLink, useAccessView } from '../../../domain/access-graph/AccessViewLink.tsx';
import { useAccessUnknown } from '../../../domain/access/access-unknown.ts';
import { useAccessLevelTexts } from '../../../domain/permissions/access-levels.texts.ts';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { useRoleLabels } from '../../../domain/permissions/role-labels.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { accessColumns, accessFilters } from './access-columns.tsx';
import { accessListOptions, accessQuery } from './access.queries.ts';
import { useAccessTexts } from './access.texts.ts';
import classes from './AccessTab.module.css';

// The layout of a graph is loaded on demand.
const PartitionAccessGraph = lazyNamed(
  () => import('./PartitionAccessGraph.tsx'),
  'PartitionAccessGraph',
);

interface AccessTabProps {
  partitionId: string;
  partitionName: string;
}

/** Everyone who can open the partition at the shown moment, and how they got access. */
export function AccessTab({ partitionId, partitionName }: AccessTabProps) {
  const t = useAccessTexts();
  const levels = useAccessLevelTexts();
  const labelsOf = useRoleLabels();
  const { asOf, isPast, withAsOf } = useTimeTravel();
  const ownId = useAppState(({ user }) => user?.id);
  const seesUsers = useMay('users:read');
  const list = useListState(accessListOptions);
  const query = useQuery(accessQuery(partitionId, asOf));
  const words = useMemo(
    () => ({ t, levels, roleName: (name: string) => labelsOf({ name }).name, ownId, isPast }),
    [t, levels, labelsOf, ownId, isPast],
  );
  const columns = useMemo(() => accessColumns(words), [words]);
  const filters = useMemo(() => accessFilters(words), [words]);
  const isGraph = useAccessView() === 'graph';
  const { data } = query;
  const unknown = useAccessUnknown(data?.knownSince);
  const holders = new Set(data?.data.map(({ holder }) => holder.id)).size;

  function pathOf({ id, kind, membershipOnly }: AccessHolder): string {
    if (kind === 'APPLICATION')
      return withAsOf(pathTo('v1-applications-applicationId', { applicationId: id }));
    return withAsOf(
      seesUsers && !membershipOnly
        ? pathTo('v1-users-userId', { userId: id }, { tab: 'partitions' })
        : pathTo('v1-partitions-all-users-userId', { userId: id }),
    );
  }

  const notes = data && !unknown && (
    <ul className={classes.notes}>
      <li>{t.people(holders)}</li>
      <li>{t.onlyVisible}</li>
      {data.data.some(({ holder }) => holder.membershipOnly) && <li>{t.accountHidden}</li>}
      {isPast && <li>{t.past}</li>}
      {data.more && <li>{t.tooMany(holders)}</li>}
    </ul>
  );

  return (
    <>
      {isGraph && data && !unknown ? (
        // The notes wait for the code of the graph, which would push them down.
        <Suspense fallback={<LineSkeletons lines={8} />}>
          <PartitionAccessGraph
            partitionId={partitionId}
            partitionName={partitionName}
            rows={data.data}
            words={words}
            pathOf={pathOf}
          />
          {notes}
        </Suspense>
      ) : (
        <>
          <DataList
            list={list}
            query={query}
            label={t.title}
            columns={columns}
            filters={filters}
            search={t.search}
            rowId={({ id }) => id}
            rowPath={({ holder }) => pathOf(holder)}
            exports={
              <ExportButtons
                list={list}
                query={() => accessQuery(partitionId, asOf)}
                columns={columns}
                filters={filters}
                filename="access"
              />
            }
            tools={data && !unknown && <AccessViewLink view="graph" />}
            none={unknown ?? { title: isPast ? t.nobodyThen : t.nobody }}
          />
          {notes}
        </>
      )}
    </>
  );
}
