import { useMemo } from 'react';
import type { ListedDataUser } from '../../platform/api/things.ts';
import { personName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { count, derived, text, type ListColumn } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { dataUsersList } from './data-users.queries.ts';
import { useDataUserTexts, type DataUserTexts } from './data-users.texts.ts';

/** The users and applications that have used the data service. */
export function DataUsersPage() {
  const t = useDataUserTexts();
  const list = useListState(dataUsersList);
  const users = useListQuery(dataUsersList.query(list.request));
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
    derived('name', t.name, personName, { sortable: true }),
    text('username', t.username),
    count('partitionCount', t.partitions, { width: '120px' }),
    count('versionCount', t.versions, { width: '192px' }),
  ];
}
