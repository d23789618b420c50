import type { Queryable } from '@annals/kit/database/database';
import {
  conditionsOnVersions,
  dataOf,
  filterVersions,
  scanAsOf,
  type ScannedVersion,
} from './as-of-scan.sql.ts';
import { filterRows } from './filter-rows.ts';
import type { SearchQuery } from './conditions.sql.ts';
import { matches, wordsOf, type Words } from './lexemes.ts';
import { SearchBudget, type SearchContext } from './search-limits.ts';
import { Steps } from './steps.ts';

interface TimelineRange {
  asOf: string;
  /** Go on with timelines below this one. */
  below: string;
  /** Enough when so many are found. */
  most: number;
}

export interface FoundAsOf {
  /** From the youngest timeline on; may be more than were wanted. */
  found: ScannedVersion[];
  /** The last timeline scanned; undefined when there is no further one. */
  last: string | undefined;
}

/** A version whose words match. */
export interface MatchAsOf {
  version: ScannedVersion;
  words: Words;
}

/**
 * The versions of then that match. It looks at a bounded number of timelines and bytes, so it may find less than was
 * wanted before the end.
 * @param onMatches gets the data of those where words are looked for, few at a time; tells whether to go on
 */
export async function searchAsOf(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  { asOf, below, most }: TimelineRange,
  { limits, signal }: SearchContext,
  onMatches: (matches: MatchAsOf[]) => Promise<boolean> = async () => true,
): Promise<FoundAsOf> {
  const { statement } = limits;
  const checking = new SearchBudget(
    { rows: limits.listed, bytes: limits.checkedBytes },
    { rows: statement.rows, bytes: statement.checkedBytes },
    signal,
  );
  const reading = new SearchBudget(
    { rows: Infinity, bytes: limits.readBytes },
    { rows: statement.rows, bytes: statement.readBytes },
    signal,
  );
  const steps = new Steps(signal);
  const { phrases } = search;
  const conditions = conditionsOnVersions(search);
  const found: FoundAsOf = { found: [], last: below };

  /** @returns whether there are bytes left and enough is not found yet */
  const check = async (piece: ScannedVersion[]): Promise<boolean> => {
    const rows = await filterRows(piece, conditions, checking, (numbers, some) =>
      filterVersions(database, partitionId, numbers, some),
    );
    if (!phrases) found.found.push(...rows);
    else
      for (const together of reading.pieces(rows, ({ bytes }) => bytes)) {
        const matching = await read(together, phrases);
        found.found.push(...matching.map(({ version }) => version));
        const goesOn = await onMatches(matching);
        found.last = together.at(-1)?.timelineId;
        if (!goesOn || found.found.length >= most) return false;
      }
    if (phrases && rows.length > 0 && found.last !== rows.at(-1)?.timelineId) return false;
    found.last = piece.at(-1)?.timelineId;
    return found.found.length < most;
  };

  /** The index knows the words of the newest versions only, so those of then are read. */
  const read = async (versions: ScannedVersion[], wanted: string[][]): Promise<MatchAsOf[]> => {
    reading.takeBytes(versions.reduce((sum, { bytes }) => sum + bytes, 0));
    await reading.betweenStatements();
    const data = await dataOf(
      database,
      partitionId,
      versions.map(({ seq }) => seq),
    );
    const matching: MatchAsOf[] = [];
    for (const version of versions) {
      if (steps.shouldYield) await steps.yield();
      const words = wordsOf(data.get(version.seq) ?? {});
      if (matches(words, wanted, steps)) matching.push({ version, words });
    }
    return matching;
  };

  const hasBudget = () => checking.hasRows && checking.hasBytes && reading.hasBytes;
  for (let isFirst = true; found.last !== undefined && hasBudget(); isFirst = false) {
    // Where each that is looked at matches, that is enough.
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
