import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Condition } from '@annals/contracts/object-search';
import { sequenceAt } from '../objects/version-columns.sql.ts';
import { jsonPathOf } from './json-path.ts';
import { searchQuery } from './lexemes.ts';

export interface SearchWish {
  type?: string | undefined;
  ended?: boolean | undefined;
  phrases?: string[][] | undefined;
  where?: Condition[] | undefined;
  references?: AskedPointer[] | undefined;
  modifiedBy?: string | undefined;
  modifiedFrom?: string | undefined;
  modifiedTo?: string | undefined;
}

export interface AskedPointer {
  name?: string | undefined;
  timelineId: string;
}

/** True where there is no condition. */
export const all = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join(conditions, ' and ');

/** Whether the data has what is asked for. */
export const dataConditions = ({ where = [] }: SearchWish, objectData: Sql): Sql[] =>
  where.map((condition) => dataCondition(condition, objectData));

function dataCondition(condition: Condition, objectData: Sql): Sql {
  const path = sql`${jsonPathOf(condition)}::jsonpath`;
  const { op, value } = condition;
  if (op === 'ne' || op === 'absent') return sql`not coalesce(${objectData} @? ${path}, false)`;
  if (op !== 'contains' && op !== 'startsWith') return sql`${objectData} @? ${path}`;
  const text = withoutCase(sql`(found.value #>> '{}')`);
  const wanted = withoutCase(sql`${value}::text`);
  return sql`exists (select from jsonb_path_query(${objectData}, ${path}, '{}', true) as found (value)
    where ${op === 'contains' ? sql`strpos(${text}, ${wanted}) > 0` : sql`starts_with(${text}, ${wanted})`})`;
}

/** By ICU, since the locale of the database may know the letters of English only; a sigma is one at a word's end too. */
const withoutCase = (text: Sql) => sql`replace(lower(${text} collate "und-x-icu"), 'ς', 'σ')`;

/** What only the version itself tells: who it points at, and who wrote it. An ended timeline points at nothing. */
export function versionConditions({ references = [], modifiedBy }: SearchWish, version: Sql) {
  const conditions = references.map(
    ({ name, timelineId }) =>
      sql`${version}.refs @> ${JSON.stringify([{ ...(name === undefined ? {} : { name }), timelineId }])}::jsonb`,
  );
  if (conditions.length > 0) conditions.push(sql`${version}.ended_date is null`);
  if (modifiedBy !== undefined)
    conditions.push(sql`${version}.modification_user_id = ${modifiedBy}`);
  return conditions;
}

/** What is asked of a row of data.head_search, except the numbers of versions that count. */
export function headConditions(wish: SearchWish, partitionId: string, head: Sql): Sql[] {
  const { type, ended, phrases, modifiedBy, references } = wish;
  const ofVersion = versionConditions({ references }, raw('version'));
  return [
    ...(type === undefined ? [] : [sql`${head}.type = ${type}`]),
    ...(ended === undefined ? [] : [ended ? sql`${head}.ended` : sql`not ${head}.ended`]),
    ...(phrases ? [sql`${head}.tsv @@ ${searchQuery(phrases)}::tsquery`] : []),
    ...(modifiedBy === undefined ? [] : [sql`${head}.modification_user_id = ${modifiedBy}`]),
    ...dataConditions(wish, sql`${head}.object_data`),
    ...(ofVersion.length === 0
      ? []
      : [
          sql`(select ${all(ofVersion)} from data.version
            where version.partition_id = ${partitionId} and version.seq = ${head}.seq)`,
        ]),
  ];
}

/** Dates never go back within a partition, so a stretch of time is a stretch of version numbers. */
export function sequenceBounds(
  { modifiedFrom, modifiedTo }: SearchWish,
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
