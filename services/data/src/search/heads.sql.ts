import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { ifSmall, mayBeSmall, smallPageOf } from '../versions/small-page.sql.ts';
import { stampedColumns, type NewestList } from '../versions/text-cache.ts';
import { joinUser } from '../versions/version-columns.sql.ts';
import {
  selectBeside,
  selectPage,
  versionJson,
  wholePage,
  type PageRow,
  type VersionPage,
} from '../versions/version-texts.sql.ts';
import {
  all,
  headConditions,
  headMatches,
  jsonPathOf,
  sequenceBounds,
  needsHeadsOnly,
  dataConditions,
  type ReferenceCondition,
  type SearchCondition,
  type SearchQuery,
} from './conditions.sql.ts';
import { searchQuery, wordKey, wordsQuery, type Phrases } from './lexemes.ts';

// These statements leave the planner no choice: a subquery with a limit is not merged into its parent, and a lateral
// one with `limit 1` is one index lookup. Otherwise the planner prefers a scan of all timelines of the partition.

/** The newest version of a timeline, without its data. */
export interface Head {
  seq: number;
  type: string;
  /** The size of its data and references. */
  bytes: number;
  /** Whether type, state and writer match; the data is not checked. */
  fits: boolean;
  /** Whether everything else matches, if it was checked in the same statement. */
  matches?: boolean | null | undefined;
}

const headColumns = (search: SearchQuery) =>
  sql`head.seq, head.type, head.bytes, (${headMatches(search, raw('head'))}) as fits`;

/**
 * A suffix for the names of a search's statements, one for each form of their text; undefined if conditions on data or
 * references make the forms too many to prepare each.
 */
function formOf(search: SearchQuery, before: number | undefined): string | undefined {
  const { type, ended, authors, modifiedFrom, modifiedTo } = search;
  if (!needsHeadsOnly(search)) return undefined;
  const parts = {
    type,
    ended,
    by: authors && (onlyAuthor(search) ?? 'several'),
    from: modifiedFrom,
    to: modifiedTo,
    before,
  };
  return Object.entries(parts)
    .map(([name, value]) =>
      value === undefined
        ? ''
        : name === 'ended'
          ? `-ended-${value}`
          : value === 'several'
            ? `-${name}-${value}`
            : `-${name}`,
    )
    .join('');
}

const onlyAuthor = ({ authors }: SearchQuery): string | undefined =>
  authors?.length === 1 ? authors[0] : undefined;

const nameOf = (statement: string, form: string | undefined) =>
  form === undefined ? undefined : `${statement}${form}`;

/**
 * The newest versions below a number, newest first.
 * @param rows the most rows
 * @param conditions are checked in the same statement on the first `checkedBytes` of data
 */
export async function newestHeads(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  {
    before,
    rows,
    conditions = [],
    checkedBytes = 0,
  }: {
    before: number | undefined;
    rows: number;
    conditions?: Sql[];
    checkedBytes?: number;
  },
): Promise<Head[]> {
  const isChecked = conditions.length > 0;
  const newest = sql`select ${headColumns(search)}${isChecked ? sql`, head.tsv, head.object_data` : empty}
    from data.head_search head
    where partition_id = ${partitionId} ${sequenceBounds(search, partitionId, before)} ${alongIndex(search)}
    order by seq desc limit ${rows}`;
  const form = formOf(search, before);
  if (!isChecked) return database.query<Head>(newest, nameOf('search-newest', form));
  return database.query<Head>(
    sql`select seq, type, bytes, fits,
        case when fits and ${conditions.length}::integer * sum(bytes) over (order by seq desc rows unbounded preceding) <= ${checkedBytes}
          then ${all(conditions)} end as matches
      from (${newest}) head order by seq desc`,
    nameOf('search-newest-words', form),
  );
}

/** Selects the index to scan: that of a user's newest versions, of a type, of ended timelines, or of all. */
export function alongIndex(search: SearchQuery): Sql {
  const { type, ended } = search;
  const author = onlyAuthor(search);
  if (author !== undefined) return sql`and modification_user_id = ${author}`;
  if (type !== undefined) return sql`and type = ${type}`;
  return ended === true ? raw('and ended') : empty;
}

