import {
  currentUser,
  findUserByName,
  findUsersContaining,
  getUser,
  listUsers,
} from '@annals/contracts/users';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { notAuthenticated, notFound } from '@annals/kit/problem';
import type { Parts } from '../parts.ts';
import { fold } from './fold.ts';
import { listUsersInSight } from './user-list.ts';
import { selectUser, selectUserByName, type Sight } from './users.sql.ts';

export function mountUsers(mount: Mount, { database }: Parts): void {
  mount(currentUser, async ({ caller }) => {
    const user = await selectUser(
      database,
      { readerId: caller.userId, reach: 'self' },
      caller.userId,
    );
    if (!user) throw notAuthenticated();
    return user;
  });

  mount(listUsers, ({ caller, query }) =>
    listUsersInSight(database, sightOf(caller), query, query.name),
  );

  mount(findUsersContaining, ({ caller, query, params }) =>
    listUsersInSight(database, sightOf(caller), query, params.searchtext),
  );

  mount(findUserByName, async ({ caller, params }) => {
    const user = await selectUserByName(database, sightOf(caller), fold(params.username));
    if (!user) throw notFound('user');
    return user;
  });

  mount(getUser, async ({ caller, params }) => {
    const user = await selectUser(database, sightOf(caller), params.userId);
    if (!user) throw notFound('user');
    return user;
  });
}

function sightOf(caller: Caller): Sight {
  return { readerId: caller.userId, reach: caller.reach('users:read') ?? 'self' };
}
