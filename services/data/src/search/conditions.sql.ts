import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Condition } from '@annals/contracts/object-search';
import type { TestedCondition } from '@annals/rules/query-search';
import { foldedText } from '@annals/rules/folded-text';
import { titleProperties } from '@annals/rules/object-title';
import { sequenceAt } from '../versions/as-of.sql.ts';
import { searchQuery, wordKey, type Phrases } from './lexemes.ts';

export interface SearchQuery {
  type?: string | undefined;
  ended?: boolean | undefined;
  phrases?: Phrases | undefined;
  /** Conditions of which one has to hold, of each list. */
  either?: SearchAlternative[][] | undefined;
  where?: SearchCondition[] | undefined;
  references?: ReferenceCondition[] | undefined;
  /** Who wrote the newest version: one of these. */
  authors?: string[] | undefined;
  modifiedFrom?: string | undefined;
  modifiedTo?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  /** What an object is called, in any case of letters. */
  title?: string | undefined;
}

/** A condition of which one of several has to hold, or whose opposite has to. */
export interface SearchAlternative {
  not: boolean;
  /** Without phrases. */
  search: SearchQuery;
}

/** A field that contains a text, or a reference instead. */
export interface ContainsOrReference {
  path: string;
  op: 'contains';
  value: string;
  orReference: ReferenceCondition;
}

export type SearchCondition = Condition | TestedCondition | ContainsOrReference;

/** To one of these timelines. */
export interface ReferenceCondition {
  name?: string | undefined;
  timelineIds: string[];
}

/** True where there is no condition. */
export const all = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join(conditions, ' and ');

/**
 * Whether the data matches the filter, one condition each.
 * @param version has the references
 */
export const dataConditions = (
  { where = [], title }: SearchQuery,
  objectData: Sql,
  version: (condition: Sql) => Sql,
): Sql[] => [
  ...where.map((condition) => {
    const holds = dataCondition(condition, objectData);
    if (!('orReference' in condition)) return holds;
    const refers = version(refersTo(condition.orReference, raw('version')));
    return sql`(${holds} or coalesce(${refers}, false))`;
  }),
  ...(title === undefined ? [] : [isCalled(title, objectData)]),
];

const isCalled = (title: string, objectData: Sql): Sql =>
  sql`exists (select from unnest(${titleProperties}::text[]) as property (name)
    where ${foldText(sql`(${objectData} ->> property.name)`)} = ${foldedText(title)}::text)`;

function dataCondition(condition: SearchCondition, objectData: Sql): Sql {
  const path = sql`${jsonPathOf(condition)}::jsonpath`;
  if ('anyOf' in condition) return sql`${objectData} @? ${path}`;
  const { op, value } = condition;
  if (op === 'ne' || op === 'absent') return sql`not coalesce(${objectData} @? ${path}, false)`;
  if (op !== 'contains' && op !== 'startsWith') return sql`${objectData} @? ${path}`;
  return textCondition(
    op,
    String(value),
    sql`jsonb_path_query_array(${objectData}, ${path}, '{}', true)`,
  );
}

/**
 * Whether one of the texts in a JSON array contains the text, or starts with it. The texts are compared as one
 * concatenation, since a comparison costs much more than the characters of a short text. Each text is preceded by a
 * character that the searched text does not contain, which is replaced within the texts, so that no match spans two
 * texts.
 */
function textCondition(op: 'contains' | 'startsWith', wanted: string, texts: Sql): Sql {
  const [between = '', instead = ''] = privateSigns.filter((sign) => !wanted.includes(sign));
  const joined = sql`string_agg(${between}::text || translate(text, ${between}, ${instead}), '')`;
  const looked = op === 'startsWith' ? between + wanted : wanted;
  return sql`(select coalesce(strpos(${foldText(joined)}, ${foldedText(looked)}::text) > 0, false)
    from jsonb_array_elements_text(${texts}) as found (text))`;
}

/** Characters for private use, more than a wanted text is long. */
const privateSigns = Array.from({ length: 1002 }, (_, index) =>
  String.fromCodePoint(0xe000 + index),
);

/** In the database as `foldedText` is here. */
export const foldText = (text: Sql) => sql`data.folded(${text})`;

/** The conditions on the data, the references and the alternatives of a row of data.version, as version. */
export const conditionsOnVersions = (search: SearchQuery): Sql[] => [
  ...versionConditions(search, raw('version')),
  ...dataConditions(search, raw('version.object_data'), (condition) => condition),
];

/** The same with the conditions that otherwise select what is scanned. */
export function allConditionsOnVersions(search: SearchQuery): Sql[] {
  const { type, authors, ended, modifiedFrom, modifiedTo } = search;
  return [
    ...(type === undefined && authors === undefined
      ? []
      : [headMatches({ type, authors }, raw('version'))]),
    ...(ended === undefined ? [] : [raw(`version.ended_date is ${ended ? 'not null' : 'null'}`)]),
    ...(modifiedFrom === undefined
      ? []
      : [sql`version.modification_date >= ${modifiedFrom}::timestamptz`]),
    ...(modifiedTo === undefined
      ? []
      : [sql`version.modification_date <= ${modifiedTo}::timestamptz`]),
    ...conditionsOnVersions(search),
  ];
}

