import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage, type Found } from '../objects/page-bytes.ts';
import type { VersionRow } from '../objects/version.ts';
import { joinUser, versionColumns } from '../objects/version-columns.sql.ts';
import {
  all,
  headConditions,
  sequenceBounds,
  type AskedPointer,
  type SearchWish,
} from './conditions.sql.ts';
import { jsonPathOf } from './json-path.ts';
import { searchQuery } from './lexemes.ts';

// The planner is left no choice here: a part with a limit stays a part of its own, and a lateral part with `limit 1` is
// one look into an index. Left to itself it takes a walk through all the partition's timelines for a good plan.

export interface Step {
  /** Go on below this version number. */
  before: number | undefined;
  pageSize: number;
}

/** Candidates of an index that are looked at, at most. */
const mostCandidates = 5000;

/**
 * What matches among some timelines, the last changed first.
 * @param heads how many at most
 * @returns also the number of the version where it stopped looking; undefined when there is no further one
 */
export async function searchWindow(
  database: Queryable,
  partitionId: string,
  wish: SearchWish,
  heads: number,
  { before, pageSize }: Step,
): Promise<{ rows: Found<VersionRow>[]; stoppedAt: number | undefined }> {
  const bounds = sequenceBounds(wish, partitionId, before);
  const rows = await database.query<Found<VersionRow> & { stoppedAt: number | null }>(
    sql`with found as materialized (
        select seq, n from (${walkHeads(wish, partitionId, bounds, heads + 1)}) walked
        where n > ${heads} or (${all(headConditions(wish, partitionId, raw('walked')))})
        order by seq desc limit ${pageSize + 1}
      )
      select extent.stopped_at as "stoppedAt", v.found, ${versionColumns}
      from (select max(seq) filter (where n > ${heads}) as stopped_at from found) extent
      left join lateral (${withinPage(versionsOf(partitionId, sql`select seq from found where n <= ${heads}`), sql`seq desc`, pageSize)}) v
      on true ${joinUser} order by v.seq desc`,
  );
  return {
    rows: rows.flatMap(({ stoppedAt: _stoppedAt, ...row }) => present(row)),
    stoppedAt: rows[0]?.stoppedAt ?? undefined,
  };
}

/** Along one index: that of a user's newest versions, of a type, of what has ended, or of all. */
function walkHeads(
  { modifiedBy, type, ended }: SearchWish,
  partitionId: string,
  bounds: Sql,
  limit: number,
): Sql {
  const along =
    modifiedBy !== undefined
      ? sql`and modification_user_id = ${modifiedBy}`
      : type !== undefined
        ? sql`and type = ${type}`
        : ended === true
          ? raw('and ended')
          : empty;
  return sql`select seq, timeline_id, type, ended, tsv, object_data, modification_user_id,
      row_number() over (order by seq desc) as n
    from data.head_search where partition_id = ${partitionId} ${bounds} ${along}
    order by seq desc limit ${limit}`;
}

const versionsOf = (partitionId: string, numbers: Sql) => sql`
  select version.* from (${numbers}) wanted cross join lateral (
    select * from data.version where partition_id = ${partitionId} and version.seq = wanted.seq limit 1
  ) version order by version.seq desc`;

/** What matches among the candidates of an index; undefined when there are too many of them. */
export async function searchCandidates(
  database: Queryable,
  partitionId: string,
  wish: SearchWish,
  candidates: Sql,
  { before, pageSize }: Step,
): Promise<Found<VersionRow>[] | undefined> {
  const rows = await database.query<Found<VersionRow> & { candidates: number }>(
    sql`with candidate as materialized (${candidates}),
      looked_at as materialized (select * from candidate limit ${mostCandidates + 1}),
      found as materialized (
        select distinct seq from looked_at where matches ${sequenceBounds(wish, partitionId, before)}
        order by seq desc limit ${pageSize + 1}
      )
      select extent.candidates, v.found, ${versionColumns}
      from (select count(*) as candidates from looked_at) extent
      left join lateral (${withinPage(versionsOf(partitionId, sql`select seq from found where extent.candidates <= ${mostCandidates}`), sql`seq desc`, pageSize)}) v
      on true ${joinUser} order by v.seq desc`,
  );
  if ((rows[0]?.candidates ?? 0) > mostCandidates) return undefined;
  return rows.flatMap(({ candidates: _candidates, ...row }) => present(row));
}

/**
 * The index that can name candidates: that of references where one of them is rare enough, otherwise that of words and
 * values; undefined when none can.
 */
export async function candidatesOf(
  database: Queryable,
  partitionId: string,
  wish: SearchWish,
): Promise<Sql | undefined> {
  const pointer = await rarest(database, partitionId, wish.references ?? []);
  return pointer ? pointing(wish, partitionId, pointer) : byContent(wish, partitionId);
}

/** Candidates by words and values; undefined when neither are asked for. */
export function byContent(wish: SearchWish, partitionId: string): Sql | undefined {
  const inIndex = [
    ...(wish.where ?? [])
      .filter(({ op }) => op === 'eq')
      .map(
        (condition) =>
          sql`data.in_partition(head.partition_id, head.object_data) @? ${jsonPathOf(condition, [partitionId])}::jsonpath`,
      ),
    ...(wish.phrases ? [sql`head.tsv @@ ${searchQuery(wish.phrases)}::tsquery`] : []),
  ];
  // The partition is asked for among the conditions only, so that no other index can serve.
  return inIndex.length === 0
    ? undefined
    : sql`select head.seq, (head.partition_id = ${partitionId} and
        ${all(headConditions(wish, partitionId, raw('head')))}) as matches
      from data.head_search head where ${all(inIndex)}`;
}

/** The reference that the fewest timelines have; undefined when too many have each. */
async function rarest(
  database: Queryable,
  partitionId: string,
  references: AskedPointer[],
): Promise<AskedPointer | undefined> {
  let least = mostCandidates + 1;
  let found: AskedPointer | undefined;
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

const pointersTo = (partitionId: string, { name, timelineId }: AskedPointer, limit: number) => sql`
  select source_timeline from data.edge
  where partition_id = ${partitionId} and target_timeline = ${timelineId} and to_seq is null
    ${name === undefined ? empty : sql`and name = ${name}`}
  order by name, source_timeline limit ${limit}`;

/** The index of references says itself that they point there, so the versions are looked at for the other wishes only. */
function pointing(wish: SearchWish, partitionId: string, pointer: AskedPointer): Sql {
  const others = wish.references?.filter((reference) => reference !== pointer);
  const rest = headConditions({ ...wish, references: others }, partitionId, raw('head'));
  return sql`select head.seq, (${all(rest)}) as matches
    from (${pointersTo(partitionId, pointer, mostCandidates + 1)}) source
    cross join lateral (
      select * from data.head_search
      where partition_id = ${partitionId} and timeline_id = source.source_timeline limit 1
    ) head`;
}

/** Where nothing is found there is one row, which tells the extent alone. */
const present = (row: Found<VersionRow>) => ((row.seq as number | null) === null ? [] : [row]);
