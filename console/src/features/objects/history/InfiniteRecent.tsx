import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { recentObjects } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { CopyAs } from '../../../ui/copy-as/CopyAs.tsx';
import { InfiniteRows, type InfiniteRowsHandle } from '../../../ui/infinite-list/InfiniteRows.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { ListToolbar } from '../../../ui/list/ListToolbar.tsx';
import type { ListState } from '../../../ui/list/useListState.ts';
import {
  NewChangesBanner,
  NewChangesAnnouncement,
} from '../../../domain/live/NewChangesBanner.tsx';
import { LiveSwitch } from '../../../domain/live/LiveSwitch.tsx';
import { useChanges } from '../../../domain/live/change-feed.ts';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf, type PlainSearch } from '../../../platform/search.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { versionPath } from '../shared/object-paths.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import classes from './InfiniteRecent.module.css';
import type { RecentFilter } from './history.queries.ts';
import { useVersionHistoryTexts } from './version-history.texts.ts';
import { JumpTo } from './JumpTo.tsx';
import { type ShownPartition, useRecentColumns, useRecentFilters } from './recent-columns.tsx';
import { useSequenceRows, overscanRows } from './useSequenceRows.ts';

const rowHeights = { comfortable: 45, compact: 33, card: 88 };
/** On a phone the last line of a card may wrap. */
const phoneCardHeight = 112;
/** How long new rows are highlighted, in milliseconds. */
const markedFor = 3_000;

/** As many rows as a screen certainly shows. */
const mostOnScreen = 10;

interface InfiniteRecentProps {
  partitionId: string;
  partition: ShownPartition;
  /** Whether the list has a query instead of filters. */
  hasQueries: boolean;
  /** Whether views can be saved in the browser. */
  views: boolean;
  list: ListState<RecentFilter>;
  live: { follows: boolean; onFollow: (follows: boolean) => void };
  /** The newest versions, newest first. */
  head: readonly ObjectVersion[];
  /** The sequence number of the newest version, which is also the count. */
  newest: number;
  /** Refetches the newest versions. */
  onMore: () => void;
}

