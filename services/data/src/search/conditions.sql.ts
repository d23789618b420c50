import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Condition } from '@annals/contracts/object-search';
import { sequenceAt } from '../versions/as-of.sql.ts';
import { searchQuery, wordKey } from './lexemes.ts';

export interface SearchQuery {
  type?: string | undefined;
  ended?: boolean | undefined;
  phrases?: string[][] | undefined;
  where?: Condition[] | undefined;
  references?: ReferenceCondition[] | undefined;
  modifiedBy?: string | undefined;
  modifiedFrom?: string | undefined;
  modifiedTo?: string | undefined;
}

export interface ReferenceCondition {
  name?: string | undefined;
  timelineId: string;
}

/** True where there is no condition. */
export const all = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join(conditions, ' and ');

/** Whether the data matches the filter, one condition each. */
export const dataConditions = ({ where = [] }: SearchQuery, objectData: Sql): Sql[] =>
  where.map((condition) => dataCondition(condition, objectData));

function dataCondition(condition: Condition, objectData: Sql): Sql {
  const path = sql`${jsonPathOf(condition)}::jsonpath`;
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
  return sql`(select coalesce(strpos(${withoutCase(joined)}, ${withoutCase(sql`${looked}::text`)}) > 0, false)
    from jsonb_array_elements_text(${texts}) as found (text))`;
}

/** Characters for private use, more than a wanted text is long. */
const privateSigns = Array.from({ length: 1002 }, (_, index) =>
  String.fromCodePoint(0xe000 + index),
);

/** By ICU, since the locale of the database may know the letters of English only; a sigma is one at a word's end too. */
const withoutCase = (text: Sql) => sql`replace(lower(${text} collate "und-x-icu"), 'ς', 'σ')`;

/**
 * Conditions that only the version itself can answer: its references and its author. An ended timeline has no
 * references.
 */
export function versionConditions({ references = [], modifiedBy }: SearchQuery, version: Sql) {
  const conditions = references.map(
    ({ name, timelineId }) =>
      sql`${version}.refs @> ${JSON.stringify([{ ...(name === undefined ? {} : { name }), timelineId }])}::jsonb`,
  );
  if (conditions.length > 0) conditions.push(sql`${version}.ended_date is null`);
  if (modifiedBy !== undefined)
    conditions.push(sql`${version}.modification_user_id = ${modifiedBy}`);
  return conditions;
}

/** Conditions on a row of data.head_search that need none of its data. */
export function headFits({ type, ended, modifiedBy }: SearchQuery, head: Sql): Sql {
  return all([
    ...(type === undefined ? [] : [sql`${head}.type = ${type}`]),
    ...(ended === undefined ? [] : [ended ? sql`${head}.ended` : sql`not ${head}.ended`]),
    ...(modifiedBy === undefined ? [] : [sql`${head}.modification_user_id = ${modifiedBy}`]),
  ]);
}

/** Conditions on the data of a row of data.head_search, to be checked on few rows at a time. */
export function headConditions(search: SearchQuery, partitionId: string, head: Sql): Sql[] {
  const { phrases, references } = search;
  const ofVersion = versionConditions({ references }, raw('version'));
  return [
    ...(phrases
      ? [sql`${head}.tsv @@ ${searchQuery(phrases, wordKey(partitionId))}::tsquery`]
      : []),
    ...(ofVersion.length === 0
      ? []
      : [
          sql`(select ${all(ofVersion)} from data.version
            where version.partition_id = ${partitionId} and version.seq = ${head}.seq)`,
        ]),
    ...dataConditions(search, sql`${head}.object_data`),
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
export function jsonPathOf({ path, op, value }: Condition, within: readonly string[] = []): string {
  const place = ['$', ...[...within, ...namesOf(path)].map((name) => JSON.stringify(name))].join(
    '.',
  );
  if (op === 'exists' || op === 'absent') return place;
  if (op === 'contains' || op === 'startsWith') return `${place} ? (@.type() == "string")`;
  // an array within an array would be opened once more
  return `${place} ? (@.type() != "array" && @ ${signs[op]} ${JSON.stringify(value)})`;
}

/** The names in a JSON Pointer. */
const namesOf = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
