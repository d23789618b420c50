import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { timelineBlame, timelineObjects, timelineValues } from '@annals/contracts/objects';
import type { Page } from '../../../platform/api/page.ts';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { ToolMenu } from '../../../ui/buttons/ToolMenu.tsx';
import { CopyAs } from '../../../ui/copy-as/CopyAs.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { MoreButton } from '../../../ui/states/MoreButton.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { type Tab, Tabs } from '../../../ui/tabs/Tabs.tsx';
import { useReadRecordTexts } from '../../../domain/read-records/read-records.texts.ts';
import { useMayReadRecords } from '../../../domain/read-records/useMayReadRecords.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { ObjectBar } from '../shared/ObjectBar.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { EndedBadge, TypeBadge } from '../shared/ObjectLabels.tsx';
import { ReceiptProvider } from '../shared/ReceiptProvider.tsx';
import { useObjectFailure } from '../shared/useObjectFailure.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { ArrivedNotice } from './ArrivedNotice.tsx';
import { BlameTab } from './BlameTab.tsx';
import { historyQuery } from './history.queries.ts';
import { useVersionHistoryTexts } from './version-history.texts.ts';
import { ValuesTab } from './ValuesTab.tsx';
import { loadedByItself, useFurtherPages } from './useFurtherPages.ts';
import { useLaterVersions } from './useLaterVersions.ts';
import { type LaterVersions, VersionsTab } from './VersionsTab.tsx';

const WhoLooked = lazyNamed(
  () => import('../../../domain/read-records/WhoLooked.tsx'),
  'WhoLooked',
);

/** The history of a timeline: its versions on a time axis and as a list, and a comparison of any two. */
export function HistoryPage() {
  const t = useTimelineTexts();
  const { partitionId, timelineId } = useParams({
    from: '/v1/partitions/$partitionId/timelines/$timelineId/objects',
  });
  const { parents, objects } = usePartitionOfObjects(partitionId);
  const { at, withAsOf } = useTimeTravel();
  const query = useInfiniteQuery(historyQuery(partitionId, timelineId, at));
  const { data, isPending } = query;
  const versions = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const newest = versions[0];
  const name = newest && titleOf(newest);

  useFurtherPages(query, versions.length);
  const later = useLaterVersions(partitionId, timelineId, isPending, newest);
  const failure = useObjectFailure(partitionId, query, { name: t.history, asOf: true });
  return (
    <>
      <PageHeader
        title={name === undefined ? (failure?.title ?? (data && t.history)) : t.historyOf(name)}
        parents={[
          ...parents,
          objects,
          ...(newest
            ? [{ name, to: withAsOf(latestPath(partitionId, { ...newest, timelineId })) }]
            : []),
        ]}
        coming={isPending ? ['beside'] : []}
        absent={failure?.isAbsent}
        query={failure ? undefined : query}
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
            failure?.isLater && <Id value={timelineId} />
          )
        }
      />
      <ObjectBar partitionId={partitionId} timelineId={timelineId} isAbsent={failure?.isAbsent}>
        {failure?.content}
        {failure?.isLater && <LaterOnly partitionId={partitionId} later={later} />}
        {isPending && (
          <Panel title={t.axis}>
            <LineSkeletons lines={12} />
          </Panel>
        )}
        {newest && (
          <>
            <ArrivedNotice partitionId={partitionId} timelineId={timelineId} />
            <ReceiptProvider partitionId={partitionId}>
              <HistoryTabs
                partitionId={partitionId}
                timelineId={timelineId}
                query={query}
                versions={versions}
                newest={newest}
                later={later}
              />
            </ReceiptProvider>
          </>
        )}
      </ObjectBar>
    </>
  );
}

interface LaterOnlyProps {
  partitionId: string;
  later: LaterVersions | undefined;
}

/** The history of a timeline that began after the shown moment. */
function LaterOnly({ partitionId, later }: LaterOnlyProps) {
  if (later === undefined || later.versions.length === 0) return null;
  return (
    <ReceiptProvider partitionId={partitionId}>
      <VersionsTab
        partitionId={partitionId}
        versions={[]}
        isLoading={false}
        total={undefined}
        later={later}
        more={null}
      />
    </ReceiptProvider>
  );
}

interface HistoryTabsProps {
  partitionId: string;
  timelineId: string;
  query: UseInfiniteQueryResult<InfiniteData<Page<ObjectVersion>>>;
  versions: readonly ObjectVersion[];
  newest: ObjectVersion;
  later: LaterVersions | undefined;
}

function HistoryTabs({
  partitionId,
  timelineId,
  query,
  versions,
  newest,
  later,
}: HistoryTabsProps) {
  const t = useTimelineTexts();
  const words = useVersionHistoryTexts();
  const { whoLooked } = useReadRecordTexts();
  const { isPast } = useTimeTravel();
  const seesReads = useMayReadRecords(usePartitionOfObjects(partitionId).partition);
  const tabs: (Tab | false)[] = [
    {
      id: 'versions',
      name: words.versionsTab,
      content: (
        <VersionsTab
          partitionId={partitionId}
          versions={versions}
          later={later}
          isLoading={query.hasNextPage && query.error === null && versions.length < loadedByItself}
          total={query.data?.pages[0]?.total?.value ?? newest.modificationCount}
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
      content: <ValuesTab partitionId={partitionId} timelineId={timelineId} newest={newest} />,
    },
    seesReads &&
      !isPast && {
        id: 'reads',
        name: whoLooked,
        preload: WhoLooked.preload,
        content: <WhoLooked partitionId={partitionId} timelineId={timelineId} />,
      },
  ];
  return <Tabs label={words.tabs} tabs={tabs.filter((tab) => tab !== false)} />;
}
