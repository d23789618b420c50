import { IconUserPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { putMember } from '@annals/contracts/partitions';
import { useAppState } from '../../../platform/api/state.ts';
import { useAccessUnknown } from '../../../domain/access/access-unknown.ts';
import { useAccessLink } from '../../../domain/access/useAccessLink.tsx';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { useListState } from '../../../ui/list/useListState.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { Offered } from '../../../domain/permissions/Offered.tsx';
import { labelFor } from '../../../ui/states/label-for.ts';
import { PartitionTabs } from '../../../domain/partition-tabs/PartitionTabs.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { NoSuchPartition } from '../shared/NoSuchPartition.tsx';
import { usePartitionTexts } from '../shared/partitions.texts.ts';
import { usePartitionOfPage } from '../shared/usePartitionOfPage.ts';
import { useMayManagePartition } from '../../../domain/access/useMayManagePartition.ts';
import { memberColumns } from './member-columns.tsx';
import { MemberRoleSelect } from './MemberRoleSelect.tsx';
import { membersList } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';

const AddMembers = lazyNamed(() => import('./AddMembers.tsx'), 'AddMembers');

/** The members of a partition; owners can change them. */
export function MembersPage() {
  const t = useMemberTexts();
  const ofPartition = usePartitionTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/users' });
  const { asOf, isPast, withAsOf } = useTimeTravel();
  const { partition, name, isAbsent, parents } = usePartitionOfPage(partitionId);
  const list = useListState(membersList);
  const query = useListQuery(
    membersList.query(list.request, { params: { partitionId }, query: { asOf } }),
  );
  const { data } = query;
  const unknown = useAccessUnknown(data?.knownSince);
  const accessLink = useAccessLink(partitionId);
  const ownId = useAppState(({ user }) => user?.id);
  const manages = useMayManagePartition(partition);
  const isChangeOffered = useCapability(putMember);
  const [adding, setAdding] = useState(false);
  if (isAbsent && !isPast) return <NoSuchPartition />;

  const members = data?.data ?? [];
  const owners = members.filter(({ role }) => role === 'OWNER');
  const isAll = data?.hasMore === false && list.state.cursor === undefined;
  const onlyOwner = isAll && owners.length === 1 ? owners[0]?.userId : undefined;
  const mayChange = isChangeOffered && manages;
  const roleName = (role?: string) => role && labelFor(ofPartition.roles, role);
  const columns = memberColumns(t, {
    isPast,
    ownId,
    roleName,
    renderRole: (member) =>
      mayChange && member.userId !== '' && member.role ? (
        <MemberRoleSelect
          partitionId={partitionId}
          partitionName={name ?? ofPartition.partition}
          member={member}
          isOnlyOwner={member.userId === onlyOwner}
        />
      ) : (
        roleName(member.role)
      ),
  });
  return (
    <>
      <PageHeader
        title={t.members}
        parents={parents}
        action={
          manages && (
            <Offered needs={putMember}>
              <ResponsiveButton
                icon={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
                onClick={() => setAdding(true)}
                {...AddMembers.onApproach}
              >
                {t.addMember}
              </ResponsiveButton>
            </Offered>
          )
        }
      />
      <TimeTravelBar partitionName={name} beside={accessLink}>
        {isAbsent ? (
          <NoSuchPartition then />
        ) : (
          <PartitionTabs
            partitionId={partitionId}
            partition={partition}
            current="access"
            contents={{
              access: {
                content: (
                  <DataList
                    list={list}
                    query={query}
                    label={t.members}
                    columns={columns}
                    rowId={({ userId }) => userId}
                    rowPath={({ userId }) =>
                      withAsOf(pathTo('v1-partitions-all-users-userId', { userId }))
                    }
                    none={unknown ?? { title: isPast ? t.noMembersThen : t.noMembers }}
                  />
                ),
              },
            }}
          />
        )}
      </TimeTravelBar>
      {adding && (
        <Suspense>
          <AddMembers
            partitionId={partitionId}
            partitionName={name ?? ofPartition.partition}
            members={members}
            opened
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}
