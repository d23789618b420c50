import {
  getObject,
  latestObject,
  recentObjects,
  referencedBy,
  timelineObjects,
} from '@annals/contracts/objects';
import type { QueryOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import { JsonText } from '@annals/kit/json-text';
import type { Mount } from '@annals/kit/mount';
import { badRequest, notFound } from '@annals/kit/problem';
import {
  decodeCursor,
  encodeCursor,
  isSequence,
  exactTotal,
  rowsBefore,
  type Paging,
} from '@annals/kit/lists/paging';
import { bytesOfPage, responseOf } from '@annals/kit/lists/page-bytes';
import { asOfOf } from '../versions/as-of.sql.ts';
import * as reads from './reads.sql.ts';
import { byReference, listReferencing } from './referenced-by.sql.ts';
import { pageInOrder } from '../search/as-of-scan.sql.ts';
import { queryOf, resolveQuery } from '../search/query.ts';
import { searchChanges } from '../search/search-changes.ts';
import type { SearchLimits } from '../search/search-limits.ts';
import type { VersionTextCache } from '../versions/text-cache.ts';
import { idIn, pageOfVersions, versionJsonFor } from '../versions/version-texts.sql.ts';

export function mountObjectReads(
  mount: Mount,
  limits: SearchLimits,
  cache: VersionTextCache,
): void {
  mount(getObject, async ({ params: { partitionId, objectId }, query, queryable }) => {
    const version = await reads.findVersionJson(queryable, partitionId, objectId, asOfOf(query));
    if (!version) throw notFound('object');
    return new JsonText(version, () => [idIn(version)]);
  });

  mount(latestObject, async ({ params: { partitionId, timelineId }, query, queryable }) => {
    const version = await reads.findLatestJson(queryable, partitionId, timelineId, asOfOf(query));
    if (!version) throw notFound('timeline');
    return new JsonText(version, () => [idIn(version)]);
  });

  mount(timelineObjects, async ({ params: { partitionId, timelineId }, query, queryable }) => {
    const history = await reads.listHistory(
      queryable,
      partitionId,
      timelineId,
      pageRangeOf('history', query),
    );
    if (!history) throw notFound('timeline');
    const page = pageOfVersions(history, query, (count) => encodeCursor('history', count));
    return responseOf({ ...page, total: exactTotal(history.total) });
  });

  mount(recentObjects, async ({ params: { partitionId }, query, ...call }) => {
    const { queryable, signal, caller } = call;
    const { type, modifiedBy } = query;
    const range = {
      ...pageRangeOf('recent', query),
      from: query.fromSequence,
      withPredecessor: query.withPredecessor,
    };
    const changes = queryOf(query.query, 'changes', 'query.query');
    if (changes) {
      if (type !== undefined || modifiedBy !== undefined)
        throw badRequest(say('queryNamesTypeAndAuthor'), [
          { path: 'query.query', ...say('addTypeAndAuthor') },
        ]);
      requireFirst(query.page);
      const context = { limits, signal };
      const scope = { queryable, partitionId, userId: caller.userId, context };
      const search = {
        ...(await resolveQuery(changes, scope, 'query.query')),
        changes: changes.changes,
        reasons: changes.reasons,
      };
      const found = await searchChanges(queryable, partitionId, search, range, context);
      const numbers = found.numbers.slice(0, query.pageSize + 1);
      const read = await pageInOrder(queryable, partitionId, numbers, {
        ...range,
        json: versionJsonFor({ ...range, partitionId }),
      });
      const page = pageOfVersions(read, query, (last) => recentCursor(numbers[last - 1] ?? 0));
      if (page.hasMore || found.before === undefined) return responseOf(page);
      return responseOf({ ...page, nextCursor: recentCursor(found.before), hasMore: true });
    }
    if (type !== undefined && modifiedBy !== undefined) {
      requireFirst(query.page);
      const filter = { type, modifiedBy };
      const walked = await reads.scanRecentOf(queryable, partitionId, filter, range);
      const page = pageOfVersions(walked.page, query, recentCursor);
      if (page.hasMore || walked.walkedTo === undefined) return responseOf(page);
      return responseOf({ ...page, nextCursor: recentCursor(walked.walkedTo), hasMore: true });
    }
    if (type !== undefined || modifiedBy !== undefined) {
      const filter = type === undefined ? { modifiedBy: modifiedBy ?? '' } : { type };
      const found = await reads.listRecentOf(queryable, partitionId, filter, range);
      return responseOf(pageOfVersions(found, query, recentCursor));
    }
    const recent = isNewestPage(query)
      ? await cache.firstPage(
          queryable,
          partitionId,
          reads.newestVersions(partitionId, range.pageSize),
          range,
        )
      : await reads.listRecent(queryable, partitionId, range);
    const page = pageOfVersions(recent, query, recentCursor);
    return responseOf({ ...page, total: exactTotal(recent.total) });
  });

  mount(referencedBy, async ({ params: { partitionId, objectId }, query, queryable }) => {
    const page = await listReferencing(queryable, {
      partitionId,
      objectId,
      name: query.name,
      range: byReference.rangeOf(query),
      bytes: bytesOfPage(query),
      asOf: asOfOf(query),
    });
    if (!page) throw notFound('object');
    return responseOf(pageOfVersions(page, query, (last) => byReference.cursorOf(last)));
  });
}

/** A search in steps has no page numbers. */
function requireFirst(page: number | undefined): void {
  if (page !== undefined && page > 0)
    throw badRequest(say('changesOnlyByCursor'), [
      { path: 'query.page', ...say('sendNextCursor') },
    ]);
}

/** The first page of the present, with nothing besides its versions. */
const isNewestPage = (query: QueryOf<typeof recentObjects>): boolean =>
  query.cursor === undefined &&
  rowsBefore(query) === 0 &&
  query.fromSequence === undefined &&
  query.withPredecessor !== true &&
  query.asOf === undefined;

const recentCursor = (seq: number) => encodeCursor('recent', seq);

function pageRangeOf(list: string, query: Paging & Parameters<typeof asOfOf>[0]): reads.PageRange {
  const [before] = decodeCursor(list, query.cursor, [isSequence]) ?? [];
  return {
    before: before === undefined ? undefined : Number(before),
    skip: rowsBefore(query),
    pageSize: query.pageSize,
    bytes: bytesOfPage(query),
    asOf: asOfOf(query),
  };
}
