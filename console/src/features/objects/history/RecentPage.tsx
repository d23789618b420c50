import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { useListState } from '../../../shared/list/useListState.ts';
import { PageHeader } from '../../../shared/page/PageHeader.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../../shared/states/QueryPanel.tsx';
import { TimeTravelBar } from '../../../shared/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { InfiniteRecent } from './InfiniteRecent.tsx';
import { headQuery, isFiltered, recentList } from './history.queries.ts';
import { PagedRecent } from './PagedRecent.tsx';

/** All versions of a partition, newest first: who changed what. */
export function RecentPage() {
  const t = useObjectsTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/objects/recent' });
  const { partition, partitionName, parents, objects } = usePartitionOfObjects(partitionId);
  const { at, moment, momentKey } = useTimeTravel();
  const list = useListState(recentList);
  const [follows, setFollows] = useState(true);
  const filtered = isFiltered(list.request);
  const head = useQuery({
    ...headQuery(partitionId, at),
    enabled: !filtered && (moment.kind === 'now' || moment.kind === 'past'),
  });
  // Other services report no sequence numbers, or not for all versions.
  const newest = head.data?.data[0]?.sequence;
  const numbered = newest !== undefined && head.data?.total?.value === newest;
  const live = { follows, onFollow: setFollows };
  return (
    <>
      <PageHeader title={t.recent} parents={[...parents, objects]} />
      <TimeTravelBar partitionName={partitionName}>
        {filtered || (head.data && !numbered) ? (
          <PagedRecent partitionId={partitionId} partition={partition} list={list} live={live} />
        ) : head.data && numbered ? (
          <InfiniteRecent
            key={`${partitionId} ${momentKey}`}
            partitionId={partitionId}
            partition={partition}
            list={list}
            live={live}
            head={head.data.data}
            newest={newest}
            onMore={() => void head.refetch({ cancelRefetch: false })}
          />
        ) : head.error ? (
          <ErrorPanel error={head.error} onRetry={() => void head.refetch()} />
        ) : (
          <Panel title={t.recent}>
            <LineSkeletons lines={16} />
          </Panel>
        )}
      </TimeTravelBar>
    </>
  );
}
