import { say, type ServiceMessage } from '@annals/contracts/messages';
import { searchObjects } from '@annals/contracts/object-search';
import type { Queryable } from '@annals/kit/database/database';
import {
  decodeCursor,
  encodeCursor,
  isId,
  isSequence,
  exactTotal,
  rowsBefore,
  type Paging,
} from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { bytesOfPage, responseOf, type JsonPage } from '@annals/kit/lists/page-bytes';
import { asOfOf, type AsOf } from '../versions/as-of.sql.ts';
import type { VersionTextCache } from '../versions/text-cache.ts';
import { pageOfVersions } from '../versions/version-texts.sql.ts';
import { lastIdUntil } from '../versions/timestamps.ts';
import { searchAsOf } from './as-of-search.ts';
import { pageInOrder } from './as-of-scan.sql.ts';
import { hasUnknownField, requireFound, requireMeaning, searchQueryOf } from './query.ts';
import { searchBounded, searchRare } from './bounded-search.ts';
import {
  afterCursor,
  orderOf,
  searchSorted,
  sortedCursor,
  type SortedVersion,
} from './sorted-search.ts';
import type { SearchQuery } from './conditions.sql.ts';
import type { SearchContext, SearchLimits } from './search-limits.ts';
import {
  countTimelines,
  newestHeadVersions,
  searchNow,
  timelinesInOrder,
  tooMany,
  type TimelineOrder,
} from './heads.sql.ts';
import { mountSearchAllPartitions } from './search-all-partitions.ts';
import { mountSearchText } from './search-text.routes.ts';

const newestFirst = '-lastChange';

const isIndexed = (sort: string): sort is TimelineOrder =>
  sort === 'created' || sort === '-created' || sort === 'lastChange';

/**
 * Objects that change while a caller pages move to the front, out of the following pages: so no object appears twice,
 * and every unchanged one appears. A new search starts with the moved ones.
 */
export function mountSearch(
  mount: Mount,
  limits: SearchLimits,
  {
    versionTexts: cache,
    wantWords,
  }: { versionTexts: VersionTextCache; wantWords: (partitionId: string) => void },
): void {
  mount(searchObjects, async ({ params: { partitionId }, query, body, ...call }) => {
    const { queryable, signal, caller } = call;
    const context: SearchContext = { limits, signal, wantWords };
    const { userId } = caller;
    const scope = { queryable, partitionId, userId, context };
    const named = await searchQueryOf(body, scope);
    const asOf = asOfOf(query);
    // At another time, or with other changes, other fields were known.
    const isNow = asOf === undefined && query.changeSet === undefined;
    const search = isNow ? await requireMeaning(body, named, scope) : named;
    if (isNow && (await hasUnknownField(queryable, partitionId, search)))
      return responseOf({ items: '', nextCursor: null, hasMore: false });
    const { sort = newestFirst } = query;
    if (sort !== newestFirst) {
      const { type, ...others } = search;
      const isNarrowed = asOf || Object.values(others).some((value) => value !== undefined);
      if (isNarrowed || !isIndexed(sort)) {
        const wanted = { order: orderOf(sort), asOf };
        const found = await searchSorted(queryable, partitionId, search, wanted, context);
        if (isNow) requireFound(body, search, found.length);
        return responseOf(await pageOfSorted(queryable, partitionId, found, { ...query, sort }));
      }
      const page = await pageInOtherOrder(queryable, partitionId, { type, order: sort }, query);
      const total = exactTotal(await countTimelines(queryable, partitionId, type));
      return responseOf({ ...page, total });
    }
    if (asOf) {
      requireCursor(query, say('pastOnlyByCursor'));
      return responseOf(
        await pageAsOf(queryable, partitionId, search, { ...query, asOf }, context),
      );
    }
    const [before] = decodeCursor('search', query.cursor, [isSequence]) ?? [];
    const step = {
      before: before === undefined ? undefined : Number(before),
      ...limitsOf(query),
    };
    const cursorOf = (seq: number) => encodeCursor('search', seq);
    const { type, ended, ...conditions } = search;
    const hasConditions = Object.values(conditions).some((value) => value !== undefined);
    if (hasConditions) requireCursor(query, say('searchOnlyByCursor'));
    const skip = rowsBefore(query);
    const rare = await searchRare(queryable, partitionId, search, step, limits);
    if (rare && rare !== tooMany) {
      const { numbers, page } = rare;
      if (isNow && before === undefined) requireFound(body, search, numbers.length);
      return responseOf(pageOfVersions(page, query, (last) => cursorOf(numbers[last - 1] ?? 0)));
    }
    if (hasConditions || (ended === false && skip === 0)) {
      const found = await searchBounded(queryable, partitionId, search, step, context, {
        asksIndex: rare !== tooMany,
      });
      const numbers = found.numbers.slice(0, query.pageSize + 1);
      const read = await pageInOrder(queryable, partitionId, numbers, limitsOf(query));
      const page = pageOfVersions(read, query, (last) => cursorOf(numbers[last - 1] ?? 0));
      if (isNow && before === undefined && found.before === undefined)
        requireFound(body, search, numbers.length);
      if (page.hasMore || found.before === undefined) return responseOf(page);
      return responseOf({ ...page, nextCursor: cursorOf(found.before), hasMore: true });
    }
    const isFirstPage = before === undefined && skip === 0;
    const read =
      isFirstPage && ended === undefined && query.changeSet === undefined
        ? await cache.firstPage(
            queryable,
            partitionId,
            newestHeadVersions(partitionId, type, step.pageSize),
            step,
          )
        : await searchNow(queryable, partitionId, { type, ended }, { ...step, skip });
    const page = pageOfVersions(read, query, cursorOf);
    return responseOf(read.total === undefined ? page : { ...page, total: exactTotal(read.total) });
  });

  mountSearchText(mount, limits);
  mountSearchAllPartitions(mount, limits);
}

