import type { Page } from '@annals/contracts/fields';
import { searchObjects, type ObjectSearch } from '@annals/contracts/object-search';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Database } from '@annals/kit/database/database';
import { decodeCursor, encodeCursor, isId, isSequence } from '@annals/kit/lists/cursor';
import { exactly, rowsBefore, type Paging } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { pageOfFound, type Found } from '../objects/page-bytes.ts';
import { objectVersionOf, type VersionRow } from '../objects/version.ts';
import { lastIdUntil } from '../time/time-ordered-id.ts';
import { searchAsOf } from './as-of-search.ts';
import { versionsInOrder } from './as-of-walk.sql.ts';
import {
  byContent,
  candidatesOf,
  searchCandidates,
  searchWindow,
  type Step,
} from './bounded-search.sql.ts';
import type { SearchWish } from './conditions.sql.ts';
import { searchPhrases } from './lexemes.ts';
import { countTimelines, searchNow } from './search.sql.ts';
import { mountSearchText } from './search-text.routes.ts';

/** Timelines, or versions of a user, that one request looks at where no index helps. */
const longestWindow = 2000;
/** Looked at before an index is asked: where what matches is common that is enough. */
const firstWindow = 200;

/**
 * What changes while a caller follows the cursor moves to the front, out of the pages to come: so these give nothing
 * twice, and all that stays as it is. A new search begins with what moved.
 */
export function mountSearch(mount: Mount, database: Database): void {
  mount(searchObjects, async ({ params: { partitionId }, query, body }) => {
    const wish = wishOf(body);
    const itemOf = (row: VersionRow) => objectVersionOf(partitionId, row);
    if (query.asOf !== undefined) {
      requireCursor(query, 'A list as of a moment goes on with the cursor only.');
      return pageAsOf(database, partitionId, wish, { ...query, asOf: query.asOf }, itemOf);
    }
    const [before] = decodeCursor('search', query.cursor, [isSequence]) ?? [];
    const step = {
      before: before === undefined ? undefined : Number(before),
      pageSize: query.pageSize,
    };
    const cursorOf = (row: VersionRow) => encodeCursor('search', row.seq);
    const { type, ended, phrases, ...conditions } = wish;
    const hasConditions = Object.values(conditions).some((asked) => asked !== undefined);
    if (hasConditions)
      requireCursor(query, 'A search with conditions goes on with the cursor only.');
    if (hasConditions || (phrases && rowsBefore(query) === 0)) {
      const { rows, stoppedAt } = await searchBounded(database, partitionId, wish, step);
      const page = pageOfFound(rows, query, itemOf, cursorOf);
      if (page.hasMore || stoppedAt === undefined) return page;
      return { ...page, nextCursor: encodeCursor('search', stoppedAt + 1), hasMore: true };
    }
    const place = { ...step, skip: rowsBefore(query) };
    const rows = await searchNow(database, partitionId, { type, ended, phrases }, place);
    const page = pageOfFound(rows, query, itemOf, cursorOf);
    if (ended !== undefined || phrases) return page;
    return { ...page, total: exactly(await countTimelines(database, partitionId, type)) };
  });

  mountSearchText(mount, database);
}

function wishOf({ text, modifiedFrom, modifiedTo, ...body }: ObjectSearch): SearchWish {
  const some = <Item>(items: Item[] | undefined) => (items?.length ? items : undefined);
  return {
    ...body,
    phrases: searchPhrases(text),
    where: some(body.where),
    references: some(body.references),
    modifiedFrom: modifiedFrom === undefined ? undefined : databaseMoment(modifiedFrom),
    modifiedTo: modifiedTo === undefined ? undefined : databaseMoment(modifiedTo),
  };
}

function requireCursor(query: Paging, message: string): void {
  if (rowsBefore(query) > 0)
    throw badRequest(message, [
      { path: 'query.page', message: 'Leave it out and give nextCursor as cursor.' },
    ]);
}

/** Looks at so many rows at most, however many the partition has. A page may come out short. */
async function searchBounded(
  database: Database,
  partitionId: string,
  wish: SearchWish,
  step: Step,
): Promise<{ rows: Found<VersionRow>[]; stoppedAt: number | undefined }> {
  if (!wish.references && byContent(wish, partitionId)) {
    const window = await searchWindow(database, partitionId, wish, firstWindow, step);
    const [first] = window.rows;
    if (window.stoppedAt === undefined || (first && first.found > step.pageSize)) return window;
  }
  const candidates = await candidatesOf(database, partitionId, wish);
  const rows =
    candidates && (await searchCandidates(database, partitionId, wish, candidates, step));
  if (rows) return { rows, stoppedAt: undefined };
  return searchWindow(database, partitionId, wish, longestWindow, step);
}

/** From the youngest timeline on. */
async function pageAsOf<Item>(
  database: Database,
  partitionId: string,
  wish: SearchWish,
  query: Paging & { asOf: string },
  itemOf: (row: VersionRow) => Item,
): Promise<Page<Item>> {
  const [below] = decodeCursor('searchAsOf', query.cursor, [isId]) ?? [];
  const { found, last } = await searchAsOf(database, partitionId, wish, {
    asOf: databaseMoment(query.asOf),
    below: below === undefined ? lastIdUntil(query.asOf) : String(below),
    most: query.pageSize + 1,
  });
  const numbers = found.slice(0, query.pageSize + 1).map(({ seq }) => seq);
  const rows = await versionsInOrder(database, partitionId, numbers, query.pageSize);
  const page = pageOfFound(rows, query, itemOf, (row) =>
    encodeCursor('searchAsOf', row.timelineId),
  );
  if (page.hasMore || last === undefined) return page;
  return { ...page, nextCursor: encodeCursor('searchAsOf', last), hasMore: true };
}
