import { timelineBlame, timelineValues } from '@annals/contracts/objects';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { decodeCursor, encodeCursor, isSequence, unknownCursor } from '@annals/kit/lists/cursor';
import type { Mount } from '@annals/kit/mount';
import { badRequest, notFound } from '@annals/kit/problem';
import { blameOf } from './blame.ts';
import * as history from './history.sql.ts';
import { runsOfValues } from './values.ts';

const mebibyte = 1024 * 1024;
/** What one request looks through at most. */
const lookedThrough = { versions: 5000, bytes: 64 * mebibyte };

export function mountHistory(mount: Mount): void {
  mount(timelineBlame, async ({ params: { partitionId, timelineId }, query, database }) => {
    const asOf = databaseMoment(query.asOf);
    const newest = await history.findNewestCount(database, partitionId, timelineId, asOf);
    if (newest === undefined) throw notFound('timeline');
    const blame = await blameOf({
      list: async (place) => history.listOlder(database, partitionId, timelineId, place),
      newest,
      most: lookedThrough,
    });
    if (!blame) throw notFound('timeline');
    return blame;
  });

  mount(timelineValues, async ({ params: { partitionId, timelineId }, query, database }) => {
    if (query.page !== undefined && query.page > 0)
      throw badRequest('The values of a field go on with the cursor only.', [
        { path: 'query.page', message: 'Leave it out and give nextCursor as cursor.' },
      ]);
    const [top, from] = decodeCursor('values', query.cursor, [isSequence, isSequence]) ?? [];
    const asOf = databaseMoment(query.asOf);
    const newest = await history.findNewestCount(database, partitionId, timelineId, asOf);
    if (newest === undefined) throw notFound('timeline');
    const place = { top: Number(top ?? newest), from: Number(from ?? newest) };
    if (place.from > place.top || place.top > newest || place.from < 1) throw unknownCursor();
    const path = query.path.split('/').slice(1).map(unescapeToken);
    const { runs, next } = await runsOfValues({
      see: async (from) =>
        history.seeValues(database, partitionId, timelineId, { path, from, most: 1000 }),
      dateOf: async (count) =>
        count > newest ? null : history.findDateOf(database, partitionId, timelineId, count),
      place,
      pageSize: query.pageSize,
      most: lookedThrough,
    });
    return {
      data: runs,
      nextCursor: next ? encodeCursor('values', next.top, next.from) : null,
      hasMore: next !== undefined,
    };
  });
}

const unescapeToken = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~');
