import { useListState } from '../../shared/list/useListState.ts';
import { UsersList } from './UsersList.tsx';
import { usersList } from './users.queries.ts';
import { useUserTexts } from './users.texts.ts';

/** All users the caller may see. */
export function UsersPage() {
  const t = useUserTexts();
  const list = useListState(usersList);
  return (
    <UsersList
      title={t.users}
      list={list}
      queryFor={(request, asOf) => usersList.query(request, { query: { asOf } })}
    />
  );
}
