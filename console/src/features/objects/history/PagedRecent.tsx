import { useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { ExportButtons } from '../../../ui/list/ExportButtons.tsx';
import type { ListState } from '../../../ui/list/useListState.ts';
import type { ListRequest } from '../../../ui/list/list-request.ts';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { useSettled } from '../../../ui/list/useSettled.ts';
import {
  NewChangesBanner,
  NewChangesAnnouncement,
} from '../../../domain/live/NewChangesBanner.tsx';
import { LiveSwitch } from '../../../domain/live/LiveSwitch.tsx';
import { useChanges } from '../../../domain/live/change-feed.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { versionPath } from '../shared/object-paths.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { recentList, type RecentFilter } from './history.queries.ts';
import { useRecentColumns, useRecentFilters, type ShownPartition } from './recent-columns.tsx';

/** A smaller page leaves more room for large predecessors. */
const exportedAtOnce = 25;

/** Below this scroll position in pixels, rows must not move, because the user is reading. */
const readsBelow = 160;

interface PagedRecentProps {
  partitionId: string;
  partition: ShownPartition;
  partitionName: string | undefined;
  /** Whether the list has a query instead of filters. */
  hasQueries: boolean;
  /** Whether views can be saved in the browser. */
  views: boolean;
  list: ListState<RecentFilter>;
  live: { follows: boolean; onFollow: (follows: boolean) => void };
}

/** The newest versions page by page: filtered, or without sequence numbers. */
export function PagedRecent({
  partitionId,
  partition,
  partitionName,
  hasQueries,
  views,
  list,
  live,
}: PagedRecentProps) {
  const t = useObjectsTexts();
  const { at, isPast, withAsOf } = useTimeTravel();
  const isNewest = !isPast && list.state.cursor === undefined;
  const ask = (request: ListRequest<RecentFilter>) =>
    recentList.query(request, {
      params: { partitionId },
      query: { ...at, withPredecessor: true },
    });
  const query = useListQuery(ask(list.request));
  const { q } = list.state;
  // The rows of the previous query stay until those of the new one arrive.
  const columns = useRecentColumns(partitionId, useSettled(q, query.isPlaceholderData));
  const filters = useRecentFilters(partitionId, at, partition);
  const [waiting, setWaiting] = useState(0);
  const [arrived, setArrived] = useState(0);
  const { type, modifiedBy } = list.state.filters;
  /** Only the service knows whether a version matches a query. */
  const fits = (version: ObjectVersion) =>
    q === '' &&
    (type === undefined || version.type === type) &&
    (modifiedBy === undefined || version.modificationUserId === modifiedBy);
  const state = useChanges(partitionId, isNewest && live.follows, ({ versions, maybeMore }) => {
    const count = versions.filter(fits).length;
    if (count === 0 && !maybeMore && q === '') return;
    setArrived((before) => before + count);
    if (window.scrollY > readsBelow) setWaiting((before) => before + count);
    else void query.refetch({ cancelRefetch: false });
  });
  const show = () => {
    setWaiting(0);
    window.scrollTo({ top: 0 });
    void query.refetch();
  };
  return (
    <>
      <NewChangesBanner count={isNewest ? waiting : 0} onShow={show} />
      <NewChangesAnnouncement total={arrived} />
      <DataList
        list={list}
        query={query}
        label={t.recent}
        columns={columns}
        filters={hasQueries ? [] : filters}
        views={views}
        rowId={(version) => version.id}
        rowPath={(version) => withAsOf(versionPath(partitionId, version.id))}
        tools={isNewest && <LiveSwitch state={state} {...live} />}
        exports={
          <ExportButtons
            list={list}
            query={(request) => ask({ ...request, pageSize: exportedAtOnce })}
            columns={columns}
            filename={`${partitionName ?? 'partition'} changes`}
          />
        }
        none={{ title: q === '' ? t.noChanges : t.noChangesFound }}
      />
    </>
  );
}
