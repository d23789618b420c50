import { Button, Skeleton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useIsPrinting } from '../../../platform/printing.ts';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf } from '../../../platform/search.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { type ComparePair, pairAround, pairAskedFor } from './compare-pair.ts';
import { ComparePanel } from './ComparePanel.tsx';
import {
  filterVersions,
  filterOfSearch,
  type HistoryFilter,
  isFilterSet,
} from './history-filter.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import classes from './HistoryPage.module.css';
import { TimeAxis } from './TimeAxis.tsx';
import { useVersionHistoryTexts } from './version-history.texts.ts';

/** More are listed on request, on paper, or as far as a compared version is. */
const listedAtFirst = 50;

export interface LaterVersions {
  /** Newest first. */
  versions: readonly ObjectVersion[];
  /** The total number, once it is known. */
  total: number | undefined;
}

interface VersionsTabProps {
  partitionId: string;
  /** As of the shown moment, newest first. */
  versions: readonly ObjectVersion[];
  /** The total, where known. */
  total: number | undefined;
  /** The versions after the shown moment; undefined if it is now. */
  later: LaterVersions | undefined;
  /** Whether further versions are being loaded, so that the time axis would change. */
  isLoading: boolean;
  more: ReactNode;
}

/** The versions on a time axis and as a list, and a comparison of any two. */
export function VersionsTab({
  partitionId,
  versions,
  total,
  later,
  isLoading,
  more,
}: VersionsTabProps) {
  const t = useTimelineTexts();
  const words = useVersionHistoryTexts();
  const router = useRouter();
  const { search } = usePageLocation();
  const laterVersions = later?.versions ?? [];
  const all = [...laterVersions, ...versions];
  const laterIds = new Set(laterVersions.map(({ id }) => id));
  const isLater = ({ id }: ObjectVersion) => laterIds.has(id);
  const filter = filterOfSearch(search);
  const shown = filterVersions(all, filter);
  const right = oneOf(search['right']) ?? versions[0]?.id;
  const pair = pairAskedFor({ left: oneOf(search['left']), right }, all);
  const printing = useIsPrinting();
  const [listsAll, setListsAll] = useState(false);
  const lastPicked = shown.findLastIndex(({ id }) => id === pair?.left || id === pair?.right);
  const listed =
    listsAll || printing ? shown : shown.slice(0, Math.max(listedAtFirst, lastPicked + 1));
  const write = (next: Record<string, string | undefined>) =>
    void router.navigate({ to: '.', search: { ...search, ...next }, resetScroll: false });
  const pick = (next: Partial<ComparePair> | undefined) => {
    if (next) write({ ...pair, ...next });
  };
  const onFilter = (next: Partial<HistoryFilter>) => write({ ...next });
  const isWhole = isLoading || total === undefined || versions.length >= total;
  const count = isWhole
    ? t.versions(Math.max(versions.length, total ?? 0))
    : t.loadedVersions(versions.length, total);
  const beside = isFilterSet(filter) ? words.matches(shown.length, all.length) : count;
  return (
    <div className={classes.panels}>
      <div data-on="screen">
        <Panel title={t.axis} beside={beside}>
          <HistoryFilters
            versions={all}
            shown={shown}
            chosen={all.find(({ id }) => id === right)}
            isLater={isLater}
            filter={filter}
            onFilter={onFilter}
          />
          {later && (
            <p className={classes.later}>
              {later.total === undefined
                ? // Keeps the line's place until the sentence is there.
                  '\u00a0'
                : later.versions.length < later.total
                  ? words.newestLater(later.versions.length, later.total)
                  : words.laterVersions(later.total)}
            </p>
          )}
          {isLoading ? (
            <div className={classes.axisToCome} aria-busy="true">
              <Skeleton height={4} />
            </div>
          ) : shown.length === 0 ? (
            <p className={classes.later}>{words.noMatches}</p>
          ) : (
            <TimeAxis
              versions={shown}
              isLater={isLater}
              pair={pair}
              onPick={(group) => pick(pairAround(group, all))}
            />
          )}
        </Panel>
      </div>
      <ComparePanel partitionId={partitionId} versions={all} pair={pair} onPick={pick} />
      <Panel title={t.history} beside={printing && beside} flush>
        <HistoryList
          partitionId={partitionId}
          versions={listed}
          all={all}
          isLater={isLater}
          pair={pair}
          onPick={pick}
        />
        {listed.length < shown.length ? (
          <div className={classes.more}>
            <Button variant="default" onClick={() => setListsAll(true)}>
              {words.showAll(shown.length)}
            </Button>
          </div>
        ) : (
          more && <div className={classes.more}>{more}</div>
        )}
      </Panel>
    </div>
  );
}
