// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { historyQuery } from './history.queries.ts';
import { useFurtherPages } from './useFurtherPages.ts';
import type { LaterVersions } from './VersionsTab.tsx';

/**
 * The versions after the shown moment, newest first.
 * @param waits while the versions of the shown moment are loading
 * @param newestThen the newest version at the shown moment
 */
export function useLaterVersions(
  partitionId: string,
  timelineId: string,
  waits: boolean,
  newestThen: ObjectVersion | undefined,
): LaterVersions | undefined {
  const { isPast } = useTimeTravel();
  const query = useInfiniteQuery({
    ...historyQuery(partitionId, timelineId, {}),
    enabled: isPast,
  });
  const { data } = query;
  const isReady = isPast && !waits;
  const countThen = newestThen?.modificationCount ?? 0;
  const all = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const versions = useMemo(
    () => (isReady ? all.filter(({ modificationCount = 0 }) => modificationCount > countThen) : []),
    [isReady, all, countThen],
  );
  useFurtherPages(query, all.length, isReady && versions.length === all.length);
  if (!isPast) return undefined;
  const total =
    isReady && data ? Math.max(0, (all[0]?.modificationCount ?? 0) - countThen) : undefined;
  return { versions, total };
}
