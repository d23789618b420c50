import type { Queryable } from '@annals/kit/database/database';
import type { AsOf } from '../versions/as-of.sql.ts';
import { searchAsOf } from './as-of-search.ts';
import { newestHeads, type Head } from './heads.sql.ts';
import type { Phrases } from './lexemes.ts';
import { SearchBudget, type SearchContext } from './search-limits.ts';
import {
  bytesOfRanking,
  matchHeads,
  findByWords,
  type NamedHead,
  type Ranked,
} from './search-text.sql.ts';

/** The objects that are ranked together, and where the rest starts. */
export interface Ranking {
  /** Those of the requested type. */
  ranked: Ranked[];
  ofAllTypes: Ranked[];
  /** Where this started, so that later pages rank the same whatever is written meanwhile. */
  start: string | number;
  /** The start of what is not ranked with these; undefined if there is no more. */
  rest: string | number | undefined;
}

interface RankQuery {
  phrases: Phrases;
  type: string | undefined;
}

/** A range of version numbers. */
interface SequenceRange {
  upTo: number;
  /** Exclusive lower end; 0 for none. */
  downTo: number;
}

/** The newest matches of a range. */
export async function rankNow(
  database: Queryable,
  partitionId: string,
  { phrases, type, ...range }: RankQuery & SequenceRange,
  context: SearchContext,
): Promise<Ranking> {
  const { candidates, statement } = context.limits;
  const named = await findByWords(
    database,
    partitionId,
    phrases,
    { before: range.upTo + 1, most: candidates },
    statement,
  );
  const rank = (wanted: string | undefined) =>
    rankRange(database, partitionId, { phrases, type: wanted, ...range, named }, context);
  const every = await rank(undefined);
  const { ranked, last } =
    type === undefined || every.last === undefined
      ? { ranked: ofType(every.ranked, type), last: every.last }
      : await rank(type);
  return {
    ranked,
    ofAllTypes: every.ranked,
    start: every.first ?? range.upTo,
    rest: last === undefined ? undefined : last - 1,
  };
}

interface RankedRange {
  /** Newest first. */
  ranked: Ranked[];
  /** The first version that was scanned. */
  first: number | undefined;
  /** The last version that was scanned; undefined if no more follow. */
  last: number | undefined;
}

/** @param named the matches in the index of words, if there are not too many */
async function rankRange(
  database: Queryable,
  partitionId: string,
  {
    phrases,
    type,
    upTo,
    downTo,
    named,
  }: RankQuery & SequenceRange & { named: NamedHead[] | undefined },
  { limits, signal }: SearchContext,
): Promise<RankedRange> {
  const { statement } = limits;
  const budget = new SearchBudget(
    { rows: limits.scanned, bytes: limits.rankedBytes },
    { rows: statement.rows, bytes: statement.rankedBytes },
    signal,
  );
  const all: Ranked[] = [];
  let first: number | undefined;
  let before = upTo + 1;

  /** @returns whether all of them were scanned */
  const rank = async (heads: (Head & Partial<NamedHead>)[]): Promise<boolean> => {
    first ??= heads[0]?.seq;
    const bytesOf = (head: Head & Partial<NamedHead>) =>
      head.isRanked === true ? 0 : bytesOfRanking(head, phrases);
    for (const piece of budget.pieces(heads, bytesOf)) {
      const numbers = piece.map(({ seq }) => seq);
      budget.takeBytes(piece.reduce((sum, head) => sum + bytesOfRanking(head, phrases), 0));
      const open = piece.filter(({ isRanked }) => isRanked !== true).map(({ seq }) => seq);
      const ranks = await matchHeads(database, partitionId, phrases, open, { rank: true });
      for (const head of piece) {
        const value = head.isRanked === true ? head.rank : ranks.get(head.seq);
        if (value != null) all.push({ seq: head.seq, type: head.type, rank: value });
      }
      before = numbers.at(-1) ?? before;
      await budget.betweenStatements();
      if (all.length > limits.ranked) return false;
    }
    return before === (heads.at(-1)?.seq ?? before);
  };
  const within = (heads: Head[]) => heads.filter(({ seq }) => seq > downTo);

  let isWhole = false;
  if (named)
    isWhole = await rank(within(named).filter((head) => type === undefined || head.type === type));
  else
    while (!isWhole && budget.hasRows && budget.hasBytes) {
      const rows = budget.takeRows();
      const window = await newestHeads(database, partitionId, { type }, { before, rows });
      const heads = within(window);
      if (!(await rank(heads))) break;
      isWhole = heads.length < rows;
    }
  const ranked = all.slice(0, limits.ranked);
  const last = all.length > limits.ranked ? ranked.at(-1)?.seq : before;
  if (!isWhole) return { ranked, first, last };
  return { ranked, first, last: downTo > 0 ? downTo + 1 : undefined };
}

/** The matches among the youngest timelines of that time below an id. */
export async function rankAsOf(
  database: Queryable,
  partitionId: string,
  { phrases, type, asOf, below }: RankQuery & { asOf: AsOf; below: string },
  context: SearchContext,
): Promise<Ranking> {
  const rankType = async (wanted: string | undefined) => {
    const { found, last } = await searchAsOf(
      database,
      partitionId,
      { phrases, type: wanted },
      { asOf, below, most: context.limits.ranked },
      context,
      { ranks: true },
    );
    const ranked = found.map(({ rank = 0, ...version }) => ({
      seq: version.seq,
      type: version.type,
      rank,
    }));
    return { ranked, last };
  };
  const every = await rankType(undefined);
  const { ranked, last } =
    type === undefined || every.last === undefined
      ? { ranked: ofType(every.ranked, type), last: every.last }
      : await rankType(type);
  return { ranked, ofAllTypes: every.ranked, start: below, rest: last };
}

const ofType = (ranked: Ranked[], type: string | undefined) =>
  type === undefined ? [...ranked] : ranked.filter((one) => one.type === type);
