import { listMembers, putMember, removeMember } from '@annals/contracts/partitions';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { conflict, notFound } from '@annals/kit/problem';
import { decodeCursor, encodeCursor, isId, isMoment } from '@annals/kit/lists/cursor';
import { pageFrom, rowsBefore } from '@annals/kit/lists/paging';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { lockToChange } from '../partitions/change-partition.ts';
import * as members from './members.sql.ts';

export function mountMembers(mount: Mount, database: Database): void {
  mount(listMembers, async ({ params: { partitionId }, query }) => {
    const [sinceDate, userId] = decodeCursor('members', query.cursor, [isMoment, isId]) ?? [];
    const rows = await members.listMembers(database, partitionId, {
      after:
        sinceDate === undefined
          ? undefined
          : { sinceDate: String(sinceDate), userId: String(userId) },
      skip: rowsBefore(query),
      limit: query.pageSize + 1,
      asOf: databaseMoment(query.asOf),
    });
    return pageFrom(rows, query.pageSize, memberOf, (row) =>
      encodeCursor('members', row.sinceDate, row.userId),
    );
  });

  mount(putMember, async ({ params: { partitionId, userId }, body: { role }, caller }) =>
    database.transaction(async (transaction) => {
      await lockToChange(transaction, partitionId);
      if (role !== 'OWNER') await refuseForLastOwner(transaction, partitionId, userId);
      const member = await members.putMember(transaction, partitionId, userId, role, caller.userId);
      if (!member) throw notFound('partition');
      return memberOf(member);
    }),
  );

  mount(removeMember, async ({ params: { partitionId, userId }, caller }) =>
    database.transaction(async (transaction) => {
      await lockToChange(transaction, partitionId);
      await refuseForLastOwner(transaction, partitionId, userId);
      if (!(await members.removeMember(transaction, partitionId, userId, caller.userId)))
        throw notFound('member');
    }),
  );
}

async function refuseForLastOwner(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<void> {
  if (await members.isLastOwner(transaction, partitionId, userId))
    throw conflict(
      'last_owner',
      'This is the last owner of the partition. Make somebody else an owner first, who has opened it once.',
    );
}

function memberOf({ userId, role, username, name, sinceDate }: members.Member) {
  return { userId, role, ...(username === null ? {} : { username, name }), sinceDate };
}
