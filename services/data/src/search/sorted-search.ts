import sql, { join, raw, type Sql } from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { ObjectSort } from '@annals/contracts/object-search';
import { titleProperties } from '@annals/rules/object-title';
import type { Queryable } from '@annals/kit/database/database';
import { decodeCursor, encodeCursor, isId, isSequence, type Check } from '@annals/kit/lists/paging';
import { badRequest } from '@annals/kit/problem';
import type { AsOf } from '../versions/as-of.sql.ts';
import { lastIdUntil } from '../versions/timestamps.ts';
import { searchAsOf } from './as-of-search.ts';
import { searchBounded } from './bounded-search.ts';
import { jsonPathOf, type SearchQuery } from './conditions.sql.ts';
import { joinUser } from '../versions/version-columns.sql.ts';
import { SearchBudget, type SearchContext } from './search-limits.ts';

/** The sort key of a search. */
interface Order {
  by: ObjectSort;
  isDescending: boolean;
}

export function orderOf(sort: string): Order {
  const isDescending = sort.startsWith('-');
  return { by: (isDescending ? sort.slice(1) : sort) as ObjectSort, isDescending };
}

/** A version that was found, with its sort value; null if it has none. */
export interface SortedVersion {
  seq: number;
  timelineId: string;
  value: string | number | null;
}

/**
 * Everything that a search finds, in an order without an index. It is found, read and sorted again for each page, so
 * that every page costs the same; what is too much for one request is refused.
 * @throws Problem 400 for more objects than one request sorts
 */
export async function searchSorted(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  { order, asOf }: { order: Order; asOf: AsOf | undefined },
  context: SearchContext,
): Promise<SortedVersion[]> {
  const next = asOf
    ? foundAsOf(database, partitionId, search, asOf, context)
    : foundNow(database, partitionId, search, context);
  const numbers = await everyone(next, context);
  const versions = await valuesOf(database, partitionId, numbers, order.by, context);
  return versions.toSorted(comparing(order));
}

const tooMany = ({ limits: { sorted: limit } }: SearchContext) =>
  badRequest(say('tooManyToSort'), [{ path: 'query.sort', ...say('narrowSorting', { limit }) }]);

/** The next numbers that a search finds, and whether there are more. */
type NextFound = () => Promise<{ numbers: number[]; hasMore: boolean }>;

function foundNow(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  context: SearchContext,
): NextFound {
  let before: number | undefined;
  return async () => {
    const step = { before, pageSize: context.limits.sorted };
    const found = await searchBounded(database, partitionId, search, step, context);
    before = found.before;
    return { numbers: found.numbers, hasMore: before !== undefined };
  };
}

function foundAsOf(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  asOf: AsOf,
  context: SearchContext,
): NextFound {
  let below = lastIdUntil(asOf.moment);
  return async () => {
    const range = { asOf, below, most: context.limits.sorted };
    const { found, last } = await searchAsOf(database, partitionId, search, range, context);
    if (last !== undefined) below = last;
    return { numbers: found.map(({ seq }) => seq), hasMore: last !== undefined };
  };
}

async function everyone(next: NextFound, context: SearchContext): Promise<number[]> {
  const { sorted: most, listed } = context.limits;
  const all: number[] = [];
  for (let looked = 0; looked < most; looked += listed) {
    const { numbers, hasMore } = await next();
    all.push(...numbers);
    if (all.length > most) break;
    if (!hasMore) return all;
  }
  throw tooMany(context);
}

/** The orders that need none of the data. */
const columns: Partial<Record<ObjectSort, Sql>> = {
  // Treated as equal values.
  created: raw('0'),
  lastChange: raw('v.seq'),
  type: raw('v.type'),
  version: raw('v.modification_count'),
  by: raw("coalesce(nullif(u.name, ''), u.username)"),
};

async function valuesOf(
  database: Queryable,
  partitionId: string,
  numbers: number[],
  by: ObjectSort,
  context: SearchContext,
): Promise<SortedVersion[]> {
  const { sortedBytes, statement } = context.limits;
  const column = columns[by];
  const rows = await readVersions(database, partitionId, numbers, column ?? raw('null::text'));
  if (column) return rows;
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  if (bytes > sortedBytes) throw tooMany(context);
  const budget = new SearchBudget(
    { rows: Infinity, bytes: sortedBytes },
    { rows: statement.rows, bytes: statement.readBytes },
    context.signal,
  );
  const value = by === 'title' ? titleOf : valueAt(by.slice('data:'.length));
  const read: SortedVersion[] = [];
  for (const piece of budget.pieces(rows, (row) => row.bytes)) {
    await budget.betweenStatements();
    const wanted = piece.map(({ seq }) => seq);
    read.push(...(await readVersions(database, partitionId, wanted, value)));
  }
  return read;
}

