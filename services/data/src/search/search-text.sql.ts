import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { headsOf } from './heads.sql.ts';
import { maxWords, searchQuery, wordKey } from './lexemes.ts';

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
const rankedOf = (phrases: string[][]): number => Math.min(rankedWords, phrases.flat().length);

/**
 * The cost of ranking an object. A word takes at least two bytes, and the words of large data are truncated.
 */
export const bytesOfRanking = ({ bytes }: { bytes: number }, phrases: string[][]): number =>
  bytesOfWords({ bytes }) * rankedOf(phrases) ** 2;

/** What looking for words costs where the index knows them. */
export const bytesOfWords = ({ bytes }: { bytes: number }): number => Math.min(bytes, 2 * maxWords);

/**
 * Whether those of the versions that are the newest of their timelines match, and with `rank` how well. Versions that
 * have been superseded are omitted.
 * @returns by version number; undefined for no match
 */
export async function matchHeads(
  database: Queryable,
  partitionId: string,
  phrases: string[][],
  numbers: number[],
  { rank }: { rank: boolean },
): Promise<Map<number, number | undefined>> {
  if (numbers.length === 0) return new Map();
  const key = wordKey(partitionId);
  const value = rank
    ? sql`ts_rank_cd(head.tsv, ${searchQuery(phrases, key, rankedWords)}::tsquery)::double precision`
    : raw('0');
  const rows = await database.query<{ seq: number; rank: number | null }>(
    sql`select head.seq, case when head.tsv @@ ${searchQuery(phrases, key)}::tsquery then ${value} end as rank
      from (${headsOf(partitionId, numbers)}) head`,
    rank ? 'search-match-rank' : 'search-match',
  );
  return new Map(rows.map((row) => [row.seq, row.rank ?? undefined]));
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
