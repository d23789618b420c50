import { Button } from '@mantine/core';
// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { timelineBlame, timelineObjects, timelineValues } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { CallError, isNoSuchThing } from '../../../platform/api/errors.ts';
import { invalidatePartition } from '../../../platform/api/query.ts';
import { CopyAs } from '../../../ui/copy-as/CopyAs.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { useChanges } from '../../../domain/live/change-feed.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { type Tab, Tabs } from '../../../ui/tabs/Tabs.tsx';
import { useAccessLink } from '../../../domain/access/useAccessLink.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { NoSuchObject } from '../shared/NoSuchObject.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { EndedBadge, TypeBadge, VersionNotice } from '../shared/ObjectLabels.tsx';
import { ReceiptProvider } from '../shared/ReceiptProvider.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { BlameTab } from './BlameTab.tsx';
import { historyQuery } from './history.queries.ts';
import { useVersionHistoryTexts } from './version-history.texts.ts';
import { ValuesTab } from './ValuesTab.tsx';
import { type LaterVersions, VersionsTab } from './VersionsTab.tsx';

/** How many versions are loaded automatically for the axis; more on request. */
const loadedByItself = 1000;

/** The history of a timeline: its versions on a time axis and as a list, and a comparison of any two. */
export function HistoryPage() {
  const t = useTimelineTexts();
  const words = useVersionHistoryTexts();
  const { partitionId, timelineId } = useParams({
    from: '/v1/partitions/$partitionId/timelines/$timelineId/objects',
  });
  const accessLink = useAccessLink(partitionId);
  const { partitionName, parents, objects } = usePartitionOfObjects(partitionId);
  const { at, isPast, isHeld, withAsOf } = useTimeTravel();
  const query = useInfiniteQuery(historyQuery(partitionId, timelineId, at));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const versions = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const newest = versions[0];
  const name = newest && titleOf(newest);

  const wantsMore = hasNextPage && error === null && versions.length < loadedByItself;
  const loaded = versions.length;
  useEffect(() => {
    // Runs again after each page: `loaded` changes when one has arrived.
    if (wantsMore && !isFetchingNextPage && loaded > 0) void fetchNextPage();
  }, [wantsMore, isFetchingNextPage, loaded, fetchNextPage]);

  const [arrived, setArrived] = useState(false);
  useChanges(partitionId, !isPast, ({ versions: written }) => {
    if (written.some((version) => version.timelineId === timelineId)) setArrived(true);
  });
  const showArrived = () => {
    setArrived(false);
    void invalidatePartition(partitionId);
  };

  const later = useLaterVersions(partitionId, timelineId, query.isPending, newest);
  const tabs = (last: ObjectVersion): Tab[] => [
    {
      id: 'versions',
      name: words.versionsTab,
      content: (
        <VersionsTab
          partitionId={partitionId}
          versions={versions}
          later={later}
          total={data?.pages[0]?.total?.value ?? last.modificationCount}
          more={
            hasNextPage &&
            versions.length >= loadedByItself && (
              <Button
                variant="default"
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {t.loadMore}
              </Button>
            )
          }
        />
      ),
    },
    {
      id: 'blame',
      needs: timelineBlame,
      name: words.blameTab,
      content: <BlameTab partitionId={partitionId} timelineId={timelineId} />,
    },
    {
      id: 'values',
      needs: timelineValues,
      name: words.valuesTab,
      content: <ValuesTab partitionId={partitionId} timelineId={timelineId} newest={last} />,
    },
  ];

  const wasNotThere = isPast && error instanceof CallError && error.status === 404;
  const notYet = isHeld ? t.notYetHeld : t.notYetThere;
  const isAbsent = !newest && isNoSuchThing(error);
  return (
    <>
      <PageHeader
        title={
          newest
            ? t.historyOf(titleOf(newest))
            : wasNotThere
              ? notYet.title
              : isAbsent
                ? t.noSuchObject
                : error || data
                  ? t.history
                  : undefined
        }
        parents={[
          ...parents,
          objects,
          ...(newest
            ? [{ name, to: withAsOf(latestPath(partitionId, { ...newest, timelineId })) }]
            : []),
        ]}
        coming={error || data ? [] : ['beside']}
        absent={isAbsent || (wasNotThere && !newest)}
        beside={
          newest && (
            <>
              <TypeBadge type={newest.type} />
              {newest.endedDate && <EndedBadge />}
              <Id value={timelineId} />
              <CopyAs
                call={{
                  row: timelineObjects,
                  input: { params: { partitionId, timelineId }, query: at },
                }}
              />
            </>
          )
        }
      />
      <TimeTravelBar partitionName={partitionName} beside={accessLink}>
        {wasNotThere ? (
          <>
            <EmptyState hint={notYet.hint} />
            {later !== undefined && later.versions.length > 0 && (
              <ReceiptProvider partitionId={partitionId}>
                <VersionsTab
                  partitionId={partitionId}
                  versions={versions}
                  total={undefined}
                  later={later}
                  more={null}
                />
              </ReceiptProvider>
            )}
          </>
        ) : isAbsent ? (
          <NoSuchObject partitionId={partitionId} />
        ) : (
          error && <ErrorPanel error={error} onRetry={() => void query.refetch()} />
        )}
        {!data && !error && (
          <Panel title={t.axis}>
            <LineSkeletons lines={12} />
          </Panel>
        )}
        {newest && (
          <>
            {arrived && (
              <VersionNotice tone="plain">
                {words.aNewerArrived}{' '}
                <Button size="compact-xs" variant="default" onClick={showArrived}>
                  {words.showIt}
                </Button>
              </VersionNotice>
            )}
            <ReceiptProvider partitionId={partitionId}>
              <Tabs label={words.tabs} tabs={tabs(newest)} />
            </ReceiptProvider>
          </>
        )}
      </TimeTravelBar>
    </>
  );
}

/**
 * The versions after the shown moment, newest first.
 * @param waits while the versions of the shown moment are loading
 * @param newestThen the newest version at the shown moment
 */
function useLaterVersions(
  partitionId: string,
  timelineId: string,
  waits: boolean,
  newestThen: ObjectVersion | undefined,
): LaterVersions | undefined {
  const { isPast } = useTimeTravel();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...historyQuery(partitionId, timelineId, {}),
    enabled: isPast,
  });
  const known = isPast && !waits;
  const countThen = newestThen?.modificationCount ?? 0;
  const all = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const versions = useMemo(
    () => (known ? all.filter(({ modificationCount = 0 }) => modificationCount > countThen) : []),
    [known, all, countThen],
  );
  const loaded = all.length;
  const wantsMore =
    known && hasNextPage && error === null && versions.length === loaded && loaded < loadedByItself;
  useEffect(() => {
    if (wantsMore && !isFetchingNextPage && loaded > 0) void fetchNextPage();
  }, [wantsMore, isFetchingNextPage, loaded, fetchNextPage]);
  if (!isPast) return undefined;
  const total =
    known && data ? Math.max(0, (all[0]?.modificationCount ?? 0) - countThen) : undefined;
  return { versions, total };
}
