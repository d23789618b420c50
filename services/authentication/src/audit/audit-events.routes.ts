import { listEvents } from '@annals/contracts/events';
import type { Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { decodeCursor, encodeCursor, isId } from '@annals/kit/lists/cursor';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import { rowsBefore } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { scopeOf, type Scope } from '../authority/scope.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { selectEventRows, selectEventsInScope, type EventRow } from './audit-events.sql.ts';
import { outsideScope, withinScope } from './event-scope.ts';

export function mountAuditEvents(mount: Mount, { database }: ServiceContext): void {
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
}

function refuseReversed({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw badRequest('from is later than to. Change one of them.', [
      { path: 'query.from', message: 'Must be before to.' },
    ]);
}

/** Events as the reader may see them. Whoever does not see everything sees no sequence numbers either. */
async function shownTo(database: Queryable, scope: Scope, rows: readonly EventRow[]) {
  const seesAll = scope.reach === 'all';
  const pairs = rows.flatMap(({ before, after, seesSubject }) =>
    seesSubject ? [before, after] : [null, null],
  );
  const values = seesAll || rows.length === 0 ? pairs : await withinScope(database, scope, pairs);
  return rows.map((row, index) => {
    const { id, seq, at, action, subject, actorId, actorName, seesActor, seesSource } = row;
    const actor = seesActor ? { id: actorId ?? '', name: actorName } : outsideScope;
    return {
      id,
      seq: seesAll ? seq : null,
      at,
      action,
      actor: actorId === null ? null : actor,
      subject,
      subjectName: row.seesSubject ? row.subjectName : null,
      before: values[2 * index] ?? null,
      after: values[2 * index + 1] ?? null,
      address: seesSource ? row.address : null,
      requestId: seesSource ? row.requestId : null,
    };
  });
}
