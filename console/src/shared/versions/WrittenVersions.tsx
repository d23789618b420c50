import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listObjectsOfUser } from '@annals/contracts/data-users';
import { isNoSuchThing } from '../../api/errors.ts';
import { infiniteQueryOf } from '../../api/query.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { Panel } from '../states/Panel.tsx';
import { LineSkeletons } from '../states/QueryPanel.tsx';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import { VersionLines } from './VersionLines.tsx';
import { useVersionTexts } from './versions.texts.ts';
import classes from './WrittenVersions.module.css';

interface WrittenVersionsProps {
  title: string;
  /** A user, or an application. */
  userId: string;
  /** Said where there is nothing. */
  none: string;
  pageSize?: number;
}

/** The recent writes of a user, over all partitions; nothing when the service does not report them. */
export function WrittenVersions({ title, userId, none, pageSize = 10 }: WrittenVersionsProps) {
  const t = useVersionTexts();
  const { at } = useTimeTravel();
  // Of a user whose id the service does not say nothing can be asked.
  const isNamed = userId !== '';
  const query = useInfiniteQuery({
    ...infiniteQueryOf(listObjectsOfUser, {
      params: { userId },
      query: { ...at, pageSize, withPredecessor: true },
    }),
    enabled: isNamed,
  });
  const { data, error } = query;
  if (!isNamed) return null;
  // Somebody whom the data service never met wrote nothing.
  if (data === undefined && isNoSuchThing(error)) {
    return (
      <Panel title={title}>
        <p className={classes.none}>{none}</p>
      </Panel>
    );
  }
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
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
      {versions.length > 0 && <VersionLines versions={versions} ofOnePerson />}
      {query.hasNextPage && !error && (
        <div className={classes.more}>
          <Button
            size="xs"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}
