import { uuidv7 } from 'uuidv7';
import { createPartition, getPartition, listPartitions } from '@annals/contracts/partitions';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { idempotencyOf } from '@annals/kit/idempotency/idempotency-key';
import { answeringOnce } from '../idempotency/idempotency.sql.ts';
import { decodeCursor, encodeCursor, isId, isMoment, isText } from '@annals/kit/lists/cursor';
import { pageFrom, rowsBefore } from '@annals/kit/lists/paging';
import * as partitions from './partitions.sql.ts';

export function mountPartitions(mount: Mount, database: Database): void {
  mount(listPartitions, async ({ query, caller }) => {
    const wish = query.sort ?? 'partitionName';
    const sort = wish.endsWith('partitionName') ? 'partitionName' : 'lastChangeDate';
    const checks = [sort === 'partitionName' ? isText : isMoment, isId];
    const [key, id] = decodeCursor(wish, query.cursor, checks) ?? [];
    const rows = await partitions.listPartitions(database, {
      userId: caller.userId,
      all:
        caller.reach('partitions:read-all') === 'all' ||
        caller.reach('partitions:write-all') === 'all',
      only: caller.token?.partitionIds,
      name: query.name,
      sort,
      descending: wish.startsWith('-'),
      after: key === undefined ? undefined : { key: String(key), id: String(id) },
      skip: rowsBefore(query),
      limit: query.pageSize + 1,
    });
    return pageFrom(
      rows,
      query.pageSize,
      (row) => row,
      (row) =>
        encodeCursor(
          wish,
          sort === 'partitionName' ? row.partitionName : (row.lastChangeDate ?? row.createdDate),
          row.id,
        ),
    );
  });

  mount(createPartition, async ({ body: { partitionName, description }, caller, request }) =>
    database.transaction(async (transaction) =>
      answeringOnce(transaction, idempotencyOf(request, caller), async () => {
        const id = uuidv7();
        await partitions.insertPartition(transaction, {
          id,
          partitionName,
          description: description ?? null,
          userId: caller.userId,
        });
        const created = await partitions.findPartition(transaction, id, caller.userId);
        if (!created) throw notFound('partition');
        const { types: _none, ...partition } = created;
        return partition;
      }),
    ),
  );

  mount(getPartition, async ({ params: { partitionId }, caller }) => {
    const partition = await partitions.findPartition(database, partitionId, caller.userId);
    if (!partition) throw notFound('partition');
    return partition;
  });
}