/**
 * Those of the versions whose data matches all conditions, newest first.
 * @param name of the prepared statement, if the text is always the same
 */
export async function filterHeads(
  database: Queryable,
  partitionId: string,
  numbers: number[],
  conditions: Sql[],
  name?: string,
): Promise<number[]> {
  const rows = await database.query<{ seq: number }>(
    sql`select head.seq from (${headsOf(partitionId, numbers)}) head where ${all(conditions)}
      order by head.seq desc`,
    name,
  );
  return rows.map(({ seq }) => seq);
}

/** Rows of data.head_search by their numbers. A version that has been superseded meanwhile is omitted. */
export const headsOf = (partitionId: string, numbers: number[]): Sql => sql`
  select head.* from unnest(${numbers}::bigint[]) as wanted (seq) cross join lateral (
    select * from data.head_search where partition_id = ${partitionId} and seq = wanted.seq limit 1
  ) head`;

/** The conditions on the data of a row of `headsOf`, as head. */
export const conditionsOnHeads = (search: SearchQuery, partitionId: string): Sql[] =>
  headConditions(search, partitionId, raw('head'));

/** Those of them that do not read the version itself. */
export function conditionsOnHeadsAlone(search: SearchQuery, partitionId: string): Sql[] {
  const {
    references: _references,
    createdFrom: _from,
    createdTo: _to,
    either: _either,
    where,
    ...others
  } = search;
  const alone = where?.filter((condition) => !('orReference' in condition));
  return conditionsOnHeads({ ...others, where: alone }, partitionId);
}

/** The rows that an index returns below a version number, newest first; undefined if it returns more than `most`. */
async function selectNamed(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  {
    candidates,
    before,
    most,
    name,
  }: { candidates: Sql; before: number | undefined; most: number; name?: string | undefined },
): Promise<Head[] | undefined> {
  const rows = await database.query<Omit<Head, 'seq'> & { seq: number | null; named: number }>(
    sql`with looked_at as materialized (${candidates} limit ${most + 1})
      select extent.named, head.seq, head.type, head.bytes, head.fits
      from (select count(*) as named from looked_at) extent
      left join (
        select distinct seq, type, bytes, fits from looked_at where true ${sequenceBounds(search, partitionId, before)}
      ) head on extent.named <= ${most}
      order by head.seq desc`,
    name,
  );
  if ((rows[0]?.named ?? 0) > most) return undefined;
  return rows.flatMap(({ named: _named, seq, ...head }) =>
    seq === null ? [] : [{ ...head, seq }],
  );
}

/**
 * The rows that the index of words returns. It does not know phrases, so whether words follow each other still has to
 * be checked.
 */
export function headsByWords(
  database: Queryable,
  partitionId: string,
  search: SearchQuery & { phrases: Phrases },
  { before, most }: { before: number | undefined; most: number },
): Promise<Head[] | undefined> {
  const query = wordsQuery(search.phrases, wordKey(partitionId));
  const candidates = fromIndex(partitionId, search, sql`head.tsv @@ ${query}::tsquery`);
  const name = nameOf('search-words', formOf(search, before));
  return selectNamed(database, partitionId, search, { candidates, before, most, name });
}

/** The timelines that a query of the index of words finds; their data still has to be checked. Undefined for too many. */
export function headsByQuery(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  query: string,
  { before, most }: { before: number | undefined; most: number },
): Promise<Head[] | undefined> {
  const candidates = fromIndex(partitionId, search, sql`head.tsv @@ ${query}::tsquery`);
  return selectNamed(database, partitionId, search, { candidates, before, most });
}

/**
 * The timelines with a version of a period, among which are all that began in it; whether they did still has to be
 * checked. Undefined for too many. Their ids are no help: that of an object in a change set is older than the object.
 */
export function headsByCreation(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  { before, most }: { before: number | undefined; most: number },
): Promise<Head[] | undefined> {
  const { createdFrom, createdTo } = search;
  const candidates = sql`select ${headColumns(search)} from (
      select timeline_id from data.version where partition_id = ${partitionId}
        ${createdFrom === undefined ? empty : sql`and modification_date >= ${createdFrom}::timestamptz`}
        ${createdTo === undefined ? empty : sql`and modification_date <= ${createdTo}::timestamptz`}
      order by modification_date desc, seq desc limit ${most + 1}
    ) dated cross join lateral (
      select * from data.head_search where partition_id = ${partitionId} and timeline_id = dated.timeline_id limit 1
    ) head`;
  return selectNamed(database, partitionId, search, { candidates, before, most });
}