async function readVersions(
  database: Queryable,
  partitionId: string,
  numbers: number[],
  value: Sql,
): Promise<(SortedVersion & { bytes: number })[]> {
  const rows = await database.query<{
    seq: number;
    timelineId: string;
    bytes: number;
    value: unknown;
  }>(
    sql`select v.seq, v.timeline_id as "timelineId", v.bytes, to_jsonb(${value}) as value
      from unnest(${numbers}::bigint[]) as wanted (seq) cross join lateral (
        select * from data.version where partition_id = ${partitionId} and seq = wanted.seq limit 1
      ) v ${joinUser}`,
  );
  return rows.map(({ seq, timelineId, bytes, value: found }) => ({
    seq,
    timelineId,
    bytes,
    value: sortedValue(found),
  }));
}

/** Numbers that do not fit into a JSON cursor, and booleans, are sorted as texts. */
function sortedValue(value: unknown): SortedVersion['value'] {
  if (value === null || typeof value === 'string' || Number.isFinite(value))
    return value as SortedVersion['value'];
  return JSON.stringify(value);
}

const maxTextLength = 120;

const firstOf = (path: string, test: string): Sql =>
  sql`jsonb_path_query_first(v.object_data, ${`${path} ? (${test})`}::jsonpath, '{}', true)`;

const isTitle = String.raw`@.type() == "string" && @ like_regex "\\S"`;
const erasedTitle = `$[*].path ? (${titleProperties.map((name) => `@ == "/${name}"`).join(' || ')})`;

/** Like `titleIn` of the contract. */
const titleOf = sql`left(trim(coalesce(
  ${join(titleProperties.map((name) => firstOf(`strict $.${name}`, isTitle)))},
  case when not coalesce(v.erased @? ${erasedTitle}::jsonpath, false) then ${firstOf('strict $.*', isTitle)} end
) #>> '{}'), ${maxTextLength}::integer)`;

const isScalar = '@.type() == "string" || @.type() == "number" || @.type() == "boolean"';

/** The first value at a JSON Pointer, on whose path an array stands for its elements. */
function valueAt(path: string): Sql {
  const value = firstOf(jsonPathOf({ path, op: 'exists' }), isScalar);
  return sql`(select case when jsonb_typeof(found.value) = 'string'
      then to_jsonb(left(found.value #>> '{}', ${maxTextLength}::integer)) else found.value end
    from (select ${value} as value) found)`;
}

/** Accents and case are compared last, and numbers within a text as numbers. */
const collator = new Intl.Collator('und', { numeric: true });

/** Numbers before texts; objects without a value come last in either direction. */
function comparing({ isDescending }: Order) {
  const direction = isDescending ? -1 : 1;
  return (left: Place, right: Place): number => {
    if (left.value === null || right.value === null)
      return left.value === right.value ? byAge(left, right) : left.value === null ? 1 : -1;
    return direction * (compareValues(left.value, right.value) || byAge(left, right));
  };
}

type Place = Pick<SortedVersion, 'timelineId' | 'value'>;

function compareValues(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'number') return -1;
  return typeof right === 'number' ? 1 : collator.compare(left, right);
}

const byAge = (left: Place, right: Place): number =>
  left.timelineId < right.timelineId ? -1 : left.timelineId === right.timelineId ? 0 : 1;

const isValue: Check = (part) =>
  (typeof part === 'number' || typeof part === 'string') && !String(part).includes('\0');

/** The end of a page of a sorted search: its last object, with its sort value. */
export const sortedCursor = (list: string, { timelineId, value }: Place): string =>
  encodeCursor(list, timelineId, value === null ? 0 : 1, value ?? 0);

/** The objects after a cursor, whether or not its object is still found. */
export function afterCursor(
  versions: SortedVersion[],
  list: string,
  cursor: string | undefined,
  order: Order,
): SortedVersion[] {
  const parts = decodeCursor(list, cursor, [isId, isSequence, isValue]);
  if (!parts) return versions;
  const [timelineId, hasValue, value = null] = parts;
  const place = { timelineId: String(timelineId), value: hasValue === 0 ? null : value };
  const compare = comparing(order);
  return versions.filter((version) => compare(version, place) > 0);
}