/** Whether one of the alternatives holds for a row of data.version, as version. */
const oneHolds = (alternatives: SearchAlternative[]): Sql =>
  sql`(${join(
    alternatives.map(({ not, search }) => {
      const holds = sql`coalesce(${all(allConditionsOnVersions(search))}, false)`;
      return not ? sql`not ${holds}` : holds;
    }),
    ' or ',
  )})`;

/**
 * Conditions that only the version itself can answer: its references, when its timeline began, and alternatives. An
 * ended timeline has no references.
 */
export function versionConditions(
  { references = [], createdFrom, createdTo, either = [] }: SearchQuery,
  version: Sql,
): Sql[] {
  const conditions = references.map((reference) => refersTo(reference, version));
  if (createdFrom !== undefined)
    conditions.push(sql`${version}.genesis_date >= ${createdFrom}::timestamptz`);
  if (createdTo !== undefined)
    conditions.push(sql`${version}.genesis_date <= ${createdTo}::timestamptz`);
  conditions.push(...either.map(oneHolds));
  return conditions;
}

function refersTo({ name, timelineIds }: ReferenceCondition, version: Sql): Sql {
  const anyOf = timelineIds.map(
    (timelineId) =>
      sql`${version}.refs @> ${JSON.stringify([{ ...(name === undefined ? {} : { name }), timelineId }])}::jsonb`,
  );
  if (anyOf.length === 0) return raw('false');
  return sql`(${version}.ended_date is null and (${join(anyOf, ' or ')}))`;
}

/** Whether type, state, author, dates and words are all that is asked for. */
export const needsHeadsOnly = ({
  where,
  references,
  either,
  createdFrom,
  createdTo,
  title,
}: SearchQuery): boolean =>
  !where &&
  !references &&
  !either &&
  createdFrom === undefined &&
  createdTo === undefined &&
  title === undefined;

/** Conditions on a row of data.head_search that need none of its data. */
export function headMatches({ type, ended, authors }: SearchQuery, head: Sql): Sql {
  return all([
    ...(type === undefined ? [] : [sql`${head}.type = ${type}`]),
    ...(ended === undefined ? [] : [ended ? sql`${head}.ended` : sql`not ${head}.ended`]),
    ...(authors === undefined ? [] : [sql`${head}.modification_user_id = any(${authors}::uuid[])`]),
  ]);
}

/** Conditions on the data of a row of data.head_search, to be checked on few rows at a time. */
export function headConditions(search: SearchQuery, partitionId: string, head: Sql): Sql[] {
  const { phrases } = search;
  const ofVersion = versionConditions(search, raw('version'));
  const version = (condition: Sql) => sql`(select ${condition} from data.version
    where version.partition_id = ${partitionId} and version.seq = ${head}.seq)`;
  return [
    ...(phrases
      ? [sql`${head}.tsv @@ ${searchQuery(phrases, wordKey(partitionId))}::tsquery`]
      : []),
    ...(ofVersion.length === 0 ? [] : [version(all(ofVersion))]),
    ...dataConditions(search, sql`${head}.object_data`, version),
  ];
}

/** Dates never go back within a partition, so a period is a range of version numbers. */
export function sequenceBounds(
  { modifiedFrom, modifiedTo }: SearchQuery,
  partitionId: string,
  before: number | undefined,
): Sql {
  return sql`${before === undefined ? empty : sql`and seq < ${before}`}
    ${modifiedTo === undefined ? empty : sql`and seq <= ${sequenceAt(partitionId, modifiedTo)}`}
    ${
      modifiedFrom === undefined
        ? empty
        : sql`and seq > coalesce((
            select seq from data.version where partition_id = ${partitionId} and modification_date < ${modifiedFrom}::timestamptz
            order by modification_date desc, seq desc limit 1), 0)`
    }`;
}

const signs = { eq: '==', ne: '==', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/**
 * The SQL/JSON path that finds the values of a condition in objectData: for `ne` and `absent` those that must not
 * exist, for `contains` and `startsWith` the texts to compare. In lax mode, an array on the path stands for its
 * elements.
 * @param within names above objectData, where it is part of a larger document
 */
export function jsonPathOf(condition: SearchCondition, within: readonly string[] = []): string {
  const { path } = condition;
  const place = ['$', ...[...within, ...namesOf(path)].map((name) => JSON.stringify(name))].join(
    '.',
  );
  if ('anyOf' in condition) {
    const tests = condition.anyOf.map(
      (together) => `(${together.map(({ op, value }) => test(op, value)).join(' && ')})`,
    );
    return `${place} ? (@.type() != "array" && (${tests.join(' || ')}))`;
  }
  const { op, value } = condition;
  if (op === 'exists' || op === 'absent') return place;
  if (op === 'contains' || op === 'startsWith') return `${place} ? (@.type() == "string")`;
  // an array within an array would be opened once more
  return `${place} ? (@.type() != "array" && ${test(op, value)})`;
}

const test = (op: keyof typeof signs, value: unknown) => `@ ${signs[op]} ${JSON.stringify(value)}`;

/** The names in a JSON Pointer. */
const namesOf = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
