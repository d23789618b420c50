import { currentDataUser } from '@annals/contracts/data-user';
import {
  getDataUser,
  listDataUsers,
  listObjectsOfUser,
  listPartitionsOfUser,
  listWritesOfUser,
  type WrittenVersion,
} from '@annals/contracts/data-users';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import {
  decodeCursor,
  encodeCursor,
  isId,
  isMoment,
  isSequence,
  rowsBefore,
} from '@annals/kit/lists/paging';
import { bytesOfPage, jsonPage, pageOfFound, responseOf } from '@annals/kit/lists/page-bytes';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { asOfOfSeveral, type AsOf } from '../versions/as-of.sql.ts';
import { showingInPartitions } from '../versions/shown-versions.ts';
import { idIn } from '../versions/version-texts.sql.ts';
import { scopeOf } from '../partitions/scope.sql.ts';
import * as users from './data-users.sql.ts';
import {
  listPartitionsOfUser as partitionsOf,
  listVersionsOfUser,
  partitionsOfUserByName,
} from './of-user.sql.ts';
import { listWrites, listWrittenPartitions, type WritesQuery } from './writes-of-user.sql.ts';

export function mountDataUsers(mount: Mount, database: Database): void {
  mount(currentDataUser, async ({ caller }) => ({
    id: caller.userId,
    username: caller.username,
    name: caller.name,
  }));

  mount(listDataUsers, async ({ query, caller, queryable }) => {
    const sorted = users.usersSortedBy(query.sort ?? 'name');
    const filter = { viewer: users.viewerOf(caller), scope: scopeOf(caller), name: query.name };
    const range = sorted.rangeOf(query);
    const rows = await users.listDataUsers(queryable, filter, sorted, range);
    return sorted.pageOf(rows, query, ({ shownName: _shownName, ...user }) => user);
  });

  const find = async (caller: Caller, userId: string) => {
    const user = await users.findDataUser(database, userId, users.viewerOf(caller));
    if (!user) throw notFound('user');
    return user;
  };

  mount(getDataUser, async ({ params: { userId }, caller }) => find(caller, userId));

  mount(listPartitionsOfUser, async ({ params: { userId }, query, caller, queryable }) => {
    const range = partitionsOfUserByName.rangeOf(query);
    const asOf = await asOfOfSeveral(database, query);
    const rows = await partitionsOf(queryable, ofUser(userId, caller, asOf), range);
    // A member may not have called this service yet.
    if (rows.length === 0) await find(caller, userId);
    return partitionsOfUserByName.pageOf(rows, query, ({ knownSince, ...row }) =>
      knownSince === null ? row : { ...row, knownSince },
    );
  });

  mount(listObjectsOfUser, async ({ params: { userId }, query, caller, queryable }) => {
    await find(caller, userId);
    const [modificationDate, partitionId, seq] =
      decodeCursor('objectsOfUser', query.cursor, [isMoment, isId, isSequence]) ?? [];
    const after =
      seq === undefined
        ? undefined
        : {
            modificationDate: String(modificationDate),
            partitionId: String(partitionId),
            seq: Number(seq),
          };
    const { pageSize, withPredecessor } = query;
    const range = {
      after,
      skip: rowsBefore(query),
      pageSize,
      bytes: bytesOfPage(query),
      withPredecessor,
    };
    const asOf = await asOfOfSeveral(database, query);
    const rows = await listVersionsOfUser(queryable, ofUser(userId, caller, asOf), range);
    const answer = responseOf(
      jsonPage(
        pageOfFound(
          rows,
          query,
          ({ json, partitionName }) =>
            `${json.slice(0, -1)},"partitionName":${JSON.stringify(partitionName)}}`,
          (row) => encodeCursor('objectsOfUser', row.modificationDate, row.partitionId, row.seq),
        ),
      ),
    );
    const shown = rows.map(({ partitionId: of, json }) => ({
      partitionId: of,
      objectId: idIn(json),
    }));
    return showingInPartitions(answer, shown);
  });

  mount(listWritesOfUser, async ({ params: { userId }, query, caller, queryable }) => {
    await find(caller, userId);
    const period = { from: databaseMoment(query.from), to: databaseMoment(query.to) };
    const answer = await findWrites(queryable, caller, { userId, ...period });
    return showingInPartitions(answer, answer.data);
  });
}

/** The most versions and partitions that one response has. */
const mostWrites = { versions: 500, partitions: 50 };

async function findWrites(
  queryable: Queryable,
  caller: Caller,
  query: WritesQuery,
): Promise<ResponseOf<typeof listWritesOfUser>> {
  const limit = mostWrites.partitions + 1;
  const found = await listWrittenPartitions(queryable, query, scopeOf(caller), limit);
  const partitions: ResponseOf<typeof listWritesOfUser>['partitions'] = [];
  const data: WrittenVersion[] = [];
  let total = 0;
  for (const { id, partitionName, role, archived } of found.slice(0, mostWrites.partitions)) {
    const written = await listWrites(queryable, id, query, mostWrites.versions);
    const versionCount = written[0]?.total ?? 0;
    if (versionCount === 0) continue;
    total += versionCount;
    const mayWrite = !archived && mayProposeAs(caller, role);
    partitions.push({ id, partitionName, versionCount, mayWrite });
    for (const { total: _total, ...version } of written)
      data.push({ partitionId: id, partitionName, ...version });
  }
  data.sort((left, right) => (left.writtenDate < right.writtenDate ? 1 : -1));
  const shown = data.slice(0, mostWrites.versions);
  const complete = found.length < limit && total === shown.length;
  return { data: shown, partitions, complete };
}

const mayProposeAs = (caller: Caller, role: MemberRole | null): boolean =>
  caller.scope('partitions:write') !== undefined &&
  (role === 'EDITOR' || role === 'OWNER' || caller.scope('partitions:write-all') === 'all');

const ofUser = (userId: string, caller: Caller, asOf: AsOf | undefined) => ({
  userId,
  scope: scopeOf(caller),
  asOf,
});
