import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listObjectsOfUser } from '@annals/contracts/data-users';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { infiniteQueryOf } from '../../platform/api/query.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { MoreButton } from '../../ui/states/MoreButton.tsx';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import { isCut } from './group-versions.ts';
import { GroupedVersionLines } from './VersionLines.tsx';
import { useVersionTexts } from './versions.texts.ts';
import classes from './WrittenVersions.module.css';

/** After so many pages, versions that were written together are shown without their number. */
const maxPagesOfGroup = 12;

interface WrittenVersionsProps {
  title: string;
  /** The id of a user or an application. */
  userId: string;
  /** The text without any writes. */
  none: string;
  pageSize?: number;
}

/** The recent writes of a user in all partitions; hidden if the service does not report them. */
export function WrittenVersions({ title, userId, none, pageSize = 10 }: WrittenVersionsProps) {
  const t = useVersionTexts();
  const { at } = useTimeTravel();
  // Without the id of the user, nothing can be requested.
  const isNamed = userId !== '';
  const query = useInfiniteQuery({
    ...infiniteQueryOf(listObjectsOfUser, {
      params: { userId },
      query: { ...at, pageSize, withPredecessor: true },
    }),
    enabled: isNamed,
  });
  const { data, error, isFetching, fetchNextPage } = query;
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
  // They are one line, with the number of all of them.
  const readsOn =
    isCut(versions, query.hasNextPage) && (data?.pages.length ?? 0) < maxPagesOfGroup && !error;
  useEffect(() => {
    if (readsOn && !isFetching) void fetchNextPage();
  }, [readsOn, isFetching, fetchNextPage]);
  if (!isNamed) return null;
  // A user unknown to the data service has no writes.
  if (data === undefined && isNoSuchThing(error)) {
    return (
      <Panel title={title}>
        <p className={classes.none}>{none}</p>
      </Panel>
    );
  }
  return (
    <Panel title={title} flush={versions.length > 0} error={data === undefined ? error : null}>
      {error && (
        <ErrorPanel
          error={error}
          onRetry={() => void (data ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {data === undefined && !error && <LineSkeletons lines={4} />}
      {data && versions.length === 0 && <p className={classes.none}>{none}</p>}
      {versions.length > 0 && (
        <GroupedVersionLines versions={versions} ofOnePerson hasMore={query.hasNextPage} />
      )}
      {query.hasNextPage && !error && (
        <div className={classes.more}>
          <MoreButton query={query} size="xs">
            {t.more}
          </MoreButton>
        </div>
      )}
    </Panel>
  );
}
