import type { User } from '@annals/contracts/users';
import { personName } from '../../shared/ids/person-name.ts';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import type { ListColumn } from '../../shared/list/list-columns.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { unitNames } from '../../shared/users/unit-names.ts';
import { UserStatus } from '../../shared/users/UserStatus.tsx';
import type { UserTexts } from './users.texts.ts';

interface Words {
  roleName: (role: string) => string;
  /** Of the past it is not known when somebody had signed in. */
  isPast: boolean;
}

export function userColumns(t: UserTexts, { roleName, isPast }: Words): ListColumn<User>[] {
  const columns: ListColumn<User>[] = [
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
      width: '116px',
    },
    {
      id: 'roles',
      header: t.roles,
      value: (user) => user.roles?.join(', '),
      cell: (user) => user.roles?.map(roleName).join(', '),
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
      width: '148px',
    },
    {
      id: 'createdDate',
      header: t.created,
      value: (user) => user.createdDate,
      cell: (user) => user.createdDate && <Moment value={user.createdDate} />,
      sortable: 'descending',
      width: '136px',
    },
    {
      id: 'username',
      header: t.username,
      value: (user) => user.username,
      cell: (user) => user.username,
      hiddenAtFirst: true,
    },
  ];
  return isPast ? columns.filter(({ id }) => id !== 'lastSignInDate') : columns;
}
