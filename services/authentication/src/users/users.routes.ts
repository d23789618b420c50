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
import { momentOf } from '../clock.ts';
import type { Parts } from '../parts.ts';
import { selectDeadline } from '../second-factors/deadlines.sql.ts';
import { fold } from '../fold.ts';
import { readerOf, selectUser, selectUserByName } from './user-columns.sql.ts';
import { listUsersInSight } from './user-list.ts';
import { selectUserAsOf } from './users-as-of.sql.ts';

export function mountUsers(mount: Mount, parts: Parts): void {
  const { database, clock } = parts;
  const readerNow = (caller: Caller) => readerOf(caller, momentOf(clock()));

  mount(currentUser, async ({ caller }) => {
    const reader = readerNow(caller);
    const whole = { ...reader, sight: { readerId: caller.userId, reach: 'self' as const } };
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

  mount(listUsers, ({ caller, query }) => listUsersInSight(parts, caller, query, query.name));

  mount(findUsersContaining, ({ caller, query, params }) =>
    listUsersInSight(parts, caller, query, params.searchtext),
  );

  mount(findUserByName, async ({ caller, params }) => {
    const user = await selectUserByName(database, readerNow(caller), fold(params.username));
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
