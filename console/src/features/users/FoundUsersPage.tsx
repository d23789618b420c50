import { useParams, useRouter } from '@tanstack/react-router';
import { pathTo } from '../../platform/links.ts';
import { useListState, type ListState } from '../../ui/list/useListState.ts';
import { changeListQuery } from '../../ui/list/list-request.ts';
import { parseSearch } from '../../platform/search.ts';
import { usersContainingList, usersList, type UserFilter } from './users.queries.ts';
import { useUserTexts } from './users.texts.ts';
import { UsersList } from './UsersList.tsx';

/** The users whose name contains the text in the URL. A new search continues on the list of all users. */
export function FoundUsersPage() {
  const t = useUserTexts();
  const router = useRouter();
  const { searchtext } = useParams({ from: '/v1/users/forNameContaining/$searchtext' });
  const list = useListState(usersList, false);

  async function searchAllUsers(q: string) {
    const query = changeListQuery(new URLSearchParams(router.latestLocation.searchStr), { q });
    await router.navigate({
      to: pathTo('v1-users'),
      search: parseSearch(query.toString()),
      replace: true,
      resetScroll: false,
    });
    // The search field now belongs to another page.
    document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
  }

  const found: ListState<UserFilter> = {
    ...list,
    state: { ...list.state, q: searchtext },
    request: { ...list.request, q: '' },
    search: (q) => void searchAllUsers(q),
    filters: {
      ...list.filters,
      clear: () => void router.navigate({ to: pathTo('v1-users') }),
    },
    views: {
      ...list.views,
      // A saved view has its own search.
      show: (view) => list.views.show(view, pathTo('v1-users')),
      choose: () => undefined,
    },
  };
  return (
    <UsersList
      title={t.usersContaining(searchtext)}
      parents={[{ name: t.users, to: pathTo('v1-users') }]}
      list={found}
      queryFor={(request, asOf) =>
        usersContainingList.query(request, { params: { searchtext }, query: { asOf } })
      }
    />
  );
}
