import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type User, userStatuses } from '@annals/contracts/users';
import { personName } from '../../shared/ids/person-name.ts';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { DataList } from '../../shared/list/DataList.tsx';
import type { ListColumn, ListFilter } from '../../shared/list/list-columns.ts';
import { useListQuery } from '../../shared/list/useListQuery.ts';
import { useListState } from '../../shared/list/useListState.ts';
import { wordFor } from '../../shared/states/word-for.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import { rolesQuery, usersList, usersQuery } from './users.queries.ts';
import { type UserTexts, useUserTexts } from './users.texts.ts';
import { UserStatus } from './UserStatus.tsx';

/** All users the caller may see. */
export function UsersPage() {
  const t = useUserTexts();
  const list = useListState(usersList);
  const users = useListQuery(usersQuery(list.request));
  const roles = useQuery(rolesQuery());
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo(
    () => filtersOf(t, roles.data?.data.map((role) => role.name) ?? []),
    [t, roles.data],
  );
  return (
    <>
      <PageHeader title={t.users} />
      <DataList
        list={list}
        query={users}
        label={t.users}
        columns={columns}
        filters={filters}
        search={t.searchByName}
        rowId={(user) => user.id}
        rowPath={(user) => pathTo('v1-users-userId', { userId: user.id })}
        none={{ title: t.noUsers, hint: t.noUsersHint }}
      />
    </>
  );
}

function unitNames(user: User): string {
  return (user.organizationalUnits ?? []).map((unit) => unit.name ?? shortenId(unit.id)).join(', ');
}

function columnsOf(t: UserTexts): ListColumn<User>[] {
  return [
    {
      id: 'name',
      header: t.name,
      value: (user) => personName(user),
      cell: (user) => personName(user) ?? shortenId(user.id),
      sortable: true,
    },
    {
      id: 'email',
      header: t.email,
      value: (user) => user.email,
      cell: (user) => user.email,
      sortable: true,
      width: '22%',
    },
    {
      id: 'status',
      header: t.status,
      value: (user) => user.status,
      cell: (user) => user.status && <UserStatus status={user.status} />,
      width: '108px',
    },
    {
      id: 'roles',
      header: t.roles,
      value: (user) => user.roles?.join(', '),
      cell: (user) => user.roles?.join(', '),
    },
    {
      id: 'organizationalUnits',
      header: t.unitsShort,
      value: unitNames,
      cell: (user) => unitNames(user),
    },
    {
      id: 'lastSignInDate',
      header: t.lastSignIn,
      value: (user) => user.lastSignInDate,
      cell: (user) =>
        user.lastSignInDate === null
          ? t.never
          : user.lastSignInDate && <Moment value={user.lastSignInDate} />,
      sortable: 'descending',
      width: '136px',
    },
    {
      id: 'createdDate',
      header: t.created,
      value: (user) => user.createdDate,
      cell: (user) => user.createdDate && <Moment value={user.createdDate} />,
      sortable: 'descending',
      width: '136px',
    },
  ];
}

function filtersOf(t: UserTexts, roles: readonly string[]): ListFilter<User, 'status' | 'role'>[] {
  return [
    {
      name: 'status',
      label: t.status,
      any: t.anyStatus,
      options: userStatuses.map((status) => ({
        value: status,
        label: wordFor(t.statuses, status),
      })),
      matches: (user, status) => user.status === status,
    },
    {
      name: 'role',
      label: t.roles,
      any: t.anyRole,
      options: roles.map((role) => ({ value: role, label: role })),
      matches: (user, role) => user.roles?.includes(role) ?? false,
    },
  ];
}
