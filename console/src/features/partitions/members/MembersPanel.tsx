import { useQuery } from '@tanstack/react-query';
import { putMember } from '@annals/contracts/partitions';
import type { Partition } from '../../../platform/api/things.ts';
import { pathTo } from '../../../platform/links.ts';
import { AdditionalFacts } from '../../../ui/additional-fields/AdditionalFields.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import { labelFor } from '../../../ui/states/label-for.ts';
import { SimpleTable } from '../../../ui/tables/SimpleTable.tsx';
import { useAccessUnknown } from '../../../domain/access/access-unknown.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from '../shared/partitions.texts.ts';
import { useMayManagePartition } from '../../../domain/access/useMayManagePartition.ts';
import { nameOfMember } from './member-columns.tsx';
import classes from './Members.module.css';
import { firstMembersQuery } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';

interface MembersPanelProps {
  partitionId: string;
  partition: Partition;
}

/** Some of the members, with a link to all. */
export function MembersPanel({ partitionId, partition }: MembersPanelProps) {
  const t = useMemberTexts();
  const { roles } = usePartitionTexts();
  const { asOf, withAsOf } = useTimeTravel();
  const query = useQuery(firstMembersQuery(partitionId, asOf));
  const unknown = useAccessUnknown(query.data?.knownSince);
  const changes = useCapability(putMember);
  const manages = useMayManagePartition(partition) && changes;
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
      {({ data, hasMore, more }) => (
        <>
          {data.length > 0 && (
            <SimpleTable
              label={t.members}
              columns={[
                { id: 'name', header: t.name, names: true, render: nameOfMember },
                {
                  id: 'role',
                  header: t.role,
                  render: ({ role }) => role && labelFor(roles, role),
                  align: 'end',
                },
              ]}
              rows={data}
              rowKey={({ userId }, index) => userId || index}
              narrow
            />
          )}
          {data.length === 0 &&
            (more === undefined ? (
              <p className={classes.note}>
                {unknown ? `${unknown.title}. ${unknown.hint}` : t.noMembers}
              </p>
            ) : (
              <AdditionalFacts more={more} />
            ))}
          {hasMore && <p className={classes.note}>{t.moreMembers}</p>}
        </>
      )}
    </QueryPanel>
  );
}
