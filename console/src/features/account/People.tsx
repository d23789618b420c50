import { useMemo } from 'react';
import { userStatuses } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { useAppState } from '../../platform/api/state.ts';
import { shownName, unitIds, unitNames } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { date, derived, type ListColumn, type ListFilter } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { personColumns } from '../../domain/users/person-columns.tsx';
import { peopleList } from './account.queries.ts';
import { usePeopleTexts, type PeopleTexts } from './people.texts.ts';

type RoleLabels = ReturnType<typeof useRoleLabels>;

/** The visible users: members of the user's organizational units, or all for global masters. */
export function People() {
  const t = usePeopleTexts();
  const labelsOf = useRoleLabels();
  const list = useListState(peopleList);
  const people = useListQuery(peopleList.query(list.request));
  const units = useAppState(({ user }) => user?.organizationalUnits);
  const columns = useMemo(() => columnsOf(t, labelsOf), [t, labelsOf]);
  const filters = useMemo(() => filtersOf(t, units ?? []), [t, units]);
  return (
    <DataList
      list={list}
      query={people}
      label={t.people}
      columns={columns}
      filters={filters}
      search={t.search}
      rowId={(user) => user.id}
      rowPath={(user) => pathTo('v1-users-userId', { userId: user.id })}
      none={{ title: t.noPeople, hint: t.noPeopleHint }}
    />
  );
}

function columnsOf(t: PeopleTexts, labelsOf: RoleLabels): ListColumn<User>[] {
  const rolesOf = ({ roles }: User) => roles?.map((name) => labelsOf({ name }).name).join(', ');
  return [
    ...personColumns({ ...t, name: t.person }, { status: '104px' }),
    derived('roles', t.roles, rolesOf, { width: '18%', twoLines: true }),
    derived('units', t.units, unitNames, { width: '18%', twoLines: true }),
    date('lastSignInDate', t.lastSignIn, {
      never: t.never,
      sortable: 'descending',
    }),
    date('createdDate', t.created, { sortable: 'descending', hiddenAtFirst: true }),
  ];
}

function filtersOf(
  t: PeopleTexts,
  units: readonly { id: string; name?: string | undefined }[],
): ListFilter<User, 'status' | 'unit'>[] {
  const byStatus: ListFilter<User, 'status' | 'unit'> = {
    name: 'status',
    label: t.status,
    any: t.anyStatus,
    options: userStatuses.map((status) => ({ value: status, label: t.statuses[status] })),
    valuesOf: ({ status }) => status,
  };
  if (units.length === 0) return [byStatus];
  return [
    {
      name: 'unit',
      label: t.unit,
      any: t.anyUnit,
      options: units
        .filter(({ id }) => id !== '')
        .map(({ id, name }) => ({ value: id, label: shownName(name, id) })),
      valuesOf: unitIds,
    },
    byStatus,
  ];
}