export interface IndexedPage {
  /** Version numbers, newest first; one more than the page has if there are more. */
  numbers: number[];
  page: VersionPage<number>;
}

interface IndexedPageRow extends PageRow<number> {
  /** Null if this statement could not decide. */
  numbers: number[] | null;
  exceeds: boolean;
}

/** The index returns more rows than `most`. */
export const tooMany = Symbol('tooMany');

/**
 * `window`: the number of newest rows that are checked. If fewer than `rareBelow` of them match, the index is queried;
 * otherwise, if the page is not full, `furtherWindow` more rows are checked.
 */
export interface IndexLimits {
  window: number;
  furtherWindow: number;
  rareBelow: number;
  /** The most rows that the index may return. */
  most: number;
  checkedBytes: number;
}

interface PagedSearch {
  before: number | undefined;
  pageSize: number;
  bytes: number;
}

interface Indexed {
  /** The column of data.head_search that is checked. */
  column: Sql;
  /** Whether a row as head matches. */
  matches: Sql;
  /** How often checking it reads the data of a row. */
  times: number;
  /** Whether the index returns a row as head. */
  inIndex: Sql;
  /** A join that weights the rows that the index returns when they are counted. */
  weighted: Sql;
  name: string | undefined;
}

/** The page of versions with these words. */
export async function pageByWords(
  database: Queryable,
  partitionId: string,
  search: SearchQuery & { phrases: Phrases },
  range: PagedSearch,
  limits: IndexLimits,
): Promise<IndexedPage | typeof tooMany | undefined> {
  const key = wordKey(partitionId);
  return pageByIndex(database, partitionId, search, range, limits, {
    column: raw('tsv'),
    matches: sql`tsv @@ ${searchQuery(search.phrases, key)}::tsquery`,
    times: 1,
    inIndex: sql`head.tsv @@ ${wordsQuery(search.phrases, key)}::tsquery`,
    weighted: empty,
    name: nameOf('search-words-page', formOf(search, range.before)),
  });
}

/** The page of versions with these values, for a search without other conditions than type, state, author and dates. */
export async function pageByValues(
  database: Queryable,
  partitionId: string,
  search: SearchQuery & { where: SearchCondition[] },
  range: PagedSearch,
  limits: IndexLimits,
): Promise<IndexedPage | typeof tooMany | undefined> {
  const { where, ...others } = search;
  // The text depends only on the number of values.
  const form = where.length > 3 ? undefined : formOf(others, range.before);
  return pageByIndex(database, partitionId, search, range, limits, {
    column: raw('object_data'),
    matches: all(dataConditions({ where }, raw('head.object_data'), () => raw('false'))),
    times: where.length,
    inIndex: all(where.map((condition) => hasValue(condition, partitionId))),
    weighted: byBytes,
    name: nameOf(`search-values-page-${where.length}`, form),
  });
}

/**
 * A page in one statement: from the newest rows or, if few of these match, from an index, which is not queried
 * otherwise.
 * @returns undefined if that does not decide, because matches are neither rare nor common, or the data of the newest
 * rows is large; `tooMany` if the index returns too many rows
 */
