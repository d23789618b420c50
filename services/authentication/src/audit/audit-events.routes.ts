import { Readable } from 'node:stream';
import { eventsPerDay, exportEvents, listEvents } from '@annals/contracts/events';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { decodeCursor, encodeCursor, isId, rowsBefore } from '@annals/kit/lists/paging';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import type { Mount } from '@annals/kit/mount';
import { badRequest, forbidden } from '@annals/kit/problem';
import { scopeOf } from '../authority/scope.sql.ts';
import { actorOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import {
  countEventsByDay,
  maxCounted,
  selectEventRows,
  selectEventsInScope,
} from './audit-events.sql.ts';
import { record } from './audit-log.sql.ts';
import { eventLines } from './event-lines.ts';
import { shownTo } from './event-scope.ts';

export function mountAuditEvents(mount: Mount, context: ServiceContext): void {
  const { database, clock, proveEvents } = context;
  mount(listEvents, async ({ caller, query }) => {
    const { cursor, page: _, pageSize, ...filter } = query;
    refuseReversed(filter);
    const [before] = decodeCursor('events', cursor, [isId]) ?? [];
    const scope = scopeOf(caller, 'events:read');
    const found = await selectEventsInScope(
      database,
      scope,
      {
        ...filter,
        from: databaseMoment(filter.from),
        to: databaseMoment(filter.to),
        before: before === undefined ? undefined : String(before),
      },
      { skip: rowsBefore(query), count: pageSize + 1 },
    );
    const rows = found.length === 0 ? [] : await selectEventRows(database, scope, found, pageSize);
    const { data, ...page } = pageOfFound(
      rows,
      query,
      (row) => row,
      ({ id }) => encodeCursor('events', id),
    );
    return { ...page, data: await shownTo(database, scope, data) };
  });

  mount(exportEvents, async ({ caller, query, request, acceptsStream }) => {
    if (scopeOf(caller, 'events:read').kind !== 'all')
      throw forbidden('A proof contains all events. Only those who see all of them can export it.');
    if (!acceptsStream) return proveEvents(query);
    const { from, to } = query;
    await database.transaction(async (transaction) =>
      record(transaction, actorOf(context, caller, request), 'events.exported', null, {
        after: { from, to: to ?? null },
      }),
    );
    return Readable.from(eventLines(database, await proveEvents(query)));
  });

  mount(eventsPerDay, async ({ caller, query }) => {
    const { days: count, ...filter } = query;
    refuseReversed(filter);
    const { from, to } = filter;
    // `to` is exclusive.
    const days = daysUntil(to === undefined ? clock() : Date.parse(to) - 1, count);
    const first = `${days[0]}T00:00:00Z`;
    const found = await countEventsByDay(database, scopeOf(caller, 'events:read'), {
      ...filter,
      from: databaseMoment(from !== undefined && from > first ? from : first),
      to: databaseMoment(to),
    });
    const counts = new Map(found.map((each) => [each.day, each]));
    const sum = found.reduce((all, { eventCount }) => all + eventCount, 0);
    return {
      data: days.map((each) => counts.get(each) ?? { day: each, eventCount: 0, failureCount: 0 }),
      complete: sum < maxCounted,
    };
  });
}

const day = 86_400_000;

/** The days up to that of a moment, oldest first. */
function daysUntil(to: number, count: number): string[] {
  const last = Math.floor(to / day);
  return Array.from({ length: count }, (_, index) =>
    new Date((last - count + 1 + index) * day).toISOString().slice(0, 10),
  );
}

function refuseReversed({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw badRequest('from is later than to. Change one of them.', [
      { path: 'query.from', message: 'Must be before to.' },
    ]);
}
