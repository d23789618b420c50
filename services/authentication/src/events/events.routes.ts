import { listEvents } from '@annals/contracts/events';
import { listAuthenticationMigrations } from '@annals/contracts/migrations';
import { decodeCursor, encodeCursor, isSequence } from '@annals/kit/lists/cursor';
import { pageFrom, rowsBefore } from '@annals/kit/lists/paging';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { migrationList } from '@annals/kit/migrate/migration-list';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { sightOf } from '../authority/sight.sql.ts';
import { migrations } from '../migrations.ts';
import type { Parts } from '../parts.ts';
import { selectEventRows, selectEventsInSight, type EventRow } from './event-list.sql.ts';

export function mountEvents(mount: Mount, { database }: Parts): void {
  mount(listEvents, async ({ caller, query }) => {
    const { cursor, page: _, pageSize, ...filter } = query;
    refuseReversed(filter);
    const [before] = decodeCursor('events', cursor, [isSequence]) ?? [];
    const found = await selectEventsInSight(
      database,
      sightOf(caller, 'events:read'),
      {
        ...filter,
        from: databaseMoment(filter.from),
        to: databaseMoment(filter.to),
        before: before === undefined ? undefined : Number(before),
      },
      { skip: rowsBefore(query), count: pageSize + 1 },
    );
    const { data, ...page } = pageFrom(
      found,
      pageSize,
      (seq) => seq,
      (seq) => encodeCursor('events', seq),
    );
    const rows = data.length === 0 ? [] : await selectEventRows(database, data);
    return { ...page, data: rows.map(shown) };
  });

  mount(listAuthenticationMigrations, async () => migrationList(database, migrations));
}

function refuseReversed({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw badRequest('from is later than to. Change one of them.', [
      { path: 'query.from', message: 'Give a moment before to.' },
    ]);
}

function shown({ actorId, actorName, ...event }: EventRow) {
  return { ...event, actor: actorId === null ? null : { id: actorId, name: actorName } };
}
