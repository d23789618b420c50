import type { Queryable } from '@annals/kit/database/database';
import { longestWalk, searchAsOf } from './as-of-search.ts';
import { searchVector } from './lexemes.ts';
import { rankCandidates, rankVectors, rankWindow, type Ranked } from './search-text.sql.ts';

/** What is ranked together, and where the rest begins. */
export interface Ranking {
  /** Of the type asked for. */
  ranked: Ranked[];
  ofAllTypes: Ranked[];
  /** Where this began, so that later pages rank the same however much is written meanwhile. */
  start: string | number;
  /** Where what is not ranked with these begins; undefined when there is no more. */
  rest: string | number | undefined;
}

interface Wish {
  phrases: string[][];
  type: string | undefined;
}

/** The newest matches up to a version number. */
export async function rankNow(
  database: Queryable,
  partitionId: string,
  { phrases, type, upTo }: Wish & { upTo: number },
): Promise<Ranking> {
  const rank = async (type: string | undefined) =>
    (await rankCandidates(database, partitionId, { phrases, type, upTo })) ??
    rankWindow(database, partitionId, { phrases, type, upTo });
  const every = await rank(undefined);
  const whole = every.lowest === undefined;
  const { ranked, lowest } =
    type === undefined || whole
      ? { ranked: ofType(every.ranked, type), lowest: every.lowest }
      : await rank(type);
  return {
    ranked,
    ofAllTypes: every.ranked,
    start: Math.max(every.ranked[0]?.seq ?? 0, ranked[0]?.seq ?? 0) || upTo,
    rest: lowest === undefined ? undefined : lowest - 1,
  };
}

/** The matches among the youngest timelines of then below an id. */
export async function rankAsOf(
  database: Queryable,
  partitionId: string,
  { phrases, type, asOf, below }: Wish & { asOf: string; below: string },
): Promise<Ranking> {
  const rank = async (type: string | undefined) => {
    const vectors: string[] = [];
    const { found, last } = await searchAsOf(
      database,
      partitionId,
      { phrases, type },
      { asOf, below, most: longestWalk + 1 },
      (_version, objectData) => vectors.push(searchVector(objectData, phrases)),
    );
    const ranks = await rankVectors(database, phrases, vectors);
    const ranked = found.map(({ seq, type }, index) => ({ seq, type, rank: ranks[index] ?? 0 }));
    return { ranked, last };
  };
  const every = await rank(undefined);
  const { ranked, last } =
    type === undefined || every.last === undefined
      ? { ranked: ofType(every.ranked, type), last: every.last }
      : await rank(type);
  return { ranked, ofAllTypes: every.ranked, start: below, rest: last };
}

const ofType = (ranked: Ranked[], type: string | undefined) =>
  type === undefined ? [...ranked] : ranked.filter((one) => one.type === type);
