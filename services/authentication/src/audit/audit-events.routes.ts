import { Readable } from 'node:stream';
import { countEvents, exportEvents, listEvents } from '@annals/contracts/events';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { decodeCursor, encodeCursor, isId, rowsBefore } from '@annals/kit/lists/paging';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import type { Mount } from '@annals/kit/mount';
import { badRequest, forbidden } from '@annals/kit/problem';
import { searchedWords } from '@annals/rules/searched-words';
import { scopeOf, type Scope } from '../authority/scope.sql.ts';
import { actorOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import {
  countEventsByInterval,
  findRecordedSince,
  maxCounted,
  selectEventRows,
  selectEventsInScope,
} from './audit-events.sql.ts';
import { record } from './audit-log.sql.ts';
import { eventLines } from './event-lines.ts';
import { shownTo } from './event-scope.ts';
import { findSearchedWords, maxWords, type SearchedWord } from './search-events.sql.ts';

export function mountAuditEvents(mount: Mount, context: ServiceContext): void {
  const { database, clock, proveEvents, findVisibleActors } = context;
  mount(listEvents, async ({ caller, query }) => {
    const { cursor, page: _, pageSize, text, ...filter } = query;
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
        words: await wordsOf(database, scope, text),
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
    const shown = await shownTo(database, scope, data, (actors) =>
      findVisibleActors(caller, actors),
    );
    const period = { from: databaseMoment(filter.from), to: databaseMoment(filter.to) };
    return { ...page, data: shown, ...(await findRecordedSince(database, period)) };
  });

  mount(exportEvents, async ({ caller, query, request, acceptsStream }) => {
    if (scopeOf(caller, 'events:read').kind !== 'all') throw forbidden(say('proofNeedsAll'));
    if (!acceptsStream) return proveEvents(query);
    const { from, to } = query;
    await database.transaction(async (transaction) =>
      record(transaction, actorOf(context, caller, request), 'events.exported', null, {
        after: { from, to: to ?? null },
      }),
    );
    return Readable.from(eventLines(database, await proveEvents(query)));
  });

  mount(countEvents, async ({ caller, query }) => {
    const { interval, count, text, ...filter } = query;
    refuseReversed(filter);
    const { from, to } = filter;
    // `to` is exclusive.
    const end = to === undefined ? clock() : Date.parse(to) - 1;
    const starts = startsUntil(end, count, lengths[interval]);
    const first = starts[0] ?? '';
    const scope = scopeOf(caller, 'events:read');
    const found = await countEventsByInterval(database, scope, interval, {
      ...filter,
      from: databaseMoment(
        from !== undefined && Date.parse(from) > Date.parse(first) ? from : first,
      ),
      to: databaseMoment(to),
      words: await wordsOf(database, scope, text),
    });
    const counts = new Map(found.map((each) => [each.from, each]));
    const sum = found.reduce((all, { eventCount }) => all + eventCount, 0);
    return {
      data: starts.map(
        (start) => counts.get(start) ?? { from: start, eventCount: 0, failureCount: 0 },
      ),
      complete: sum < maxCounted,
      ...(await findRecordedSince(
        database,
        from !== undefined && Date.parse(from) > Date.parse(first)
          ? { from: databaseMoment(from) }
          : // The interval of the first event begins before it.
            { to: databaseMoment(starts[1]) },
      )),
    };
  });
}

/** In milliseconds. */
const lengths = { DAY: 86_400_000, HOUR: 3_600_000 };

/** When the intervals begin, up to the one of a moment, oldest first. */
function startsUntil(to: number, count: number, length: number): string[] {
  const last = Math.floor(to / length);
  return Array.from({ length: count }, (_, index) =>
    new Date((last - count + 1 + index) * length).toISOString().replace('.000Z', 'Z'),
  );
}

async function wordsOf(
  database: Queryable,
  scope: Scope,
  text: string | undefined,
): Promise<SearchedWord[] | undefined> {
  if (text === undefined) return undefined;
  if (searchedWords(text).length > maxWords)
    throw badRequest(say('tooManyWordsToFind'), [
      { path: 'query.text', ...say('maxWords', { maxWords }) },
    ]);
  return findSearchedWords(database, scope, text);
}

function refuseReversed({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw badRequest(say('fromAfterTo'), [{ path: 'query.from', ...say('beforeTo') }]);
}
