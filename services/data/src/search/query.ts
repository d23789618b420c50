import sql from 'sql-template-tag';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { ObjectSearch } from '@annals/contracts/object-search';
import { searchedWords } from '@annals/rules/searched-words';
import type { QueryError } from '@annals/rules/query';
import {
  readQuery,
  type NamedCondition,
  type QueryAlternative,
  type QuerySearch,
  type SearchedField,
  type QueryWhere,
  type Searched,
} from '@annals/rules/query-search';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, fieldProblem } from '@annals/kit/problem';
import { searchBounded } from './bounded-search.ts';
import { isValue } from './heads.sql.ts';
import { unknownFields } from './known-fields.sql.ts';
import {
  foldText,
  type ReferenceCondition,
  type SearchAlternative,
  type SearchCondition,
  type SearchQuery,
} from './conditions.sql.ts';
import { noPhrases, phrasesIn, searchPhrases } from './lexemes.ts';
import type { SearchContext } from './search-limits.ts';
import { searchPhrasesOf } from './search-phrases.ts';

/** Where names in a query are looked up, and for whom. */
export interface QueryScope {
  queryable: Queryable;
  partitionId: string;
  userId: string;
  context: SearchContext;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The most objects with the same title that a reference may point to; with more the id is needed. */
const maxTitleWords = 20;
/** The newest objects that are scanned for a title whose words are too common for the index. */
const scannedForTitle = 500;
const wordsOfTitle = 8;
const maxAuthors = 100;

/**
 * Reads a query.
 * @param field the query's path in the request
 * @throws Problem 400 with the error and its place
 */
export function queryOf(
  text: string | undefined,
  searched: Searched,
  field: string,
): QuerySearch | undefined {
  if (text === undefined) return undefined;
  const { search, errors } = readQuery(text, searched);
  if (errors.length > 0)
    throw badRequest(
      say('queryUnreadable'),
      errors.map((error) => fieldProblem(field, messageOf(error, text))),
    );
  return search;
}

/** Refuses a query for a reason that only the data tells. */
const refuse = (field: string, error: QueryError, text: string) =>
  badRequest(say('queryUnreadable'), [{ path: field, ...messageOf(error, text) }]);

function messageOf({ code, start, end }: QueryError, text: string): ServiceMessage {
  const part = text.slice(start, end);
  const shown = part.length > 60 ? `${part.slice(0, 59)}…` : part;
  return say('queryErrorAt', { start: start + 1, shown, error: code });
}

/** The search of a request body, including its query. */
export async function searchQueryOf(body: ObjectSearch, scope: QueryScope): Promise<SearchQuery> {
  const query = queryOf(body.query, 'objects', 'body.query');
  const asked = query && (await resolveQuery(query, scope, 'body.query'));
  const both = (['type', 'ended', 'modifiedBy', 'modifiedFrom', 'modifiedTo'] as const).filter(
    (name) => body[name] !== undefined && asked?.[inQuery[name]] !== undefined,
  );
  if (both.length > 0)
    throw badRequest(
      say('setTwice'),
      both.map((name) => fieldProblem(`body.${name}`, say('omitOneOfTwo'))),
    );
  return {
    ...asked,
    ...without({
      type: body.type,
      ended: body.ended,
      authors: body.modifiedBy === undefined ? undefined : [body.modifiedBy],
      modifiedFrom: body.modifiedFrom && databaseMoment(body.modifiedFrom),
      modifiedTo: body.modifiedTo && databaseMoment(body.modifiedTo),
    }),
    phrases: searchPhrasesOf(
      { ...query, text: textOf(body, query) },
      query?.text === undefined ? 'body.text' : 'body.query',
    ),
    where: some([...(body.where ?? []), ...(asked?.where ?? [])]),
    references: some([
      ...(body.references ?? []).map(({ name, timelineId }) => ({
        name,
        timelineIds: [timelineId],
      })),
      ...(asked?.references ?? []),
    ]),
  };
}

/** The words that have to occur. */
const textOf = ({ text }: ObjectSearch, query: QuerySearch | undefined): string =>
  [text, query?.text].filter((words) => words !== undefined).join(' ');

const inQuery = {
  type: 'type',
  ended: 'ended',
  modifiedBy: 'authors',
  modifiedFrom: 'modifiedFrom',
  modifiedTo: 'modifiedTo',
} as const;

const some = <Item>(items: Item[]) => (items.length > 0 ? items : undefined);

const without = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

/**
 * The same search with conditions on fields that no object has as words: `EPSG:4326`.
 * @throws Problem 400 for such a condition that finds nothing as words either, for an author whom nobody is called, and
 * for a text without words, because no results would say something else
 */
export async function requireMeaning(
  body: ObjectSearch,
  search: SearchQuery,
  { queryable, partitionId }: QueryScope,
): Promise<SearchQuery> {
  const text = body.query ?? '';
  const query = queryOf(body.query, 'objects', 'body.query');
  const words = [
    textOf(body, query),
    ...(query?.anyText.flat() ?? []),
    ...(query?.noText ?? []),
  ].join(' ');
  if (words.trim() !== '' && !search.phrases)
    throw badRequest(say('nothingToSearch'), [
      {
        path: body.text === undefined ? 'body.query' : 'body.text',
        ...say('enterLetterOrDigit'),
      },
    ]);
  if (!query) return search;
  if (query.author !== undefined && search.authors?.length === 0) {
    const start = Math.max(0, text.indexOf('author'));
    throw refuse('body.query', { code: 'unknownAuthor', start, end: text.length }, text);
  }
  const unknown = await unknownFields(queryable, partitionId, [
    ...new Set(fieldsIn(query).map(({ path }) => path)),
  ]);
  for (const [index, alternatives] of query.either.entries()) {
    const resolved = search.either?.[index] ?? [];
    if (!alternatives.every((one, at) => needsUnknown(one, resolved[at], unknown))) continue;
    const fields = alternatives.flatMap((one) => fieldsIn(one.search));
    const start = Math.min(...fields.map((field) => field.start));
    const end = Math.max(...fields.map((field) => field.end));
    throw refuse('body.query', { code: 'unknownFields', start, end }, text);
  }
  const asWords = query.fields.filter(({ path }) => unknown.has(path));
  if (asWords.length === 0) return search;
  const phrases = asWords.flatMap((field) => {
    const phrase = phrasesIn(field.words ?? '');
    const named = query.where.find(({ path }) => path === field.path);
    // A reference of that name is no field.
    if (named && 'orReference' in named && search.where?.some((one) => 'orReference' in one))
      return [];
    if (phrase.length === 0) throw refuse('body.query', { code: 'unknownField', ...field }, text);
    return phrase;
  });
  if (phrases.length === 0) return search;
  const where = search.where?.filter(({ path }) => !unknown.has(path));
  const { anyOf, noneOf } = search.phrases ?? noPhrases;
  return {
    ...search,
    where: where && some(where),
    phrases: { anyOf: [...anyOf, ...phrases.map((phrase) => [phrase])], noneOf },
  };
}

/** The fields of a query, those of its alternatives included. */
const fieldsIn = ({ fields, either }: QuerySearch): SearchedField[] => [
  ...fields,
  ...either.flat().flatMap(({ search }) => fieldsIn(search)),
];

/** Whether only objects with a field that no object has can meet an alternative. */
function needsUnknown(
  { not, search }: QueryAlternative,
  resolved: SearchAlternative | undefined,
  unknown: ReadonlySet<string>,
): boolean {
  if (not) return false;
  const isReference = (path: string) =>
    resolved?.search.where?.some((one) => one.path === path && 'orReference' in one) === true;
  return (
    search.fields.some(({ path }) => unknown.has(path) && !isReference(path)) ||
    search.either.some((alternatives, index) =>
      alternatives.every((one, at) =>
        needsUnknown(one, resolved?.search.either?.[index]?.[at], unknown),
      ),
    )
  );
}

/**
 * Whether a condition is on a field that no object has, so that nothing can be found. Conditions that have an index of
 * their own are not looked at.
 */
export async function hasUnknownField(
  database: Queryable,
  partitionId: string,
  { where = [] }: SearchQuery,
): Promise<boolean> {
  const pointers = where.flatMap((condition) =>
    isValue(condition) ||
    'orReference' in condition ||
    ('op' in condition && ['ne', 'absent'].includes(condition.op))
      ? []
      : [condition.path],
  );
  return (await unknownFields(database, partitionId, pointers)).size > 0;
}

/** @throws Problem 400 if a search finds nothing because it names fields that no object has */
export function requireFound(body: ObjectSearch, search: SearchQuery, found: number): void {
  const query = queryOf(body.query, 'objects', 'body.query');
  const [field] =
    query?.fields.filter(({ path }) => !search.where?.some((one) => one.path === path)) ?? [];
  if (found === 0 && field)
    throw refuse('body.query', { code: 'unknownField', ...field }, body.query ?? '');
}

/** Finds the users and objects that a query names. */
export async function resolveQuery(
  query: QuerySearch,
  scope: QueryScope,
  field: string,
): Promise<SearchQuery> {
  const { type, ended, author, modified, created } = query;
  const where: SearchCondition[] = [];
  for (const condition of query.where)
    where.push(isNamed(condition) ? await orReference(condition, scope) : condition);
  const references: ReferenceCondition[] = [];
  for (const { name, target } of query.references) {
    const { timelineIds, isAll } = await findTitled(target, scope);
    if (!isAll && timelineIds.length === 0)
      throw badRequest(say('tooManyTitles'), [{ path: field, ...say('useObjectId') }]);
    references.push({ name, timelineIds });
  }
  const either: SearchAlternative[][] = [];
  for (const alternatives of query.either) {
    const resolved: SearchAlternative[] = [];
    for (const { not, search } of alternatives)
      resolved.push({ not, search: await resolveQuery(search, scope, field) });
    either.push(resolved);
  }
  return without({
    type,
    ended,
    either: some(either),
    where: some(where),
    references: some(references),
    authors: author === undefined ? undefined : await findAuthors(author, scope),
    modifiedFrom: modified?.from,
    modifiedTo: modified?.to,
    createdFrom: created?.from,
    createdTo: created?.to,
  });
}

const isNamed = (condition: QueryWhere): condition is NamedCondition => 'orReference' in condition;

async function orReference(
  { path, op, value, orReference: name }: NamedCondition,
  scope: QueryScope,
): Promise<SearchCondition> {
  const { timelineIds } = await findTitled(value, scope);
  if (timelineIds.length === 0) return { path, op, value };
  return { path, op, value, orReference: { name, timelineIds } };
}

/** The timelines that have this id or currently have this title. */
async function findTitled(
  target: string,
  { queryable, partitionId, context }: QueryScope,
): Promise<{ timelineIds: string[]; isAll: boolean }> {
  if (uuid.test(target)) return { timelineIds: [target], isAll: true };
  const phrases = searchPhrases(target);
  if (!phrases) return { timelineIds: [], isAll: true };
  const { numbers, before } = await searchBounded(
    queryable,
    partitionId,
    { phrases: { ...phrases, anyOf: phrases.anyOf.slice(0, wordsOfTitle) }, title: target },
    { before: undefined, pageSize: maxTitleWords },
    { ...context, limits: { ...context.limits, listed: scannedForTitle } },
  );
  const rows = await queryable.query<{ timelineId: string }>(
    sql`select timeline_id as "timelineId" from data.version
      where partition_id = ${partitionId} and seq = any(${numbers.slice(0, maxTitleWords)}::bigint[])`,
    'search-titled',
  );
  return { timelineIds: rows.map(({ timelineId }) => timelineId), isAll: before === undefined };
}

/** Users who have written to the partition and whose names contain all words of the text; "me" is the caller. */
async function findAuthors(
  author: string,
  { queryable, partitionId, userId }: QueryScope,
): Promise<string[]> {
  if (author === 'me') return [userId];
  if (uuid.test(author)) return [author];
  const rows = await queryable.query<{ userId: string }>(
    sql`select u.user_id as "userId"
      from data.writer w join data.data_user u on u.user_id = w.user_id
        cross join lateral (select ${foldText(sql`u.name || ' ' || u.username`)} as text) named
      where w.partition_id = ${partitionId}
        and not exists (select from unnest(${searchedWords(author)}::text[]) as wanted (word) where strpos(named.text, word) = 0)
      order by u.user_id limit ${maxAuthors}`,
    'search-authors',
  );
  return rows.map((row) => row.userId);
}
