import { LRUCache } from 'lru-cache';
import type { Queryable } from '@annals/kit/database/database';
import { filterRows } from './filter-rows.ts';
import { needsHeadsOnly, type SearchQuery } from './conditions.sql.ts';
import * as heads from './heads.sql.ts';
import { endOfDictionary, wordsWith } from './dictionary.sql.ts';
import { areSingleWords } from './lexemes.ts';
import { partsOfWords } from './parts-of-words.ts';
import { budgetOfChecks, type SearchContext, type SearchLimits } from './search-limits.ts';

/** The position in a list. */
export interface Step {
  /** Below this version number; undefined at the start. */
  before: number | undefined;
  pageSize: number;
}

export interface FoundNow {
  /** Version numbers, newest first; may be more than the page holds. */
  numbers: number[];
  /** Versions below this number have not been searched yet; undefined when none are left. */
  before: number | undefined;
}

/** Fewer than one match in this many objects is rare: an index finds the rest sooner than scanning on. */
const rareAmong = 8;
/** The same for parts of words, since finding these among all words of a partition takes longer. */
const rareAmongParts = 100;
/** Parts that were in too many words or objects, so that the further pages of a search do not ask for them again. */
const commonParts = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

/**
 * Finds newest versions that match, most recently changed first. It scans a bounded number of rows and bytes, however
 * many the partition has, so it may find less than a page before the end.
 * @param options `asksIndex`: false where the index is known to name too many
 */
export async function searchBounded(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  step: Step,
  context: SearchContext,
  { asksIndex }: { asksIndex: boolean } = { asksIndex: true },
): Promise<FoundNow> {
  const { limits } = context;
  const { statement } = limits;
  const budget = budgetOfChecks(context);
  const everything = heads.conditionsOnHeads(search, partitionId);
  const needsWordsOnly = search.phrases !== undefined && needsHeadsOnly(search);
  const filterName = needsWordsOnly ? 'search-filter-words' : undefined;
  const atOnce = heads.conditionsOnHeadsAlone(search, partitionId);
  /** With other conditions too, these decide only if they do not hold. */
  const isDecided = (matches: boolean | null | undefined) =>
    matches === false || (matches === true && atOnce.length === everything.length);
  const found: FoundNow = { numbers: [], before: step.before };

  /** @returns whether all of the rows were checked, and the page is not full */
  const check = async (rows: heads.Head[], conditions = everything): Promise<boolean> => {
    const isOpen = ({ fits, matches }: heads.Head) => fits && !isDecided(matches);
    const bytesOf = (head: heads.Head) => (isOpen(head) && conditions.length > 0 ? head.bytes : 0);
    for (const piece of budget.pieces(rows, bytesOf)) {
      const checked = await filterRows(piece.filter(isOpen), conditions, budget, (numbers, some) =>
        heads.filterHeads(database, partitionId, numbers, some, filterName),
      );
      const matching = new Set(checked);
      for (const head of piece)
        if (matching.has(head) || (head.fits && head.matches === true && isDecided(true)))
          found.numbers.push(head.seq);
      found.before = piece.at(-1)?.seq;
      if (found.numbers.length > step.pageSize) return false;
    }
    return found.before === (rows.at(-1)?.seq ?? found.before);
  };

  /** Scans the newest ones; @returns whether there may be more and the page is not full */
  const scan = async (most: number): Promise<boolean> => {
    for (let scanned = 0; scanned < most && budget.hasRows && budget.hasBytes;) {
      const rows = budget.takeRows(most - scanned);
      scanned += rows;
      const window = await heads.newestHeads(database, partitionId, search, {
        before: found.before,
        rows,
        conditions: atOnce,
        checkedBytes: statement.checkedBytes,
      });
      const isContinued = await check(window);
      // Charged afterwards, so that what is already checked is never dropped for lack of budget.
      budget.takeBytes(atOnce.length * checkedBytesOf(window));
      if (!isContinued) return false;
      if (window.length < rows) {
        found.before = undefined;
        return false;
      }
    }
    return true;
  };

  const { words, parts } = partsOfWords(search.where);
  const hasParts = words.length + parts.length > 0;
  const partsKey = hasParts ? JSON.stringify([partitionId, words, parts]) : '';
  /**
   * The objects with the words, and with a word for each part; undefined if they are not known, or too many; `end` if
   * there are no more, or the page is full.
   */
  const withParts = async (): Promise<heads.Head[] | 'end' | undefined> => {
    const most = limits.candidates;
    const named = async (oneOf: string[][]) =>
      words.length + oneOf.length === 0
        ? undefined
        : heads.headsWithWords(
            database,
            partitionId,
            search,
            { words, oneOf },
            { before: found.before, most },
          );
    const tooMany = () => {
      commonParts.set(partsKey, true);
      return undefined;
    };
    const byWords = await named([]);
    if (byWords) return byWords;
    if (parts.length === 0) return tooMany();
    context.wantWords?.(partitionId);
    const end = await endOfDictionary(database, partitionId);
    if (end === 0) return undefined;
    const isKnownUpTo = (upTo: number) => found.before !== undefined && found.before <= upTo + 1;
    // What was changed since has other words.
    while (!isKnownUpTo(end) && budget.hasRows && budget.hasBytes)
      if (!(await scan(statement.rows))) return 'end';
    if (!isKnownUpTo(end)) return undefined;
    const known = await wordsWith(database, partitionId, parts);
    const oneOf = known.lists.filter((list) => list !== undefined);
    if (!isKnownUpTo(known.upTo)) return undefined;
    return (oneOf.length > 0 ? await named(oneOf) : undefined) ?? tooMany();
  };

  const isIndexed = namesWords(search) || search.where?.some(heads.isValue) === true;
  const asksForParts = hasParts && !commonParts.has(partsKey);
  if (isIndexed && !search.references) {
    if (!(await scan(limits.firstWindow))) return found;
    const isCommon = found.numbers.length * rareAmong >= limits.firstWindow;
    if (isCommon && !(await scan(limits.secondWindow))) return found;
  } else if (asksForParts && !search.references) {
    if (!(await scan(limits.firstWindow + limits.secondWindow))) return found;
  }
  const isRare = found.numbers.length * rareAmongParts < limits.firstWindow + limits.secondWindow;
  const byIndex = asksIndex
    ? await namedHeads(database, partitionId, search, found.before, limits)
    : undefined;
  const named = byIndex ?? (asksForParts && isRare ? await withParts() : undefined);
  if (named === 'end') return found;
  if (!named) await scan(limits.listed);
  else {
    // The index of words is exact for single words; phrases are checked.
    const isExact = needsWordsOnly && search.phrases && areSingleWords(search.phrases);
    if (await check(named, isExact ? [] : everything)) found.before = undefined;
  }
  return found;
}

