import { searchObjects } from '@annals/contracts/object-search';
import type { Page } from '@annals/contracts/fields';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { decodeCursor, encodeCursor, isId, isSequence } from '@annals/kit/lists/cursor';
import { exactly, pageFrom, rowsBefore } from '@annals/kit/lists/paging';
import { objectVersionOf, type VersionRow } from '../objects/version.ts';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { lastIdUntil } from '../time/time-ordered-id.ts';
import { matches, searchPhrases } from './lexemes.ts';
import { countTimelines, searchNow, walkAsOf, type SearchWish } from './search.sql.ts';

/** Timelines one request walks past at most; what it found until then is a page, if a short one. */
const longestWalk = 2000;

export function mountSearch(mount: Mount, database: Database): void {
  mount(searchObjects, async ({ params: { partitionId }, query, body }) => {
    const wish = { type: body.type, ended: body.ended, phrases: searchPhrases(body.text) };
    const skip = rowsBefore(query);
    const itemOf = (row: VersionRow) => objectVersionOf(partitionId, row);

    if (query.asOf !== undefined) {
      if (skip > 0)
        throw badRequest('A list as of a moment goes on with the cursor only.', [
          { path: 'query.page', message: 'Leave it out and give nextCursor as cursor.' },
        ]);
      const [below] = decodeCursor('searchAsOf', query.cursor, [isId]) ?? [];
      const { data, ...rest } = await walk(database, partitionId, wish, {
        asOf: databaseMoment(query.asOf),
        below: below === undefined ? lastIdUntil(query.asOf) : String(below),
        pageSize: query.pageSize,
      });
      return { data: data.map(itemOf), ...rest };
    }

    const [before] = decodeCursor('search', query.cursor, [isSequence]) ?? [];
    const place = {
      before: before === undefined ? undefined : Number(before),
      skip,
      limit: query.pageSize + 1,
    };
    const rows = await searchNow(database, partitionId, wish, place);
    const page = pageFrom(rows, query.pageSize, itemOf, (row) => encodeCursor('search', row.seq));
    if (wish.ended !== undefined || wish.phrases) return page;
    return { ...page, total: exactly(await countTimelines(database, partitionId, wish.type)) };
  });
}

/** The words are looked for in the versions of then, since the index knows the newest ones only. */
async function walk(
  database: Database,
  partitionId: string,
  { type, ended, phrases }: SearchWish,
  { asOf, below, pageSize }: { asOf: string; below: string; pageSize: number },
): Promise<Page<VersionRow>> {
  const timelines = phrases ? 100 : ended === undefined ? pageSize + 1 : 500;
  const found: VersionRow[] = [];
  let last: string | undefined = below;
  for (let walked = 0; last !== undefined && walked < longestWalk; walked += timelines) {
    const step = await walkAsOf(
      database,
      partitionId,
      { type, ended },
      { asOf, below: last, timelines },
    );
    for (const version of step.versions)
      if (!phrases || matches(version.objectData, phrases)) found.push(version);
    if (found.length > pageSize) {
      const data = found.slice(0, pageSize);
      return {
        data,
        nextCursor: encodeCursor('searchAsOf', data.at(-1)?.timelineId ?? last),
        hasMore: true,
      };
    }
    last = step.last;
  }
  return {
    data: found,
    nextCursor: last === undefined ? null : encodeCursor('searchAsOf', last),
    hasMore: last !== undefined,
  };
}
