import { say } from '@annals/contracts/messages';
import { timelineBlame, timelineValues } from '@annals/contracts/objects';
import {
  decodeCursor,
  encodeCursor,
  isSequence,
  isText,
  unknownCursor,
} from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { badRequest, notFound } from '@annals/kit/problem';
import { asOfOf } from '../versions/as-of.sql.ts';
import { tokensOf } from '../versions/json-pointer.ts';
import { blameOf } from './blame.ts';
import { FollowedChanges } from './followed-changes.ts';
import * as history from './history.sql.ts';
import { valueRuns } from './value-runs.ts';

const mebibyte = 1024 * 1024;
/** The most that one request reads. */
const readLimits = { versions: 5000, bytes: 64 * mebibyte };

/** Whether a step of a path may be the index of an element. */
const isIndex = (token: string): boolean => /^\d+$/.test(token);
/** Their indexes are in the cursor. */
const maxFollowedDepth = 20;

/** The parts of a cursor: the newest version of the run, and where to read on. */
const ofField = [isSequence, isSequence];
/** Also the version in which the field was found last, and the indexes on its path there. */
const ofElement = [...ofField, isSequence, isText];

/** @param indexes joined by dots */
function withIndexes(path: readonly string[], indexes: string): string[] {
  const written = indexes.split('.');
  return path.map((token) => (isIndex(token) ? (written.shift() ?? token) : token));
}

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

  mount(timelineValues, async ({ params, query, queryable, steps }) => {
    const { partitionId, timelineId } = params;
    if (query.page !== undefined && query.page > 0)
      throw badRequest(say('valuesOnlyByCursor'), [
        { path: 'query.page', ...say('sendNextCursor') },
      ]);
    const path = tokensOf(query.path);
    const depth = path.filter(isIndex).length;
    const isFollowed = depth > 0 && depth <= maxFollowedDepth;
    const list = isFollowed ? 'values-of-element' : 'values';
    const [top, from, foundIn, indexes] =
      decodeCursor(list, query.cursor, isFollowed ? ofElement : ofField) ?? [];
    const asOf = asOfOf(query);
    const newest = await history.findNewestCount(queryable, partitionId, timelineId, asOf);
    if (newest === undefined) throw notFound('timeline');
    const position = { top: Number(top ?? newest), from: Number(from ?? newest) };
    if (position.from > position.top || position.top > newest || position.from < 1)
      throw unknownCursor();
    const start =
      foundIn === undefined
        ? { count: newest, place: path }
        : { count: Number(foundIn), place: withIndexes(path, String(indexes)) };
    if (start.count < position.from || start.count > newest) throw unknownCursor();
    const followed = new FollowedChanges(
      async (range) => history.listOlder(queryable, partitionId, timelineId, range, 'whole'),
      start,
      steps,
    );
    const { runs, next } = await valueRuns({
      readChanges: async (begin) =>
        isFollowed
          ? followed.readChanges(begin)
          : history.findValueChanges(queryable, partitionId, timelineId, {
              path,
              from: begin,
              limit: 1000,
            }),
      dateOf: async (count) =>
        count > newest ? null : history.findDateOf(queryable, partitionId, timelineId, count),
      position,
      pageSize: query.pageSize,
      limits: readLimits,
    });
    const placeIn = (version: number) => {
      if (!isFollowed) return [];
      const at = followed.placeAt(version);
      return [at.count, at.place.filter(isIndex).join('.')];
    };
    return {
      data: runs,
      nextCursor: next ? encodeCursor(list, next.top, next.from, ...placeIn(next.from)) : null,
      hasMore: next !== undefined,
    };
  });
}
