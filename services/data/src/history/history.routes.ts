import { say } from '@annals/contracts/messages';
import { timelineBlame, timelineValues } from '@annals/contracts/objects';
import { decodeCursor, encodeCursor, isSequence, unknownCursor } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { badRequest, notFound } from '@annals/kit/problem';
import { asOfOf } from '../versions/as-of.sql.ts';
import { tokensOf } from '../versions/json-pointer.ts';
import { blameOf } from './blame.ts';
import * as history from './history.sql.ts';
import { valueRuns } from './value-runs.ts';

const mebibyte = 1024 * 1024;
/** The most that one request reads. */
const readLimits = { versions: 5000, bytes: 64 * mebibyte };

export function mountHistory(mount: Mount): void {
  mount(timelineBlame, async ({ params: { partitionId, timelineId }, query, queryable, steps }) => {
    const asOf = asOfOf(query);
    const newest = await history.findNewestCount(queryable, partitionId, timelineId, asOf);
    if (newest === undefined) throw notFound('timeline');
    const blame = await blameOf({
      list: async (range) => history.listOlder(queryable, partitionId, timelineId, range),
      newest,
      limits: readLimits,
      steps,
    });
    if (!blame) throw notFound('timeline');
    return blame;
  });

  mount(timelineValues, async ({ params: { partitionId, timelineId }, query, queryable }) => {
    if (query.page !== undefined && query.page > 0)
      throw badRequest(say('valuesOnlyByCursor'), [
        { path: 'query.page', ...say('sendNextCursor') },
      ]);
    const [top, from] = decodeCursor('values', query.cursor, [isSequence, isSequence]) ?? [];
    const asOf = asOfOf(query);
    const newest = await history.findNewestCount(queryable, partitionId, timelineId, asOf);
    if (newest === undefined) throw notFound('timeline');
    const position = { top: Number(top ?? newest), from: Number(from ?? newest) };
    if (position.from > position.top || position.top > newest || position.from < 1)
      throw unknownCursor();
    const path = tokensOf(query.path);
    const { runs, next } = await valueRuns({
      readChanges: async (start) =>
        history.findValueChanges(queryable, partitionId, timelineId, {
          path,
          from: start,
          limit: 1000,
        }),
      dateOf: async (count) =>
        count > newest ? null : history.findDateOf(queryable, partitionId, timelineId, count),
      position,
      pageSize: query.pageSize,
      limits: readLimits,
    });
    return {
      data: runs,
      nextCursor: next ? encodeCursor('values', next.top, next.from) : null,
      hasMore: next !== undefined,
    };
  });
}
