import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { fromIndex, headsOf, type Head } from './heads.sql.ts';
import {
  maxWords,
  rankQuery,
  searchQuery,
  wantedWords,
  wordKey,
  wordsQuery,
  type Phrases,
} from './lexemes.ts';

/** A version that matches, and how well. */
export interface Ranked {
  seq: number;
  type: string;
  rank: number;
}

/**
 * The most words that a rank counts. All words must match, but the time for ranking grows with the square of the ranked
 * ones: a hostile text of 8 kB takes PostgreSQL 1 ms for four words, and 300 ms for 32.
 */
const rankedWords = 4;

/** The number of words of the phrases that a rank counts. */
const rankedOf = (phrases: Phrases): number => Math.min(rankedWords, wantedWords(phrases).length);

/**
 * The cost of ranking an object. A word takes at least two bytes, and the words of large data are truncated.
 */
export const bytesOfRanking = ({ bytes }: { bytes: number }, phrases: Phrases): number =>
  bytesOfWords({ bytes }) * rankedOf(phrases) ** 2;

/** The cost of finding words that the index knows. */
export const bytesOfWords = ({ bytes }: { bytes: number }): number => Math.min(bytes, 2 * maxWords);

/** A newest version that the index of words returns. */
export interface NamedHead extends Head {
  /** Whether it was ranked in the same statement. */
  isRanked: boolean;
  /** Null for no match. */
  rank: number | null;
}

const rankOf = (phrases: Phrases, key: string): Sql =>
  sql`ts_rank_cd(head.tsv, ${rankQuery(phrases, key, rankedWords)}::tsquery)::double precision`;

const matches = (phrases: Phrases, key: string): Sql =>
  sql`head.tsv @@ ${searchQuery(phrases, key)}::tsquery`;

/**
 * The rows that the index of words returns, newest first, with the ranks of the first ones, as many as one statement
 * may rank.
 * @returns undefined for more than `most`
 */
export async function findByWords(
  database: Queryable,
  partitionId: string,
  phrases: Phrases,
  { before, most }: { before: number; most: number },
  limits: { rows: number; rankedBytes: number },
): Promise<NamedHead[] | undefined> {
  const key = wordKey(partitionId);
  const inIndex = sql`head.tsv @@ ${wordsQuery(phrases, key)}::tsquery`;
  const times = rankedOf(phrases) ** 2;
  const rows = await database.query<Omit<NamedHead, 'seq'> & { seq: number | null; named: number }>(
    sql`with named as materialized (${fromIndex(partitionId, {}, inIndex, raw(', head.tsv'))} limit ${most + 1})
      select extent.named, ranked.seq, ranked.type, ranked.bytes, ranked.fits, ranked.is_ranked as "isRanked",
        ranked.rank
      from (select count(*) as named from named) extent
      left join (
        select head.seq, head.type, head.bytes, head.fits, head.is_ranked,
          case when head.is_ranked and ${matches(phrases, key)} then ${rankOf(phrases, key)} end as rank
        from (
          select named.*, row_number() over newest_first <= ${limits.rows}
            and ${times}::integer * sum(least(bytes, ${2 * maxWords})) over newest_first <= ${limits.rankedBytes} as is_ranked
          from named where seq < ${before}
          window newest_first as (order by seq desc rows unbounded preceding)
        ) head
      ) ranked on extent.named <= ${most}
      order by ranked.seq desc`,
    'search-rank-words',
  );
  if ((rows[0]?.named ?? 0) > most) return undefined;
  return rows.flatMap(({ named: _named, seq, ...head }) =>
    seq === null ? [] : [{ ...head, seq }],
  );
}

/**
 * Which of these versions match, with their rank if `rank` is set. Superseded versions are omitted.
 * @returns by version number; undefined for no match
 */
export async function matchHeads(
  database: Queryable,
  partitionId: string,
  phrases: Phrases,
  numbers: number[],
  { rank }: { rank: boolean },
): Promise<Map<number, number | undefined>> {
  if (numbers.length === 0) return new Map();
  const key = wordKey(partitionId);
  const value = rank ? rankOf(phrases, key) : raw('0');
  const rows = await database.query<{ seq: number; rank: number | null }>(
    sql`select head.seq, case when ${matches(phrases, key)} then ${value} end as rank
      from (${headsOf(partitionId, numbers)}) head`,
    rank ? 'search-match-rank' : 'search-match',
  );
  return new Map(rows.map((row) => [row.seq, row.rank ?? undefined]));
}

/** Ranks versions that are not in the index by their words. */
export async function rankVectors(
  database: Queryable,
  phrases: Phrases,
  vectors: string[],
): Promise<number[]> {
  if (vectors.length === 0) return [];
  const rows = await database.query<{ rank: number }>(
    sql`select ts_rank_cd(vector::tsvector, ${rankQuery(phrases, '', rankedWords)}::tsquery)::double precision as rank
      from unnest(${vectors}::text[]) with ordinality as given (vector, place) order by place`,
    'rank-vectors',
  );
  return rows.map(({ rank }) => rank);
}
