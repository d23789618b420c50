import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { foldedText } from '@annals/rules/folded-text';
import { sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import { filterVersions } from './as-of-scan.sql.ts';
import type { FoundNow } from './bounded-search.ts';
import {
  all,
  allConditionsOnVersions,
  conditionsOnVersions,
  foldText,
  headMatches,
  jsonPathOf,
  sequenceBounds,
  type SearchQuery,
} from './conditions.sql.ts';
import { filterRows } from './filter-rows.ts';
import { alongIndex } from './heads.sql.ts';
import { budgetOfChecks, type SearchContext } from './search-limits.ts';

/** A search over all versions, each as a change of its predecessor. */
export interface ChangeQuery extends SearchQuery {
  /** The fields that differ from the predecessor, all of them: JSON Pointers, or names of fields at any depth. */
  changes: string[];
  /** Texts that the reason contains, all of them; an empty text is contained in any reason. */
  reasons: string[];
}

interface ChangeRange {
  /** Below this version number. */
  before: number | undefined;
  /** From this one on. */
  from?: number | undefined;
  pageSize: number;
  asOf: AsOf | undefined;
}

/** A version, with the size of what it is compared with. */
interface ComparedVersion {
  seq: number;
  bytes: number;
  fits: boolean;
}

/**
 * Finds versions that match, newest first. It scans a bounded number of versions and bytes, however many the partition
 * has, so it may find less than a page before the end.
 */
export async function searchChanges(
  database: Queryable,
  partitionId: string,
  search: ChangeQuery,
  { before: below, from, pageSize, asOf }: ChangeRange,
  context: SearchContext,
): Promise<FoundNow> {
  const budget = budgetOfChecks(context);
  const conditions = conditionsOnChanges(search, partitionId);
  const first = from === undefined ? undefined : from + 1;
  const found: FoundNow = {
    numbers: [],
    before: below !== undefined && first !== undefined ? Math.min(below, first) : (below ?? first),
  };
  const bytesOf = ({ bytes, fits }: ComparedVersion) => (fits && conditions.length > 0 ? bytes : 0);
  while (budget.hasRows && budget.hasBytes) {
    const rows = budget.takeRows();
    const window = await newestVersions(database, partitionId, search, {
      before: found.before,
      rows,
      asOf,
    });
    for (const piece of budget.pieces(window, bytesOf)) {
      const matching = await filterRows(
        piece.filter(({ fits }) => fits),
        conditions,
        budget,
        (numbers, some) => filterVersions(database, partitionId, numbers, some),
      );
      found.numbers.push(...matching.map(({ seq }) => seq));
      found.before = piece.at(-1)?.seq;
      if (found.numbers.length > pageSize) return found;
    }
    if (found.before !== (window.at(-1)?.seq ?? found.before)) return found;
    if (window.length < rows) return { ...found, before: undefined };
    await budget.betweenStatements();
  }
  return found;
}

/** The newest versions below a number with the type and the author; the first of a timeline changes nothing. */
async function newestVersions(
  database: Queryable,
  partitionId: string,
  search: ChangeQuery,
  { before, rows, asOf }: { before: number | undefined; rows: number; asOf: AsOf | undefined },
): Promise<ComparedVersion[]> {
  const { type, authors, changes, reasons } = search;
  const fits = all([
    headMatches({ type, authors }, raw('version')),
    ...reasons.map(reasonContains),
  ]);
  // Versions with a reason have a separate index.
  const index = reasons.length > 0 ? raw('and reason is not null') : alongIndex({ type, authors });
  return database.query<ComparedVersion>(
    sql`select seq, fits and (predecessor_id is not null or ${changes.length === 0}::boolean) as fits,
        bytes + coalesce((
          select p.bytes from data.version p
          where p.partition_id = ${partitionId} and p.object_id = newest.predecessor_id), 0) as bytes
      from (
        select seq, bytes, predecessor_id, (${fits}) as fits from data.version
        where partition_id = ${partitionId} ${sequenceBounds(search, partitionId, before)} ${index}
          ${asOf === undefined ? empty : sql`and seq <= ${sequenceAsOf(partitionId, asOf)}`}
        order by seq desc limit ${rows}
      ) newest order by seq desc`,
  );
}

/** All conditions of a search on versions given by number, as `filterVersions` takes them. */
export const conditionsByNumber = (search: ChangeQuery, partitionId: string): Sql[] => [
  ...allConditionsOnVersions(search),
  ...search.reasons.map(reasonContains),
  ...(search.changes.length === 0 ? [] : [raw('version.predecessor_id is not null')]),
  ...search.changes.map((path) => changedPath(path, partitionId)),
];

const reasonContains = (text: string): Sql =>
  sql`strpos(${foldText(raw('version.reason'))}, ${foldedText(text)}::text) > 0`;

function conditionsOnChanges(search: ChangeQuery, partitionId: string): Sql[] {
  const { where, either, changes } = search;
  return [
    ...conditionsOnVersions({ where, either }),
    ...changes.map((path) => changedPath(path, partitionId)),
  ];
}

/** How far below the top fields are looked for by their name alone. */
const deepest = 12;

/**
 * Whether the values of a field differ from those of the predecessor.
 * @param path a JSON Pointer, or the name of fields at any depth
 */
export function changedPath(path: string, partitionId: string): Sql {
  const place = path.startsWith('/')
    ? jsonPathOf({ path, op: 'exists' })
    : `$.**{0 to ${deepest}}.${JSON.stringify(path)}`;
  const valuesIn = (row: Sql) =>
    sql`jsonb_path_query_array(${row}.object_data, ${place}::jsonpath, '{}', true)`;
  return sql`${valuesIn(raw('version'))} is distinct from (
    select ${valuesIn(raw('p'))} from data.version p
    where p.partition_id = ${partitionId} and p.object_id = version.predecessor_id)`;
}