async function pageByIndex(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  range: PagedSearch,
  limits: IndexLimits,
  indexed: Indexed,
): Promise<IndexedPage | typeof tooMany | undefined> {
  const { before, pageSize, bytes } = range;
  const { window, furtherWindow, rareBelow, most, checkedBytes } = limits;
  const { column, matches, times, inIndex, weighted, name } = indexed;
  /** The newest rows, each with whether it matches; null beyond the first `checkedBytes`. */
  const selectChecked = (condition: Sql, rows: number) => sql`
    select seq, fits, case when ${times}::integer * sum(bytes) over (order by seq desc rows unbounded preceding) <= ${checkedBytes}
      then ${matches} end as is_match
    from (
      select ${headColumns(search)}, head.${column} from data.head_search head
      where partition_id = ${partitionId} ${sequenceBounds(search, partitionId, before)} ${alongIndex(search)} ${condition}
      order by seq desc limit ${rows}
    ) head`;
  const selectCount = (rows: Sql) => sql`
    select count(*) as looked, count(*) filter (where fits and is_match is null) as undecided,
      count(*) filter (where fits and is_match) as matching, min(seq) as lowest from ${rows}`;
  const isRare = sql`extent.matching < ${rareBelow}::integer`;
  const hasMore = sql`looked = ${window}::integer and undecided = 0`;
  const asksIndex = sql`(select ${hasMore} and ${isRare} from extent)`;
  const looksFurther = sql`and seq < (select lowest from extent)
    and (select ${hasMore} and not ${isRare} and matching <= ${pageSize}::integer from extent)`;
  const candidates = fromIndex(partitionId, search, sql`${inIndex} and ${asksIndex}`);
  const versions = sql`select version.*, wanted.rank_in_list
    from unnest(beside.numbers) with ordinality as wanted (seq, rank_in_list)
    cross join lateral (
      select * from data.version where partition_id = ${partitionId} and version.seq = wanted.seq limit 1
    ) version order by wanted.rank_in_list`;
  const isSmall = mayBeSmall(partitionId, pageSize);
  const page = isSmall
    ? sql`select v.rank_in_list as place, ${ifSmall(versionJson)} as json, null::bigint[] as rest, v.rank_in_list as key,
          null::boolean as "hasMore"
        from (${versions}) v ${joinUser} order by v.rank_in_list`
    : selectPage(versions, sql`rank_in_list`, pageSize, sql`rank_in_list`, { bytes });
  const rows = await database.query<IndexedPageRow>(
    sql`with looked_at as materialized (${selectChecked(empty, window)}),
      extent as materialized (${selectCount(raw('looked_at'))}),
      named as materialized (${candidates} ${weighted} limit ${most + 1}),
      further as materialized (${selectChecked(looksFurther, furtherWindow)}),
      decided as materialized (
        select case when extent.undecided = 0 and further.undecided = 0
            and (extent.looked < ${window}::integer or ${isRare} or extent.matching + further.matching > ${pageSize}::integer
              or further.looked < ${furtherWindow}::integer)
            and (select count(*) from named) <= ${most}::integer
          then array(
            select seq from looked_at where fits and is_match
            union all
            select seq from further where fits and is_match
            union all
            select distinct seq from named where fits and seq < (select lowest from extent)
              ${sequenceBounds(search, partitionId, undefined)}
            order by seq desc limit ${pageSize + 1}
          ) end as numbers, (select count(*) from named) > ${most}::integer as exceeds
        from extent cross join (${selectCount(raw('further'))}) further
      )
      ${selectBeside(sql`select numbers, exceeds from decided`, ['numbers', 'exceeds'], page)}`,
    name && (isSmall ? `${name}-small` : name),
  );
  if (rows[0]?.exceeds === true) return tooMany;
  const numbers = rows[0]?.numbers;
  if (!numbers) return undefined;
  if (!isSmall) return { numbers, page: await wholePage(database, partitionId, rows) };
  const small = smallPageOf(numbers.length === 0 ? [] : rows, partitionId, pageSize);
  if (!small) return pageByIndex(database, partitionId, search, range, limits, indexed);
  return { numbers, page: { ...small, lastKey: small.last?.key ?? null } };
}

/** The bytes of data that count as one candidate, because the index of values rechecks the data. */
const bytesOfCandidate = 4096;

/** Joined to candidates: one row for each `bytesOfCandidate`. */
const byBytes = sql`cross join lateral generate_series(0, bytes / ${bytesOfCandidate}::integer)`;

/** The condition in the form of the index of values. */
const hasValue = (condition: SearchCondition, partitionId: string): Sql =>
  sql`data.in_partition(head.partition_id, head.object_data) @? ${jsonPathOf(condition, [partitionId])}::jsonpath`;

/** Whether the index of values can answer a condition. */
export const isValue = (condition: SearchCondition): boolean =>
  'anyOf' in condition
    ? condition.anyOf.every((together) => together.some(({ op }) => op === 'eq'))
    : condition.op === 'eq';

/**
 * The timelines that the value index returns; undefined when the filter has no value, or too many timelines match.
 */
