import {
  currentUser,
  findUserByName,
  findUsersContaining,
  getUser,
  listUsers,
} from '@annals/contracts/users';
import type { Caller } from '@annals/kit/caller';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { notAuthenticated, notFound } from '@annals/kit/problem';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { selectDeadline } from '../second-factors/deadlines.sql.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { readerOf, selectUser, selectUserByName } from './user-columns.sql.ts';
import { listUsersInScope } from './user-list.ts';
import { selectUserAsOf } from './users-as-of.sql.ts';

export function mountUsers(mount: Mount, context: ServiceContext): void {
  const { database, clock } = context;
  const readerNow = (caller: Caller) => readerOf(caller, toTimestamp(clock()));

  mount(currentUser, async ({ caller }) => {
    const reader = readerNow(caller);
    const whole = { ...reader, scope: { readerId: caller.userId, reach: 'self' as const } };
    const user = await selectUser(database, whole, caller.userId);
    if (user)
      return {
        ...user,
        secondFactorDueDate: (await selectDeadline(database, caller.userId)) ?? null,
      };
    // the token of an application
    if (!caller.token) throw notAuthenticated();
    const { userId: id, name, username, roles } = caller;
    return { id, name, username, roles: [...roles], status: 'ACTIVE' };
  });

  mount(listUsers, ({ caller, query }) => listUsersInScope(context, caller, query, query.name));

  mount(findUsersContaining, ({ caller, query, params }) =>
    listUsersInScope(context, caller, query, params.searchtext),
  );

  mount(findUserByName, async ({ caller, params }) => {
    const user = await selectUserByName(
      database,
      readerNow(caller),
      normalizeForSearch(params.username),
    );
    if (!user) throw notFound('user');
    return user;
  });

  mount(getUser, async ({ caller, params: { userId }, query }) => {
    const asOf = databaseMoment(query.asOf);
    const reader = readerNow(caller);
    const user =
      asOf === undefined
        ? await selectUser(database, reader, userId)
        : await selectUserAsOf(database, reader, userId, asOf);
    if (!user) throw notFound('user');
    return user;
  });
}
