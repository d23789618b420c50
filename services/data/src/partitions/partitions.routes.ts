import { uuidv7 } from 'uuidv7';
import {
  archivePartition,
  changePartition,
  createPartition,
  getPartition,
  listPartitions,
  versionsPerDay,
  versionsPerDayOfAll,
} from '@annals/contracts/partitions';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { answeringOnce, hashedIdempotencyOf } from '../idempotency/idempotency.ts';
import { decodeCursor, encodeCursor, isId, isMoment, isText } from '@annals/kit/lists/cursor';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import { rowsBefore } from '@annals/kit/lists/paging';
import { databaseMoment } from '@annals/kit/database/database-moment';
import * as change from './change-partition.ts';
import * as partitions from './partitions.sql.ts';
import { scopeOf } from './scope.sql.ts';
import { countAt, countAtOfAll, lastDays, perDay } from './versions-per-day.sql.ts';

export function mountPartitions(mount: Mount, database: Database): void {
  mount(listPartitions, async ({ query, caller, database }) => {
    const wish = query.sort ?? 'partitionName';
    const sort = wish.endsWith('partitionName') ? 'partitionName' : 'lastChangeDate';
    const checks = [sort === 'partitionName' ? isText : isMoment, isId];
    const [key, id] = decodeCursor(wish, query.cursor, checks) ?? [];
    const rows = await partitions.listPartitions(database, {
      scope: scopeOf(caller),
      name: query.name,
      archived: query.archived,
      asOf: databaseMoment(query.asOf),
      sort,
      descending: wish.startsWith('-'),
      after: key === undefined ? undefined : { key: String(key), id: String(id) },
      skip: rowsBefore(query),
      pageSize: query.pageSize,
    });
    return pageOfFound(
      rows,
      query,
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
      answeringOnce(transaction, hashedIdempotencyOf(request, caller), async () => {
        const id = uuidv7();
        await partitions.insertPartition(transaction, {
          id,
          partitionName,
          description: description ?? null,
          userId: caller.userId,
        });
        const created = await partitions.findPartition(transaction, id, caller.userId);
        if (!created) throw notFound('partition');
        return created;
      }),
    ),
  );

  mount(getPartition, async ({ params: { partitionId }, query, caller, database }) => {
    const asOf = databaseMoment(query.asOf);
    const partition = await partitions.findPartition(database, partitionId, caller.userId, asOf);
    if (!partition) throw notFound('partition');
    return { ...partition, types: await partitions.listTypeCounts(database, partitionId, asOf) };
  });

  mount(changePartition, async ({ params: { partitionId }, body, caller, request }) =>
    change.changePartition(database, { partitionId, caller, request }, body),
  );

  mount(archivePartition, async ({ params: { partitionId }, body, caller, request }) =>
    change.archivePartition(database, { partitionId, caller, request }, body.archived),
  );

  mount(versionsPerDay, async ({ params: { partitionId }, query, database }) => {
    const { days, ends } = lastDays(query.days, query.asOf);
    return { data: perDay(days, await countAt(database, partitionId, ends)) };
  });

  mount(versionsPerDayOfAll, async ({ query, caller, database }) => {
    const { days, ends } = lastDays(query.days, query.asOf);
    return { data: perDay(days, await countAtOfAll(database, scopeOf(caller), ends)) };
  });
}
