import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { userStatuses } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { unitNames, visibleText } from '../../ui/ids/display-names.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { date, type ListColumn, type ListFilter } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { personColumns } from '../../domain/users/person-columns.tsx';
import { parentsOf, UnitFrame } from './unit-page-parts.tsx';
import { unitQuery } from '../../domain/permissions/unit.queries.ts';
import { unitMembersList } from './organizational-units.queries.ts';
import { useUnitTexts, type UnitTexts } from './units.texts.ts';

const AssignMembers = lazyNamed(() => import('./AssignMembers.tsx'), 'AssignMembers');
const UnassignMembers = lazyNamed(() => import('./UnassignMembers.tsx'), 'UnassignMembers');

/** The members of an organizational unit. */
export function UnitUsersPage() {
  return (
    <UnitFrame>
      <UnitUsers />
    </UnitFrame>
  );
}

function UnitUsers() {
  const t = useUnitTexts();
  const { orgUnitId } = useParams({ from: '/v1/organizational-units/$orgUnitId/users' });
  const query = useSuspenseQuery(unitQuery(orgUnitId));
  const unit = query.data;
  const list = useListState(unitMembersList);
  const members = useListQuery(
    unitMembersList.query(list.request, { params: { organizationalUnitId: orgUnitId } }),
  );
  const mayWrite = useMay('users:write');
  // With subunits included, most rows are not direct members of this unit.
  const mayTakeOut = mayWrite && list.state.filters.below === undefined;
  const [assigning, setAssigning] = useState(false);
  const [leaving, setLeaving] = useState<{ members: readonly User[]; clear: () => void }>();
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo(() => filtersOf(t), [t]);
  const assign = mayWrite && (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setAssigning(true)}
      {...AssignMembers.onApproach}
    >
      {t.assign}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader
        title={t.membersOf(visibleText(unit.name) ?? t.unit)}
        parents={parentsOf(unit, t, true)}
        query={query}
        action={assign}
      />
      <DataList
        list={list}
        query={members}
        label={t.people}
        columns={columns}
        filters={filters}
        search={t.search}
        rowId={(user) => user.id}
        rowPath={(user) => pathTo('v1-users-userId', { userId: user.id })}
        none={{ title: t.noMembers, hint: t.noMembersHint, action: assign }}
        notOffered={t.membersNotListed}
        {...(mayTakeOut && {
          selection: {
            renderActions: (rows: readonly User[], clear: () => void) => (
              <Button
                size="xs"
                variant="default"
                onClick={() => setLeaving({ members: rows, clear })}
                {...UnassignMembers.onApproach}
              >
                {t.unassign}
              </Button>
            ),
          },
        })}
      />
      <Suspense>
        {assigning && <AssignMembers unit={unit} onClose={() => setAssigning(false)} />}
        {leaving && (
          <UnassignMembers unit={unit} {...leaving} onClose={() => setLeaving(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function columnsOf(t: UnitTexts): ListColumn<User>[] {
  return [
    ...personColumns(t, { status: '130px' }),
    {
      id: 'units',
      header: t.memberOf,
      render: unitNames,
      width: '22%',
    },
    date('lastSignInDate', t.lastSignIn, {
      never: t.never,
      sortable: 'descending',
    }),
  ];
}

function filtersOf(t: UnitTexts): ListFilter<User, 'status' | 'below'>[] {
  return [
    {
      name: 'below',
      label: t.withUnitsBelow,
      any: t.onlyThis,
      widens: true,
      options: [{ value: 'true', label: t.alsoBelow }],
    },
    {
      name: 'status',
      label: t.status,
      any: t.anyStatus,
      options: userStatuses.map((status) => ({ value: status, label: t.statuses[status] })),
      valuesOf: ({ status }) => status,
    },
  ];
}