export async function headsByValues(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  { before, most }: { before: number | undefined; most: number },
): Promise<Head[] | undefined> {
  const values = (search.where ?? [])
    .filter(isValue)
    .map((condition) => hasValue(condition, partitionId));
  if (values.length === 0) return undefined;
  const candidates = sql`${fromIndex(partitionId, search, all(values))} ${byBytes}`;
  return selectNamed(database, partitionId, search, { candidates, before, most });
}

/**
 * The rows that one index returns. The partition is compared before anything is counted, but in an outer query, so that
 * the planner cannot choose another index.
 * @param further columns of data.head_search as head, each after a comma
 */
export const fromIndex = (
  partitionId: string,
  search: SearchQuery,
  condition: Sql,
  further = empty,
): Sql => sql`
  select * from (
    with in_index as materialized (
      select head.partition_id, ${headColumns(search)}${further} from data.head_search head
      where ${condition} and ${onOneServer(partitionId)}
    )
    select * from in_index where partition_id = ${partitionId}
  ) in_partition`;

/**
 * Tells a coordinator on which server the rows are, without affecting PostgreSQL's plan. The coordinator replaces
 * parameters by their values, so that only the comparison remains; PostgreSQL plans this statement for any values, so that no index on the
 * partition can be used.
 */
const onOneServer = (partitionId: string): Sql =>
  sql`(head.partition_id = ${partitionId} or ${false}::boolean)`;

/**
 * The timelines that point to a target, by the reference that the fewest timelines have; undefined if too many have
 * each of them.
 */
export async function headsByReference(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  { before, most }: { before: number | undefined; most: number },
): Promise<Head[] | undefined> {
  const pointer = await rarest(database, partitionId, search.references ?? [], most);
  if (pointer === undefined) return undefined;
  const candidates = sql`select head.* from (${pointersTo(partitionId, pointer, most + 1)}) source
    cross join lateral (
      select ${headColumns(search)} from data.head_search head
      where partition_id = ${partitionId} and timeline_id = source.source_timeline limit 1
    ) head`;
  return selectNamed(database, partitionId, search, { candidates, before, most });
}

async function rarest(
  database: Queryable,
  partitionId: string,
  references: ReferenceCondition[],
  most: number,
): Promise<ReferenceCondition | undefined> {
  let least = most + 1;
  let found: ReferenceCondition | undefined;
  for (const pointer of references) {
    const [counted] = await database.query<{ number: number }>(
      sql`select count(*) as number from (${pointersTo(partitionId, pointer, least)}) source`,
    );
    if (!counted || counted.number >= least) continue;
    least = counted.number;
    found = pointer;
  }
  return found;
}

/**
 * Looks up each target separately: for all of them at once, the planner would read every reference of the partition.
 */
const pointersTo = (
  partitionId: string,
  { name, timelineIds }: ReferenceCondition,
  limit: number,
) => sql`
  select pointing.source_timeline from unnest(${timelineIds}::uuid[]) as target (timeline_id)
  cross join lateral (
    select name, source_timeline from data.edge
    where partition_id = ${partitionId} and target_timeline = target.timeline_id and to_seq is null
      ${name === undefined ? empty : sql`and name = ${name}`}
    order by name, source_timeline limit ${limit}
  ) pointing
  order by pointing.name, pointing.source_timeline limit ${limit}`;

interface PageRange {
  /** Continue below this version number. */
  before: number | undefined;
  skip: number;
  pageSize: number;
  bytes: number;
}

/** The list of the newest versions of all timelines, or of those of a type, most recently changed first. */
export const newestHeadVersions = (
  partitionId: string,
  type: string | undefined,
  pageSize: number,
): NewestList => ({
  versions: sql`select version.*
    from (
      select seq from data.head_search
      where partition_id = ${partitionId} ${type === undefined ? empty : sql`and type = ${type}`}
      order by seq desc limit ${pageSize + 1}
    ) found
    cross join lateral (
      select ${stampedColumns} from data.version
      where version.partition_id = ${partitionId} and version.seq = found.seq limit 1
    ) version
    order by version.seq desc`,
  total: timelineCount(partitionId, type),
  name: type === undefined ? 'search-first-page' : 'search-first-page-of-type',
});