/** Whether there are words to look up; those that must not occur are only checked. */
const namesWords = ({ phrases }: SearchQuery): boolean => (phrases?.anyOf.length ?? 0) > 0;

/** Bytes of the data that was checked at once. */
const checkedBytesOf = (rows: heads.Head[]): number =>
  rows.reduce((sum, { bytes, matches }) => sum + (typeof matches === 'boolean' ? bytes : 0), 0);

/**
 * The whole response in one statement, if nothing but single words, or values, is searched and few objects have them.
 * @returns undefined otherwise; `searchBounded` then finds them
 */
export async function searchRare(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  range: Step & { bytes: number },
  { firstWindow, secondWindow, candidates, valueCandidates, statement }: SearchLimits,
): Promise<heads.IndexedPage | typeof heads.tooMany | undefined> {
  const { phrases, where, ...others } = search;
  if (!needsHeadsOnly(others)) return undefined;
  const limits = {
    window: firstWindow,
    // More would not fill a larger page.
    furtherWindow: range.pageSize < firstWindow + secondWindow ? secondWindow : 0,
    rareBelow: Math.ceil(firstWindow / rareAmong),
    checkedBytes: statement.checkedBytes,
  };
  if (where) {
    if (phrases || !where.every(heads.isValue)) return undefined;
    const wanted = { ...others, where };
    return heads.pageByValues(database, partitionId, wanted, range, {
      ...limits,
      most: valueCandidates,
    });
  }
  // Phrases are checked against each object that the index returns.
  if (!phrases || !namesWords(search) || !areSingleWords(phrases)) return undefined;
  const wanted = { ...others, phrases };
  return heads.pageByWords(database, partitionId, wanted, range, { ...limits, most: candidates });
}

/** The objects that an index returns, that of references first; undefined if none can, or there would be too many. */
async function namedHeads(
  database: Queryable,
  partitionId: string,
  search: SearchQuery,
  before: number | undefined,
  { candidates, valueCandidates }: SearchLimits,
): Promise<heads.Head[] | undefined> {
  const { phrases, references } = search;
  const byIndex = { before, most: candidates };
  if (references) {
    const byReference = await heads.headsByReference(database, partitionId, search, byIndex);
    if (byReference) return byReference;
  }
  if (phrases && namesWords(search)) {
    const wanted = { ...search, phrases };
    const byWords = await heads.headsByWords(database, partitionId, wanted, byIndex);
    if (byWords) return byWords;
  }
  return heads.headsByValues(database, partitionId, search, { before, most: valueCandidates });
}