function requireCursor(query: Paging, explanation: ServiceMessage): void {
  if (rowsBefore(query) > 0)
    throw badRequest(explanation, [{ path: 'query.page', ...say('sendNextCursor') }]);
}

const limitsOf = (query: Paging) => ({ pageSize: query.pageSize, bytes: bytesOfPage(query) });

async function pageInOtherOrder(
  database: Queryable,
  partitionId: string,
  wanted: { type: string | undefined; order: TimelineOrder },
  query: Paging,
): Promise<JsonPage> {
  const list = `search:${wanted.order}`;
  const isKey = wanted.order === 'lastChange' ? isSequence : isId;
  const [after] = decodeCursor(list, query.cursor, [isKey]) ?? [];
  const range = { after, skip: rowsBefore(query), ...limitsOf(query) };
  const read = await timelinesInOrder(database, partitionId, wanted, range);
  return pageOfVersions(read, query, (key) =>
    encodeCursor(list, wanted.order === 'lastChange' ? Number(key) : key),
  );
}

/** A page of the sorted matches. */
async function pageOfSorted(
  database: Queryable,
  partitionId: string,
  found: SortedVersion[],
  query: Paging & { sort: string },
): Promise<JsonPage & { total: ReturnType<typeof exactTotal> }> {
  const list = `search:${query.sort}`;
  const skip = rowsBefore(query);
  const versions = afterCursor(found, list, query.cursor, orderOf(query.sort)).slice(
    skip,
    skip + query.pageSize + 1,
  );
  const numbers = versions.map(({ seq }) => seq);
  const read = await pageInOrder(database, partitionId, numbers, limitsOf(query));
  const page = pageOfVersions(read, query, (place) => {
    const last = versions[place - 1];
    return last ? sortedCursor(list, last) : '';
  });
  return { ...page, total: exactTotal(found.length) };
}

/** From the youngest timeline on. */
async function pageAsOf(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  query: Paging & { asOf: AsOf },
  context: SearchContext,
): Promise<JsonPage> {
  const [below] = decodeCursor('searchAsOf', query.cursor, [isId]) ?? [];
  const range = {
    asOf: query.asOf,
    below: below === undefined ? lastIdUntil(query.asOf.moment) : String(below),
    most: query.pageSize + 1,
  };
  const { found, last } = await searchAsOf(database, partitionId, search, range, context);
  const numbers = found.slice(0, query.pageSize + 1).map(({ seq }) => seq);
  const read = await pageInOrder(database, partitionId, numbers, limitsOf(query));
  const page = pageOfVersions(read, query, (position) =>
    encodeCursor('searchAsOf', found[position - 1]?.timelineId ?? ''),
  );
  if (page.hasMore || last === undefined) return page;
  return { ...page, nextCursor: encodeCursor('searchAsOf', last), hasMore: true };
}
