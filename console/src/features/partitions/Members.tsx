import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Partition } from '@annals/contracts/partitions';
import { useAppState } from '../../api/state.ts';
import { useMayI } from '../../shared/permissions/my-permissions.ts';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { useLanguage } from '../../shared/texts.ts';
import { usePartitionSearch } from '../../shared/time-travel/usePartitionSearch.ts';
import { AddMembers } from './AddMembers.tsx';
import { MemberRow } from './MemberRow.tsx';
import classes from './Members.module.css';
import { useMemberTexts } from './members.texts.ts';
import { membersQuery } from './partitions.queries.ts';
import { usePartitionTexts } from './partitions.texts.ts';

interface MembersProps {
  partitionId: string;
  /** Undefined while it loads. */
  partition: Partition | undefined;
}

/** The members of the partition; who may, changes them. */
export function Members({ partitionId, partition }: MembersProps) {
  const t = useMemberTexts();
  const ofPartition = usePartitionTexts();
  const format = new Intl.NumberFormat(useLanguage());
  const query = useQuery(membersQuery(partitionId));
  const mayI = useMayI();
  const ownId = useAppState(({ user }) => user?.id);
  const { isPast } = usePartitionSearch();
  const [adding, setAdding] = useState(false);
  const manages = !isPast && (partition?.role === 'OWNER' || mayI('partitions:write-all'));
  const seesUsers = mayI('users:read');
  const partitionName = partition?.partitionName ?? ofPartition.partition;

  return (
    <>
      <QueryPanel
        title={t.members}
        query={query}
        flush
        beside={({ data }) => (isPast ? ofPartition.countsOfNow : format.format(data.length))}
        action={
          manages &&
          seesUsers &&
          query.data && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t.addMember}
            </Button>
          )
        }
      >
        {({ data, hasMore }) => (
          <>
            <ul className={classes.members}>
              {data.map((member) => (
                <MemberRow
                  key={member.userId}
                  partitionId={partitionId}
                  partitionName={partitionName}
                  member={member}
                  isSelf={member.userId === ownId}
                  manages={manages}
                  linked={seesUsers || member.userId === ownId}
                />
              ))}
            </ul>
            {data.length === 0 && <p className={classes.note}>{t.noMembers}</p>}
            {hasMore && <p className={classes.note}>{t.moreMembers}</p>}
          </>
        )}
      </QueryPanel>
      {manages && (
        <AddMembers
          partitionId={partitionId}
          partitionName={partitionName}
          members={query.data?.data ?? []}
          opened={adding}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