/** All versions of a partition in one virtual list: sequence numbers give access to any page range. */
export function InfiniteRecent({
  partitionId,
  partition,
  hasQueries,
  views,
  list,
  live,
  head,
  newest,
  onMore,
}: InfiniteRecentProps) {
  const t = useObjectsTexts();
  const words = useVersionHistoryTexts();
  const { at: shownMoment, isPast, withAsOf } = useTimeTravel();
  const columns = useRecentColumns(partitionId);
  const filters = useRecentFilters(partitionId, shownMoment, partition).filter(
    ({ name, options }) => options?.length !== 0 || list.state.filters[name] !== undefined,
  );
  // Next to the side menu a row has room for only a few words, so changes take their own line there too.
  const isPhone = useMediaQuery('(max-width: 480px)', false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery('(max-width: 960px)', false, { getInitialValueInEffect: false });
  const density = isNarrow ? 'card' : list.memory.density;
  const shownColumn = ({ id, hiddenAtFirst }: (typeof columns)[number]) =>
    id === 'title' || (list.memory.columns[id] ?? !hiddenAtFirst);

  const place = useAddressedPlace();
  const handle = useRef<InfiniteRowsHandle>(null);
  // While the user has scrolled down, new versions must not move the rows: the list keeps the newest version of
  // that time.
  const [frozen, setFrozen] = useState(() => (place.at === undefined ? undefined : newest));
  const top = frozen ?? newest;
  const rowOfNumber = (at: number | undefined) =>
    at === undefined || at > top || at < 1 ? 0 : top - at;
  const [start] = useState(() => rowOfNumber(place.at));
  const rows = useSequenceRows(partitionId, shownMoment, top, head);
  const isNew = useIsNewVersion(top);
  const [first] = useState(newest);

  const isNow = !isPast;
  const state = useChanges(partitionId, isNow && live.follows, onMore);
  const follow = (follows: boolean) => {
    live.onFollow(follows);
    if (!follows) setFrozen(top);
    else if (place.at === undefined) setFrozen(undefined);
  };
  const jump = (at: number | undefined) => {
    if (at === undefined) setFrozen(undefined);
    place.write(at);
    handle.current?.goTo(rowOfNumber(at));
  };
  const { at, isOwn } = place;
  const goTo = useRef(jump);
  useEffect(() => {
    goTo.current = jump;
  });
  useEffect(() => {
    // After this render: scrolling renders immediately.
    if (!isOwn(at)) queueMicrotask(() => goTo.current(at));
  }, [at, isOwn]);

  return (
    <section className={classes.list} aria-label={t.recent}>
      <ListToolbar
        list={list}
        columns={columns}
        filters={hasQueries ? [] : filters}
        search={undefined}
        views={views}
        isEmpty={false}
        forAll={
          <CopyAs
            call={{
              row: recentObjects,
              input: {
                params: { partitionId },
                query: {
                  ...shownMoment,
                  ...(place.at !== undefined && { fromSequence: place.at }),
                },
              },
            }}
          />
        }
      >
        <output className={classes.count}>{words.changes(newest)}</output>
        <JumpTo partitionId={partitionId} newest={newest} onJump={jump} />
        {isNow && <LiveSwitch state={state} follows={live.follows} onFollow={follow} />}
      </ListToolbar>
      {rows.error && <ErrorPanel error={rows.error} onRetry={rows.retry} />}
      <NewChangesBanner count={live.follows ? newest - top : 0} onShow={() => jump(undefined)} />
      <NewChangesAnnouncement total={newest - first} />
      <InfiniteRows
        handle={handle}
        label={t.recent}
        count={top}
        start={start}
        rowHeight={isPhone ? phoneCardHeight : rowHeights[density]}
        density={density}
        columns={columns.filter(shownColumn)}
        rowAt={(index) => rows.rowOf(top - index)}
        rowPath={(version) => withAsOf(versionPath(partitionId, version.id))}
        isNew={(index) => isNew(top - index)}
        keyOf={(index) => top - index}
        onMove={(from, to, far) => {
          if (from > 0 && frozen === undefined) setFrozen(newest);
          if (from === 0 && live.follows) setFrozen(undefined);
          rows.want(top - from + overscanRows, top - to - overscanRows, far);
        }}
        onRest={(from) => place.write(from === 0 ? undefined : top - from)}
      />
      {top > mostOnScreen && <p data-on="paper">{words.partOnPaper}</p>}
    </section>
  );
}

/** The position in the list from the URL: `?at=` with a sequence number; without it, the newest. */
function useAddressedPlace() {
  const router = useRouter();
  const { search } = usePageLocation();
  const text = oneOf(search['at']);
  const at = text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  const own = useRef(at);
  const [isOwn] = useState(() => (one: number | undefined) => one === own.current);
  return {
    at,
    /** Whether the list itself wrote the URL: then it is already at that position. */
    isOwn,
    write: (next: number | undefined) => {
      if (next === own.current) return;
      own.current = next;
      const { at: _, ...rest }: PlainSearch = router.latestLocation.search;
      void router.navigate({
        to: '.',
        search: next === undefined ? rest : { ...rest, at: String(next) },
        replace: true,
        resetScroll: false,
      });
    },
  };
}

/** Whether a version arrived with the last update and is still highlighted. */
function useIsNewVersion(newest: number): (sequence: number) => boolean {
  const [seen, setSeen] = useState({ newest, markedAbove: newest });
  if (seen.newest !== newest) setSeen({ newest, markedAbove: seen.newest });
  useEffect(() => {
    if (seen.markedAbove === seen.newest) return undefined;
    const timer = setTimeout(() => setSeen({ ...seen, markedAbove: seen.newest }), markedFor);
    return () => clearTimeout(timer);
  }, [seen]);
  return (sequence) => sequence > seen.markedAbove;
}
