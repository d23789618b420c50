import { useMemo } from 'react';
import type { ListedDataUser } from '@annals/contracts/data-users';
import { personName } from '../../shared/ids/person-name.ts';
import { pathTo } from '../../shared/links.ts';
import { DataList } from '../../shared/list/DataList.tsx';
import { optionalCount } from '../../shared/list/count-text.ts';
import type { ListColumn } from '../../shared/list/list-columns.ts';
import { useListQuery } from '../../shared/list/useListQuery.ts';
import { useListState } from '../../shared/list/useListState.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { dataUsersList, dataUsersQuery } from './data-users.queries.ts';
import { type DataUserTexts, useDataUserTexts } from './data-users.texts.ts';

/** The people and programs that have used the data service. */
export function DataUsersPage() {
  const t = useDataUserTexts();
  const list = useListState(dataUsersList);
  const users = useListQuery(dataUsersQuery(list.request));
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <>
      <PageHeader title={t.users} />
      <DataList
        list={list}
        query={users}
        label={t.users}
        columns={columns}
        search={t.search}
        rowId={(user) => user.id}
        rowPath={(user) => pathTo('v1-partitions-all-users-userId', { userId: user.id })}
        none={{ title: t.none, hint: t.noneHint }}
      />
    </>
  );
}

function columnsOf(t: DataUserTexts): ListColumn<ListedDataUser>[] {
  return [
    {
      id: 'name',
      header: t.name,
      value: personName,
      cell: personName,
      sortable: true,
    },
    {
      id: 'username',
      header: t.username,
      value: (user) => user.username,
      cell: (user) => user.username,
    },
    {
      id: 'partitionCount',
      header: t.partitions,
      value: (user) => user.partitionCount,
      cell: (user) => optionalCount(user.partitionCount),
      align: 'end',
      width: '120px',
    },
    {
      id: 'versionCount',
      header: t.versions,
      value: (user) => user.versionCount,
      cell: (user) => optionalCount(user.versionCount),
      align: 'end',
      width: '192px',
    },
  ];
}
