import { currentDataUser } from '@annals/contracts/data-user';
import { getDataUser } from '@annals/contracts/data-users';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { findDataUser } from './data-users.sql.ts';

export function mountDataUsers(mount: Mount, database: Database): void {
  mount(currentDataUser, async ({ caller }) => ({
    id: caller.userId,
    username: caller.username,
    name: caller.name,
  }));

  mount(getDataUser, async ({ params: { userId }, caller }) => {
    const user = await findDataUser(database, {
      userId,
      askerId: caller.userId,
      all: caller.reach('data-users:read') === 'all',
    });
    if (!user) throw notFound('user');
    return user;
  });
}
