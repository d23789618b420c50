import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { User } from '@annals/contracts/users';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { Panel } from '../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../shared/states/QueryPanel.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import { useTimeTravel } from '../../shared/time-travel/useTimeTravel.ts';
import { ExplainAccess } from './ExplainAccess.tsx';
import { membershipsQuery } from './user-parts.queries.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';

/** The partitions a user is a member of, and why they can or cannot see any other. */
export function UserPartitions({ user }: { user: User }) {
  return (
    <div className={classes.panels}>
      <Memberships userId={user.id} />
      <ExplainAccess user={user} />
    </div>
  );
}

function Memberships({ userId }: { userId: string }) {
  const t = useUserPageTexts();
  const { asOf, withAsOf } = useTimeTravel();
  const query = useInfiniteQuery(membershipsQuery(userId, asOf));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const found = data?.pages.flatMap(({ memberships }) => memberships) ?? [];
  return (
    <Panel title={t.partitions} flush={found.length > 0}>
      {data === undefined && !error && <LineSkeletons lines={3} />}
      {data && found.length === 0 && (
        <p className={classes.quiet}>{hasNextPage ? t.noPartitionsYet : t.noPartitions}</p>
      )}
      {found.length > 0 && (
        <ul className={classes.list}>
          {found.map(({ partition, role, sinceDate }) => (
            <li key={partition.id} className={classes.entry}>
              <div className={classes.what}>
                <PathLink
                  to={withAsOf(pathTo('v1-partitions-partitionId', { partitionId: partition.id }))}
                >
                  {partition.partitionName ?? shortenId(partition.id)}
                </PathLink>
                {sinceDate !== undefined && (
                  <span className={classes.facts}>
                    <span>
                      {t.since} <Moment value={sinceDate} />
                    </span>
                  </span>
                )}
              </div>
              {t.memberRoles[role]}
            </li>
          ))}
        </ul>
      )}
      {error && (
        <ErrorPanel
          error={error}
          onRetry={() => void (data ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {hasNextPage && !error && (
        <div className={found.length > 0 ? classes.padded : undefined}>
          <Button
            size="xs"
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.moreToLookAt}
          </Button>
        </div>
      )}
      {data && (
        <p className={`${classes.quiet} ${found.length > 0 ? classes.padded : ''}`}>
          {t.partitionsHint}
        </p>
      )}
    </Panel>
  );
}