/**
 * The newest version of each matching timeline, most recently changed first, for a search by type and state only.
 * @returns also the number of matching timelines; undefined with a state, because these are not counted
 */
export async function searchNow(
  database: Queryable,
  partitionId: string,
  { type, ended }: Pick<SearchQuery, 'type' | 'ended'>,
  { before, skip, pageSize, bytes }: PageRange,
): Promise<VersionPage<number> & { total: number | undefined }> {
  const conditions = sql`where partition_id = ${partitionId}
    ${type === undefined ? empty : sql`and type = ${type}`}
    ${ended === undefined ? empty : ended ? sql`and ended` : sql`and not ended`}
    ${before === undefined ? empty : sql`and seq < ${before}`}`;
  const name = `search${type === undefined ? '' : '-type'}${ended === undefined ? '' : `-${ended}`}${before === undefined ? '' : '-before'}`;
  const versions = sql`select version.*
    from (select seq from data.head_search ${conditions} order by seq desc limit ${pageSize + 1} offset ${skip}) found
    join data.version on version.partition_id = ${partitionId} and version.seq = found.seq
    order by version.seq desc`;
  const page = selectPage(versions, sql`seq desc`, pageSize, sql`seq`, { bytes });
  const rows = await database.query<PageRow<number> & { total: number | null }>(
    ended === undefined
      ? selectBeside(sql`select (${timelineCount(partitionId, type)}) as total`, ['total'], page)
      : page,
    name,
  );
  const total = ended === undefined ? (rows[0]?.total ?? 0) : undefined;
  return { total, ...(await wholePage(database, partitionId, rows)) };
}

/** The number of timelines in the partition, or of a type. */
const timelineCount = (partitionId: string, type: string | undefined): Sql =>
  type === undefined
    ? sql`select timeline_count from data.partition_head where partition_id = ${partitionId}`
    : sql`select timeline_count from data.object_type where partition_id = ${partitionId} and type = ${type}`;

/** An order of timelines that has an index; `-created` is youngest first. */
export type TimelineOrder = 'created' | '-created' | 'lastChange';

/** The tables with these indexes, and the key for cursors. */
const orders = {
  created: { table: raw('data.head'), key: raw('timeline_id'), type: raw('uuid') },
  lastChange: { table: raw('data.head_search'), key: raw('seq'), type: raw('bigint') },
};

/** The newest version of each timeline, or of each of a type, in another order than most recently changed first. */
export async function timelinesInOrder(
  database: Queryable,
  partitionId: string,
  { type, order }: { type: string | undefined; order: TimelineOrder },
  {
    after,
    skip,
    pageSize,
    bytes,
  }: Omit<PageRange, 'before'> & { after: string | number | undefined },
): Promise<VersionPage<string>> {
  const isDescending = order === '-created';
  const { table, key, type: keyType } = orders[isDescending ? 'created' : order];
  const direction = raw(isDescending ? 'desc' : 'asc');
  const beyond = raw(isDescending ? '<' : '>');
  const versions = sql`select version.*
    from (
      select seq from ${table} where partition_id = ${partitionId}
        ${type === undefined ? empty : sql`and type = ${type}`}
        ${after === undefined ? empty : sql`and ${key} ${beyond} ${after}::${keyType}`}
      order by ${key} ${direction} limit ${pageSize + 1} offset ${skip}
    ) found
    join data.version on version.partition_id = ${partitionId} and version.seq = found.seq
    order by version.${key} ${direction}`;
  const rows = await database.query<PageRow<string>>(
    selectPage(versions, sql`${key} ${direction}`, pageSize, sql`${key}::text`, { bytes }),
    `timelines-${order}${type === undefined ? '' : '-type'}${after === undefined ? '' : '-after'}`,
  );
  return wholePage(database, partitionId, rows);
}

/**
 * The number of timelines in the partition, or of a type: the result of a search without other conditions.
 */
export async function countTimelines(
  database: Queryable,
  partitionId: string,
  type: string | undefined,
): Promise<number> {
  const [counted] = await database.query<{ count: number }>(
    sql`select counted.timeline_count as count from (${timelineCount(partitionId, type)}) counted`,
    type === undefined ? 'search-count' : 'search-count-of-type',
  );
  return counted?.count ?? 0;
}
