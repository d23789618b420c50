import type { Queryable } from '@annals/kit/database/database';
import { dataOf, filterVersions, scanAsOf, type ScannedVersion } from './as-of-scan.sql.ts';
import type { AsOf } from '../versions/as-of.sql.ts';
import { filterRows } from './filter-rows.ts';
import { conditionsOnVersions, type SearchQuery } from './conditions.sql.ts';
import { matches, noPhrases, queryVector, wordsOf, type Words } from './lexemes.ts';
import { SearchBudget, type SearchContext } from './search-limits.ts';
import { bytesOfRanking, bytesOfWords, matchHeads, rankVectors } from './search-text.sql.ts';
import { Steps } from './steps.ts';

interface TimelineRange {
  asOf: AsOf;
  /** Continue with timelines below this one. */
  below: string;
  /** Stop when this many are found. */
  most: number;
}

/** A version that was found, with its rank if requested. */
export interface FoundVersion extends ScannedVersion {
  rank?: number | undefined;
}

export interface FoundAsOf {
  /** From the youngest timeline on; may be more than requested. */
  found: FoundVersion[];
  /** The last timeline scanned; undefined when there is no further one. */
  last: string | undefined;
}

/**
 * The versions of that time that match. It scans a bounded number of timelines and bytes, so it may find less than
 * requested before the end.
 * @param ranks whether matches of words get a rank
 */
export async function searchAsOf(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  { asOf, below, most }: TimelineRange,
  { limits, signal }: SearchContext,
  { ranks }: { ranks: boolean } = { ranks: false },
): Promise<FoundAsOf> {
  const { statement } = limits;
  const budgetOf = (bytes: number, statementBytes: number, rows = Infinity) =>
    new SearchBudget({ rows, bytes }, { rows: statement.rows, bytes: statementBytes }, signal);
  const checking = budgetOf(limits.checkedBytes, statement.checkedBytes, limits.listed);
  const reading = budgetOf(limits.readBytes, statement.readBytes);
  const ranking = budgetOf(limits.rankedBytes, statement.rankedBytes);
  const steps = new Steps(signal);
  const { phrases = noPhrases } = search;
  const hasPhrases = search.phrases !== undefined;
  const conditions = conditionsOnVersions(search);
  /** The cost of a version in a statement: older versions are read, for the newest one the index knows the words. */
  const costOf = (version: ScannedVersion) => {
    if (!version.isNewest) return version.bytes;
    return ranks ? bytesOfRanking(version, phrases) : bytesOfWords(version);
  };
  const found: FoundAsOf = { found: [], last: below };

  /** @returns whether there are bytes left and too few are found */
  const check = async (piece: ScannedVersion[]): Promise<boolean> => {
    const rows = await filterRows(piece, conditions, checking, (numbers, some) =>
      filterVersions(database, partitionId, numbers, some),
    );
    if (!hasPhrases) found.found.push(...rows);
    else
      for (const together of reading.pieces(rows, costOf)) {
        found.found.push(...(await withWords(together)));
        found.last = together.at(-1)?.timelineId;
        if (!ranking.hasBytes || found.found.length >= most) return false;
      }
    if (hasPhrases && rows.length > 0 && found.last !== rows.at(-1)?.timelineId) return false;
    found.last = piece.at(-1)?.timelineId;
    return found.found.length < most;
  };

  const withWords = async (versions: ScannedVersion[]): Promise<FoundVersion[]> => {
    const newest = versions.filter(({ isNewest }) => isNewest);
    const ranksOfNewest = await matchHeads(
      database,
      partitionId,
      phrases,
      newest.map(({ seq }) => seq),
      { rank: ranks },
    );
    reading.takeBytes(newest.reduce((sum, version) => sum + bytesOfWords(version), 0));
    const older = versions.filter(({ seq }) => !ranksOfNewest.has(seq));
    const ranksOfOlder = older.length > 0 ? await read(older) : new Map<number, number>();
    const matching = versions.flatMap((version) => {
      const rank = ranksOfNewest.get(version.seq) ?? ranksOfOlder.get(version.seq);
      return rank === undefined ? [] : [{ ...version, rank }];
    });
    if (ranks)
      ranking.takeBytes(
        matching.reduce((sum, version) => sum + bytesOfRanking(version, phrases), 0),
      );
    return matching;
  };

  /** @returns the ranks of those that match, 0 if none is requested */
  const read = async (versions: ScannedVersion[]): Promise<Map<number, number>> => {
    reading.takeBytes(versions.reduce((sum, { bytes }) => sum + bytes, 0));
    await reading.betweenStatements();
    const begun = performance.now();
    const data = await dataOf(
      database,
      partitionId,
      versions.map(({ seq }) => seq),
    );
    const matching: { version: ScannedVersion; words: Words }[] = [];
    for (const version of versions) {
      if (steps.shouldYield) await steps.yield();
      const words = wordsOf(data.get(version.seq) ?? {});
      if (matches(words, phrases, steps)) matching.push({ version, words });
    }
    await reading.rest(performance.now() - begun);
    if (!ranks) return new Map(matching.map(({ version }) => [version.seq, 0]));
    const ranked = new Map<number, number>();
    for (const piece of ranking.pieces(matching, ({ version }) =>
      bytesOfRanking(version, phrases),
    )) {
      await ranking.betweenStatements();
      const vectors = piece.map(({ words }) => queryVector(words, phrases));
      const values = await rankVectors(database, phrases, vectors);
      for (const [index, { version }] of piece.entries())
        ranked.set(version.seq, values[index] ?? 0);
    }
    return ranked;
  };

  const hasBudget = () => checking.hasRows && checking.hasBytes && reading.hasBytes;
  for (let isFirst = true; found.last !== undefined && hasBudget(); isFirst = false) {
    // If all of the first ones match, no more are needed.
    const timelines = checking.takeRows(isFirst ? most : undefined);
    const step = await scanAsOf(database, partitionId, search, {
      asOf,
      below: found.last,
      timelines,
    });
    const bytesOf = ({ bytes }: ScannedVersion) => (conditions.length > 0 ? bytes : 0);
    let looked = 0;
    for (const piece of checking.pieces(step.versions, bytesOf)) {
      if (!(await check(piece))) return found;
      looked += piece.length;
    }
    if (looked < step.versions.length) return found;
    found.last = step.last;
    await checking.betweenStatements();
  }
  return found;
}
