import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { searchAllPartitions } from '@annals/contracts/object-search';
import { listSavedSearches } from '@annals/contracts/saved-searches';
import { useListState } from '../../../ui/list/useListState.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { LineSkeletons, QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { PartitionTabs } from '../../../domain/partition-tabs/PartitionTabs.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { queryInAddress } from '../query/query-in-address.ts';
import { QueryInput } from '../query/QueryInput.tsx';
import { SavedSearchesButton } from '../saved-searches/SavedSearchesButton.tsx';
import { InfiniteRecent } from './InfiniteRecent.tsx';
import { headQuery, isFiltered, recentList } from './history.queries.ts';
import { PagedRecent } from './PagedRecent.tsx';

/** All versions of a partition, newest first: who changed what. */
export function RecentPage() {
  const t = useObjectsTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/objects/recent' });
  const { partition, partitionName, parents, objects } = usePartitionOfObjects(partitionId);
  const { at, moment, momentKey } = useTimeTravel();
  const hasSavedSearches = useCapability(listSavedSearches);
  const list = useListState(recentList, !hasSavedSearches);
  const [follows, setFollows] = useState(true);
  const filtered = isFiltered(list.request);
  const hasQueries = useCapability(searchAllPartitions);
  const shownQuery = queryInAddress(list.state);
  const head = useQuery({
    ...headQuery(partitionId, at),
    enabled: !filtered && (moment.kind === 'now' || moment.kind === 'past'),
  });
  // Other services report no sequence numbers, or not for all versions.
  const newest = head.data?.data[0]?.sequence;
  const numbered = newest !== undefined && head.data?.total?.value === newest;
  const shared = {
    partitionId,
    partition,
    hasQueries,
    views: !hasSavedSearches,
    list,
    live: { follows, onFollow: setFollows },
  };
  return (
    <>
      <PageHeader
        title={t.recent}
        parents={[...parents, objects]}
        action={
          hasQueries &&
          moment.kind === 'now' && (
            <FollowButton partitionId={partitionId} query={shownQuery} searched="changes" />
          )
        }
      />
      <TimeTravelBar partitionName={partitionName}>
        <PartitionTabs
          partitionId={partitionId}
          partition={partition}
          current="changes"
          contents={{
            changes: {
              content: (
                <>
                  {hasQueries && (
                    <QueryInput
                      partitionId={partitionId}
                      searched="changes"
                      value={shownQuery}
                      onChange={list.filters.replace}
                      versions={head.data?.data}
                      elsewhere={objects}
                    >
                      <SavedSearchesButton
                        partitionId={partitionId}
                        kind="changes"
                        query={shownQuery}
                        list={list}
                      />
                    </QueryInput>
                  )}
                  {filtered || (head.data && !numbered) ? (
                    <PagedRecent {...shared} partitionName={partitionName} />
                  ) : head.data && numbered ? (
                    <InfiniteRecent
                      key={`${partitionId} ${momentKey}`}
                      {...shared}
                      head={head.data.data}
                      newest={newest}
                      onMore={() => void head.refetch({ cancelRefetch: false })}
                    />
                  ) : (
                    <QueryStates
                      query={head}
                      pending={
                        <Panel title={t.recent}>
                          <LineSkeletons lines={16} />
                        </Panel>
                      }
                    >
                      {() => null}
                    </QueryStates>
                  )}
                </>
              ),
            },
          }}
        />
      </TimeTravelBar>
    </>
  );
}
