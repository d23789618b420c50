import { useListState } from '../../ui/list/useListState.ts';
import { usersList } from './users.queries.ts';
import { useUserTexts } from './users.texts.ts';
import { UsersList } from './UsersList.tsx';

/** All users that the signed-in user can see. */
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
