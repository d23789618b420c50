import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { CallError } from '../../../api/errors.ts';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { Id } from '../../../shared/ids/Id.tsx';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { PageHeader } from '../../../shared/page/PageHeader.tsx';
import { oneOf, type PlainSearch } from '../../../shared/search.ts';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../../shared/states/QueryPanel.tsx';
import { TimeTravelBar } from '../../../shared/time-travel/TimeTravelBar.tsx';
import { usePartitionSearch } from '../../../shared/time-travel/usePartitionSearch.ts';
import { ComparePanel } from './ComparePanel.tsx';
import { pairAround, pairAskedFor, type ComparePair } from './compare-pair.ts';
import { HistoryList } from './HistoryList.tsx';
import classes from './HistoryPage.module.css';
import { latestPath } from '../object-paths.ts';
import { historyQuery } from '../objects.queries.ts';
import { TimeAxis } from './TimeAxis.tsx';
import { EndedMark, TypeMark } from '../version/TypeMark.tsx';
import { useObjectsPlace } from '../useObjectsPlace.ts';
import { useVersionTexts } from '../version/version.texts.ts';

/** So many versions are loaded by themselves, for the axis; more when asked for. */
const loadedByItself = 1000;

/** The history of a timeline: its versions over time and as a list, any two of them compared. */
export function HistoryPage() {
  const t = useVersionTexts();
  const { partitionId, timelineId } = useParams({
    from: '/v1/partitions/$partitionId/timelines/$timelineId/objects',
  });
  const { partitionName, parents, objects } = useObjectsPlace(partitionId);
  const { asOf, isPast, withAsOf } = usePartitionSearch();
  const query = useInfiniteQuery(historyQuery(partitionId, timelineId, asOf));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const versions = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const newest = versions[0];
  const name = newest && titleOf(newest);

  const wantsMore = hasNextPage && error === null && versions.length < loadedByItself;
  const loaded = versions.length;
  useEffect(() => {
    // Again after each page: `loaded` says that one has come.
    if (wantsMore && !isFetchingNextPage && loaded > 0) void fetchNextPage();
  }, [wantsMore, isFetchingNextPage, loaded, fetchNextPage]);

  const wasNotThere = isPast && error instanceof CallError && error.status === 404;
  return (
    <>
      <PageHeader
        title={
          newest
            ? t.historyOf(titleOf(newest))
            : wasNotThere
              ? t.notYetThere
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
        beside={
          newest && (
            <>
              <TypeMark type={newest.type} />
              {newest.endedDate && <EndedMark />}
              <Id value={timelineId} />
            </>
          )
        }
      />
      <TimeTravelBar partitionName={partitionName}>
        {wasNotThere ? (
          <EmptyState title={t.notYetThere} hint={t.notYetThereHint} />
        ) : (
          error && <ErrorPanel error={error} onRetry={() => void query.refetch()} />
        )}
        {!data && !error && (
          <Panel title={t.axis}>
            <LineSkeletons lines={12} />
          </Panel>
        )}
        {newest && (
          <History
            partitionId={partitionId}
            versions={versions}
            total={data?.pages[0]?.total?.value ?? newest.modificationCount}
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
        )}
      </TimeTravelBar>
    </>
  );
}

interface HistoryProps {
  partitionId: string;
  versions: readonly ObjectVersion[];
  /** How many there are, where that is known. */
  total: number | undefined;
  more: ReactNode;
}

function History({ partitionId, versions, total, more }: HistoryProps) {
  const t = useVersionTexts();
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const pair = pairAskedFor(
    { left: oneOf(search['left']), right: oneOf(search['right']) },
    versions,
  );
  const pick = (next: Partial<ComparePair> | undefined) => {
    if (next)
      void router.navigate({
        to: '.',
        search: { ...search, ...pair, ...next },
        resetScroll: false,
      });
  };
  const isWhole = total === undefined || versions.length >= total;
  return (
    <div className={classes.panels}>
      <Panel
        title={t.axis}
        beside={
          isWhole ? t.versions(versions.length) : `${t.atLeastVersions(versions.length)} / ${total}`
        }
      >
        <TimeAxis
          versions={versions}
          pair={pair}
          onPick={(group) => pick(pairAround(group, versions))}
        />
      </Panel>
      <ComparePanel partitionId={partitionId} versions={versions} pair={pair} onPick={pick} />
      <Panel title={t.history} flush>
        <HistoryList partitionId={partitionId} versions={versions} pair={pair} onPick={pick} />
        {more && <div className={classes.more}>{more}</div>}
      </Panel>
    </div>
  );
}
