import { currentDataUser } from '@annals/contracts/data-user';
import {
  getDataUser,
  listDataUsers,
  listObjectsOfUser,
  listPartitionsOfUser,
} from '@annals/contracts/data-users';
import type { Caller } from '@annals/kit/caller';
import type { Database } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import {
  decodeCursor,
  encodeCursor,
  isId,
  isMoment,
  isSequence,
  isText,
} from '@annals/kit/lists/cursor';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import { rowsBefore, type Paging } from '@annals/kit/lists/paging';
import { placeAfter } from '@annals/kit/lists/sorted';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { objectVersionOf } from '../versions/version.ts';
import { scopeOf } from '../partitions/scope.sql.ts';
import * as users from './data-users.sql.ts';
import { listPartitionsOfUser as partitionsOf, listVersionsOfUser } from './of-user.sql.ts';

export function mountDataUsers(mount: Mount, database: Database): void {
  mount(currentDataUser, async ({ caller }) => ({
    id: caller.userId,
    username: caller.username,
    name: caller.name,
  }));

  mount(listDataUsers, async ({ query, caller, database }) => {
    const sort = query.sort ?? 'name';
    const rows = await users.listDataUsers(database, {
      asker: askerOf(caller),
      scope: scopeOf(caller),
      name: query.name,
      descending: sort === '-name',
      after: placeAfter('dataUsers', query.cursor, sort, isText),
      skip: rowsBefore(query),
      pageSize: query.pageSize,
    });
    return pageOfFound(
      rows,
      query,
      ({ shownName: _shownName, ...user }) => user,
      (row) => encodeCursor('dataUsers', sort, row.shownName, row.id),
    );
  });

  const find = async (caller: Caller, userId: string) => {
    const user = await users.findDataUser(database, userId, askerOf(caller));
    if (!user) throw notFound('user');
    return user;
  };

  mount(getDataUser, async ({ params: { userId }, caller }) => find(caller, userId));

  mount(listPartitionsOfUser, async ({ params: { userId }, query, caller, database }) => {
    await find(caller, userId);
    const [value, id] = decodeCursor('partitionsOfUser', query.cursor, [isText, isId]) ?? [];
    const rows = await partitionsOf(database, {
      ...ofUser(userId, caller, query),
      after: value === undefined ? undefined : { value: String(value), id: String(id) },
    });
    return pageOfFound(
      rows,
      query,
      (row) => row,
      (row) => encodeCursor('partitionsOfUser', row.partitionName, row.id),
    );
  });

  mount(listObjectsOfUser, async ({ params: { userId }, query, caller, database }) => {
    await find(caller, userId);
    const [modificationDate, partitionId, seq] =
      decodeCursor('objectsOfUser', query.cursor, [isMoment, isId, isSequence]) ?? [];
    const rows = await listVersionsOfUser(database, {
      ...ofUser(userId, caller, query),
      after:
        seq === undefined
          ? undefined
          : {
              modificationDate: String(modificationDate),
              partitionId: String(partitionId),
              seq: Number(seq),
            },
    });
    return pageOfFound(
      rows,
      query,
      ({ partitionId: id, partitionName, ...row }) => ({
        ...objectVersionOf(id, row),
        partitionName,
      }),
      (row) => encodeCursor('objectsOfUser', row.modificationDate, row.partitionId, row.seq),
    );
  });
}

const askerOf = (caller: Caller): users.Asker => ({
  askerId: caller.userId,
  all: caller.reach('data-users:read') === 'all',
});

const ofUser = (userId: string, caller: Caller, query: Paging & { asOf?: string | undefined }) => ({
  userId,
  scope: scopeOf(caller),
  asOf: databaseMoment(query.asOf),
  skip: rowsBefore(query),
  pageSize: query.pageSize,
});
