import { useQuery } from '@tanstack/react-query';
import type { Partition } from '@annals/contracts/partitions';
import { personName } from '../../../shared/ids/person-name.ts';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { pathTo } from '../../../shared/links.ts';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { QueryPanel } from '../../../shared/states/QueryPanel.tsx';
import { wordFor } from '../../../shared/states/word-for.ts';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from '../partitions.texts.ts';
import { useManages } from '../useManages.ts';
import classes from './Members.module.css';
import { firstMembersQuery } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';

interface FirstMembersProps {
  partitionId: string;
  /** Undefined while it loads. */
  partition: Partition | undefined;
}

/** A few of the members, and the way to all of them. */
export function FirstMembers({ partitionId, partition }: FirstMembersProps) {
  const t = useMemberTexts();
  const { roles } = usePartitionTexts();
  const { asOf, withAsOf } = useTimeTravel();
  const query = useQuery(firstMembersQuery(partitionId, asOf));
  const manages = useManages(partition) && !partition?.archivedDate;
  return (
    <QueryPanel
      title={t.members}
      query={query}
      flush
      action={
        query.data && (
          <PathLink to={withAsOf(pathTo('v1-partitions-partitionId-users', { partitionId }))}>
            {manages ? t.manageMembers : t.allMembers}
          </PathLink>
        )
      }
    >
      {({ data, hasMore }) => (
        <>
          <ul className={classes.members}>
            {data.map((member) => (
              <li key={member.userId} className={classes.member}>
                <span className={classes.name}>
                  {personName({ ...member, id: member.userId }) ?? shortenId(member.userId)}
                </span>
                <span className={classes.quiet}>{wordFor(roles, member.role)}</span>
              </li>
            ))}
          </ul>
          {data.length === 0 && <p className={classes.note}>{t.noMembers}</p>}
          {hasMore && <p className={classes.note}>{t.moreMembers}</p>}
        </>
      )}
    </QueryPanel>
  );
}
