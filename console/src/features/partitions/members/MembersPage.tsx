import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isNoSuchThing, isNotOffered } from '../../../api/errors.ts';
import { ResponsiveButton } from '../../../shared/buttons/ResponsiveButton.tsx';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { pathTo } from '../../../shared/links.ts';
import { PageHeader } from '../../../shared/page/PageHeader.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { LineSkeletons } from '../../../shared/states/QueryPanel.tsx';
import { TimeTravelBar } from '../../../shared/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { NoSuchPartition } from '../NoSuchPartition.tsx';
import { partitionQuery } from '../partition.queries.ts';
import { PartitionLinks } from '../PartitionLinks.tsx';
import { usePartitionTexts } from '../partitions.texts.ts';
import { useManages } from '../useManages.ts';
import { MemberRow } from './MemberRow.tsx';
import classes from './Members.module.css';
import { membersQuery } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';

const loadAdd = () => import('./AddMembers.tsx');
const AddMembers = lazy(async () => ({ default: (await loadAdd()).AddMembers }));

/** The members of a partition; its owners change them. */
export function MembersPage() {
  const t = useMemberTexts();
  const ofPartition = usePartitionTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/users' });
  const { asOf, isPast, withAsOf } = useTimeTravel();
  const { data: partition, error: noPartition } = useQuery(partitionQuery(partitionId, asOf));
  const query = useInfiniteQuery(membersQuery(partitionId, asOf));
  const { data, error } = query;
  const manages = useManages(partition);
  const isArchived = Boolean(partition?.archivedDate);
  const [adding, setAdding] = useState(false);
  const gone = partition === undefined && isNoSuchThing(noPartition);
  if (gone && !isPast) return <NoSuchPartition />;

  const name = partition?.partitionName ?? (partition || noPartition ? ofPartition.partition : '');
  const members = data?.pages.flatMap((page) => page.data) ?? [];
  const owners = members.filter(({ role }) => role === 'OWNER');
  const onlyOwner = !query.hasNextPage && owners.length === 1 ? owners[0]?.userId : undefined;
  return (
    <>
      <PageHeader
        title={t.members}
        parents={[
          { name: ofPartition.partitions, to: pathTo('v1-partitions') },
          {
            name: name || undefined,
            to: withAsOf(pathTo('v1-partitions-partitionId', { partitionId })),
          },
        ]}
        action={
          manages &&
          !isNotOffered(error) && (
            <ResponsiveButton
              icon={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
              disabled={isArchived}
              {...(isArchived && { title: ofPartition.archivedReason })}
              onClick={() => setAdding(true)}
              onPointerEnter={() => void loadAdd()}
              onFocus={() => void loadAdd()}
            >
              {t.addMember}
            </ResponsiveButton>
          )
        }
      />
      <TimeTravelBar
        partitionName={name || undefined}
        beside={<PartitionLinks partitionId={partitionId} />}
      >
        {gone && <NoSuchPartition then />}
        {manages && isArchived && <p className={classes.reason}>{ofPartition.archivedReason}</p>}
        {data === undefined && !error && <LineSkeletons lines={6} />}
        {members.length > 0 && (
          <ul className={classes.page} aria-label={t.members}>
            {members.map((member) => (
              <MemberRow
                key={member.userId}
                partitionId={partitionId}
                partitionName={name || ofPartition.partition}
                member={member}
                manages={manages && !isArchived}
                isOnlyOwner={member.userId === onlyOwner}
              />
            ))}
          </ul>
        )}
        {data && members.length === 0 && !gone && (
          <EmptyState title={isPast ? t.noMembersThen : t.noMembers} />
        )}
        {error && !gone && (
          <ErrorPanel
            error={error}
            onRetry={() => void (data ? query.fetchNextPage() : query.refetch())}
          />
        )}
        {query.hasNextPage && !error && (
          <Button
            className={classes.more}
            size="xs"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.more}
          </Button>
        )}
      </TimeTravelBar>
      {adding && (
        <Suspense>
          <AddMembers
            partitionId={partitionId}
            partitionName={name || ofPartition.partition}
            members={members}
            opened
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}
