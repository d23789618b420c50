// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { timelineBlame, timelineObjects, timelineValues } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { CallError, isNoSuchThing } from '../../../platform/api/errors.ts';
import { ToolMenu } from '../../../ui/buttons/ToolMenu.tsx';
import { CopyAs } from '../../../ui/copy-as/CopyAs.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { MoreButton } from '../../../ui/states/MoreButton.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { type Tab, Tabs } from '../../../ui/tabs/Tabs.tsx';
import { useAccessLink } from '../../../domain/access/useAccessLink.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { useReadRecordTexts } from '../../../domain/read-records/read-records.texts.ts';
import { useMayReadRecords } from '../../../domain/read-records/useMayReadRecords.ts';
import { useReadsRecorded } from '../../../domain/read-records/useReadsRecorded.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { NoSuchObject } from '../shared/NoSuchObject.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { EndedBadge, TypeBadge } from '../shared/ObjectLabels.tsx';
import { ReceiptProvider } from '../shared/ReceiptProvider.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { ArrivedNotice } from './ArrivedNotice.tsx';
import { BlameTab } from './BlameTab.tsx';
import { historyQuery } from './history.queries.ts';
import { useVersionHistoryTexts } from './version-history.texts.ts';
import { ValuesTab } from './ValuesTab.tsx';
import { loadedByItself, useFurtherPages } from './useFurtherPages.ts';
import { useLaterVersions } from './useLaterVersions.ts';
import { VersionsTab } from './VersionsTab.tsx';

const loadReads = () => import('../../../domain/read-records/WhoLooked.tsx');
const WhoLooked = lazyNamed(loadReads, 'WhoLooked');

/** The history of a timeline: its versions on a time axis and as a list, and a comparison of any two. */
export function HistoryPage() {
  const t = useTimelineTexts();
  const words = useVersionHistoryTexts();
  const { partitionId, timelineId } = useParams({
    from: '/v1/partitions/$partitionId/timelines/$timelineId/objects',
  });
  const accessLink = useAccessLink(partitionId);
  const { partition, partitionName, parents, objects } = usePartitionOfObjects(partitionId);
  const seesReads = useMayReadRecords(partition);
  const readsRecorded = useReadsRecorded(partition, timelineId);
  const { whoLooked } = useReadRecordTexts();
  const { at, isPast, isHeld, withAsOf } = useTimeTravel();
  const query = useInfiniteQuery(historyQuery(partitionId, timelineId, at));
  const { data, error } = query;
  const versions = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const newest = versions[0];
  const name = newest && titleOf(newest);

  useFurtherPages(query, versions.length);
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
          isLoading={query.hasNextPage && error === null && versions.length < loadedByItself}
          total={data?.pages[0]?.total?.value ?? last.modificationCount}
          more={
            query.hasNextPage &&
            versions.length >= loadedByItself && <MoreButton query={query}>{t.loadMore}</MoreButton>
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
    ...(seesReads && !isPast
      ? [
          {
            id: 'reads',
            name: whoLooked,
            preload: loadReads,
            content: <WhoLooked partitionId={partitionId} timelineId={timelineId} />,
          },
        ]
      : []),
  ];

  const wasNotThere = isPast && error instanceof CallError && error.status === 404;
  const notYet = isHeld ? t.notYetHeld : t.notYetThere;
  const isAbsent = !newest && isNoSuchThing(error);
  /** Undefined while it is loading. */
  function title(): string | undefined {
    if (newest) return t.historyOf(titleOf(newest));
    if (wasNotThere) return notYet.title;
    if (isAbsent) return t.noSuchObject;
    return error || data ? t.history : undefined;
  }
  return (
    <>
      <PageHeader
        title={title()}
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
          newest ? (
            <>
              <TypeBadge type={newest.type} />
              {newest.endedDate && <EndedBadge />}
              <ToolMenu label={t.moreActions}>
                <CopyAs
                  call={{
                    row: timelineObjects,
                    input: { params: { partitionId, timelineId }, query: at },
                  }}
                />
              </ToolMenu>
              <Id value={timelineId} />
            </>
          ) : (
            wasNotThere && <Id value={timelineId} />
          )
        }
      />
      <TimeTravelBar
        partitionName={partitionName}
        beside={
          !isAbsent &&
          accessLink && (
            <>
              {accessLink}
              {readsRecorded}
            </>
          )
        }
      >
        {wasNotThere ? (
          <>
            <EmptyState hint={notYet.hint} />
            {later !== undefined && later.versions.length > 0 && (
              <ReceiptProvider partitionId={partitionId}>
                <VersionsTab
                  partitionId={partitionId}
                  versions={versions}
                  isLoading={false}
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
            <ArrivedNotice partitionId={partitionId} timelineId={timelineId} />
            <ReceiptProvider partitionId={partitionId}>
              <Tabs label={words.tabs} tabs={tabs(newest)} />
            </ReceiptProvider>
          </>
        )}
      </TimeTravelBar>
    </>
  );
}
