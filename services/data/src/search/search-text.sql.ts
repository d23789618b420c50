import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { headsOf } from './heads.sql.ts';
import { searchQuery, wordKey } from './lexemes.ts';

/** A version that matches, and how well. */
export interface Ranked {
  seq: number;
  type: string;
  rank: number;
}

/**
 * Words that a rank counts. All must be there, but the time to rank grows with the square of how many are ranked: a
 * hostile text of 8 kB takes PostgreSQL 1 ms for four words, and 300 ms for 32.
 */
const rankedWords = 4;

/** How many words of the phrases a rank counts. */
export const rankedOf = (phrases: string[][]): number =>
  Math.min(rankedWords, phrases.flat().length);

/** Ranks those of the versions that match, the newest first. */
export async function rankHeads(
  database: Queryable,
  partitionId: string,
  phrases: string[][],
  numbers: number[],
): Promise<Ranked[]> {
  const key = wordKey(partitionId);
  return database.query<Ranked>(
    sql`select head.seq, head.type,
        ts_rank_cd(head.tsv, ${searchQuery(phrases, key, rankedWords)}::tsquery)::double precision as rank
      from (${headsOf(partitionId, numbers)}) head where head.tsv @@ ${searchQuery(phrases, key)}::tsquery
      order by head.seq desc`,
    'search-rank',
  );
}

/** Ranks by words alone, as the index would: of versions that it does not know. */
export async function rankVectors(
  database: Queryable,
  phrases: string[][],
  vectors: string[],
): Promise<number[]> {
  if (vectors.length === 0) return [];
  const rows = await database.query<{ rank: number }>(
    sql`select ts_rank_cd(vector::tsvector, ${searchQuery(phrases, '', rankedWords)}::tsquery)::double precision as rank
      from unnest(${vectors}::text[]) with ordinality as given (vector, place) order by place`,
    'rank-vectors',
  );
  return rows.map(({ rank }) => rank);
}
