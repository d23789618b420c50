import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { searchQuery } from './lexemes.ts';

/** A version that matches, and how well. */
export interface Ranked {
  seq: number;
  type: string;
  rank: number;
}

/** Matches that are ranked together. */
export const mostRanked = 2000;
/** Matches that the index may name, and timelines that are looked at where it names more. */
const mostCandidates = 5000;
const longestWindow = 10_000;

interface Stretch {
  phrases: string[][];
  type: string | undefined;
  /** Only versions up to this one count. */
  upTo: number;
}

export interface RankedStretch {
  /** The newest ones, newest first. */
  ranked: Ranked[];
  /** Further ones begin below this version number; undefined when these are all. */
  lowest: number | undefined;
}

const ranked = (query: string) => sql`ts_rank_cd(tsv, ${query}::tsquery)::double precision as rank`;

/** Ranks what the index names; undefined when that is too much. */
export async function rankCandidates(
  database: Queryable,
  partitionId: string,
  { phrases, type, upTo }: Stretch,
): Promise<RankedStretch | undefined> {
  const query = searchQuery(phrases);
  // No condition on the partition before the limit, so that no other index can serve than that of words.
  const rows = await database.query<(Ranked | { seq: null }) & { candidates: number }>(
    sql`with candidate as materialized (
        select partition_id, seq, type, ${ranked(query)} from data.head_search where tsv @@ ${query}::tsquery
      ),
      looked_at as materialized (select * from candidate limit ${mostCandidates + 1})
      select extent.candidates, best.seq, best.type, best.rank
      from (select count(*) as candidates from looked_at) extent
      left join lateral (
        select seq, type, rank from looked_at
        where extent.candidates <= ${mostCandidates} and partition_id = ${partitionId} and seq <= ${upTo}
          ${type === undefined ? empty : sql`and type = ${type}`}
        order by seq desc limit ${mostRanked + 1}
      ) best on true
      order by best.seq desc`,
  );
  if ((rows[0]?.candidates ?? 0) > mostCandidates) return undefined;
  return stretchOf(
    rows.flatMap((row) =>
      row.seq === null ? [] : [{ seq: row.seq, type: row.type, rank: row.rank }],
    ),
    undefined,
  );
}

/** Ranks what matches among the newest timelines. */
export async function rankWindow(
  database: Queryable,
  partitionId: string,
  { phrases, type, upTo }: Stretch,
): Promise<RankedStretch> {
  const query = searchQuery(phrases);
  const rows = await database.query<Ranked & { n: number }>(
    sql`select seq, type, n, ${ranked(query)}
      from (
        select seq, type, tsv, row_number() over (order by seq desc) as n from data.head_search
        where partition_id = ${partitionId} and seq <= ${upTo} ${type === undefined ? empty : sql`and type = ${type}`}
        order by seq desc limit ${longestWindow + 1}
      ) walked
      where n > ${longestWindow} or tsv @@ ${query}::tsquery
      order by seq desc limit ${mostRanked + 1}`,
  );
  return stretchOf(
    rows.filter(({ n }) => n <= longestWindow),
    rows.find(({ n }) => n > longestWindow)?.seq,
  );
}

function stretchOf(found: Ranked[], stoppedAt: number | undefined): RankedStretch {
  const ranked = found.slice(0, mostRanked).map(({ seq, type, rank }) => ({ seq, type, rank }));
  return {
    ranked,
    lowest:
      found.length > mostRanked
        ? ranked.at(-1)?.seq
        : stoppedAt === undefined
          ? undefined
          : stoppedAt + 1,
  };
}

/** Ranks by words alone, as the index would: of versions that it does not know. */
export async function rankVectors(
  database: Queryable,
  phrases: string[][],
  vectors: string[],
): Promise<number[]> {
  if (vectors.length === 0) return [];
  const rows = await database.query<{ rank: number }>(
    sql`select ts_rank_cd(vector::tsvector, ${searchQuery(phrases)}::tsquery)::double precision as rank
      from unnest(${vectors}::text[]) with ordinality as given (vector, place) order by place`,
    'rank-vectors',
  );
  return rows.map(({ rank }) => rank);
}
