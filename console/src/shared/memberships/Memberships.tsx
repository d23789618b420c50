import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isKnownToBeAbsent, isNotOffered } from '../../api/errors.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { pathTo } from '../links.ts';
import { PathLink } from '../page/PathLink.tsx';
import { Panel } from '../states/Panel.tsx';
import { LineSkeletons } from '../states/QueryPanel.tsx';
import { wordFor } from '../states/word-for.ts';
import { Moment } from '../time/Moment.tsx';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import { membershipsQuery } from './memberships.queries.ts';
import { useMembershipTexts } from './memberships.texts.ts';
import classes from './Memberships.module.css';

/** The partitions of a user: role, since when, and how much they wrote there. */
export function Memberships({ userId }: { userId: string }) {
  const t = useMembershipTexts();
  const { asOf, isPast, withAsOf } = useTimeTravel();
  const query = useInfiniteQuery(membershipsQuery(userId, asOf));
  const { data, error, hasNextPage } = query;
  // Somebody whom the data service never met is nowhere a member.
  const unknown = data === undefined && isKnownToBeAbsent(error);
  const found = data?.pages.flatMap((page) => page.data) ?? [];
  if (data === undefined && isNotOffered(error) && !unknown) return null;
  return (
    <Panel title={t.partitions} flush={found.length > 0}>
      {data === undefined && !error && <LineSkeletons lines={3} />}
      {(unknown || (data && found.length === 0)) && <p className={classes.quiet}>{t.none}</p>}
      {found.length > 0 && (
        <ul className={classes.list}>
          {found.map(({ id, partitionName, role, sinceDate, versionCount, lastWrittenDate }) => (
            <li key={id} className={classes.entry}>
              <div className={classes.what}>
                <PathLink to={withAsOf(pathTo('v1-partitions-partitionId', { partitionId: id }))}>
                  {partitionName}
                </PathLink>
                <span className={classes.facts}>
                  {sinceDate !== null && (
                    <span>
                      {t.since} <Moment value={sinceDate} absolute={isPast} />
                    </span>
                  )}
                  <span>
                    {versionCount > 0 ? t.wrote(versionCount) : t.wroteNothing}
                    {lastWrittenDate !== null && (
                      <>
                        , {t.last} <Moment value={lastWrittenDate} absolute={isPast} />
                      </>
                    )}
                  </span>
                </span>
              </div>
              {role === null ? t.notMember : wordFor(t.roles, role)}
            </li>
          ))}
        </ul>
      )}
      {error && !unknown && (
        <ErrorPanel
          error={error}
          onRetry={() => void (data ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {hasNextPage && !error && (
        <div className={classes.padded}>
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
      {data && (
        <p className={`${classes.quiet} ${found.length > 0 ? classes.padded : ''}`}>
          {t.onlyYours}
        </p>
      )}
    </Panel>
  );
}
