import { LRUCache } from 'lru-cache';
import type { Queryable } from '@annals/kit/database/database';
import { filterRows } from './filter-rows.ts';
import { needsHeadsOnly, type SearchQuery } from './conditions.sql.ts';
import * as heads from './heads.sql.ts';
import { endOfDictionary, wordsWith } from './dictionary.sql.ts';
import { extentsOf } from './extents.sql.ts';
import { areSingleWords, wordKey } from './lexemes.ts';
import {
  neededBy,
  queryOfNeed,
  questionsIn,
  type Need,
  type NeedAnswers,
  type NeededRange,
} from './needed-words.ts';
import type { WordPart } from './parts-of-words.ts';
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
/** The same for what the dictionary is asked for, since finding it among all words of a partition takes longer. */
const rareAmongNeeds = 100;
/** What too many objects had, so that the further pages of a search do not ask for it again. */
const commonNeeds = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

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

  // Words alone are what the index is asked for anyway.
  const need = search.where || search.either ? neededBy(search) : undefined;
  const key = wordKey(partitionId);
  const needKey = need === undefined ? '' : JSON.stringify([partitionId, need]);
  /**
   * The objects that may have what is needed; undefined if they are not known, or too many; `end` if there are no more, or
   * the page is full.
   */
  const withNeed = async (wanted: Need): Promise<heads.Head[] | 'end' | undefined> => {
    const most = limits.candidates;
    const named = (query: string) =>
      heads.headsByQuery(database, partitionId, search, query, { before: found.before, most });
    const tooMany = () => {
      commonNeeds.set(needKey, true);
      return undefined;
    };
    const byWords = queryOfNeed(wanted, key);
    const alone = async () => (byWords === undefined ? undefined : named(byWords));
    const { parts, ranges, hasWords } = questionsIn(wanted);
    if (parts.length + ranges.length === 0) return (await alone()) ?? tooMany();
    // Without words it has fields, which many objects have.
    const byAlone = hasWords ? await alone() : undefined;
    if (byAlone) return byAlone;
    context.wantWords?.(partitionId);
    const end = await endOfDictionary(database, partitionId);
    if (end === 0) return hasWords ? undefined : alone();
    const isKnownUpTo = (upTo: number) => found.before !== undefined && found.before <= upTo + 1;
    // What was changed since has other words.
    while (!isKnownUpTo(end) && budget.hasRows && budget.hasBytes)
      if (!(await scan(statement.rows))) return 'end';
    if (!isKnownUpTo(end)) return undefined;
    const known = await askDictionary(database, partitionId, parts, ranges);
    if (!isKnownUpTo(known.upTo)) return undefined;
    const query = queryOfNeed(wanted, key, known);
    const isNew = query !== undefined && !(hasWords && query === byWords);
    return (isNew ? await named(query) : undefined) ?? tooMany();
  };

  const isIndexed =
    namesWords(search) || search.where?.some(heads.isValue) === true || limitsCreation(search);
  const asksForNeed = need !== undefined && !commonNeeds.has(needKey);
  if (isIndexed && !search.references) {
    if (!(await scan(limits.firstWindow))) return found;
    const isCommon = found.numbers.length * rareAmong >= limits.firstWindow;
    if (isCommon && !(await scan(limits.secondWindow))) return found;
  } else if (asksForNeed && !search.references) {
    if (!(await scan(limits.firstWindow + limits.secondWindow))) return found;
  }
  const isRare = found.numbers.length * rareAmongNeeds < limits.firstWindow + limits.secondWindow;
  const byIndex = asksIndex
    ? await namedHeads(database, partitionId, search, found.before, limits)
    : undefined;
  const named = byIndex ?? (asksForNeed && isRare ? await withNeed(need) : undefined);
  if (named === 'end') return found;
  if (!named) await scan(limits.listed);
  else {
    // The index of words is exact for single words; phrases are checked.
    const isExact = byIndex && needsWordsOnly && search.phrases && areSingleWords(search.phrases);
    if (await check(named, isExact ? [] : everything)) found.before = undefined;
  }
  return found;
}

/** What the dictionary knows, and up to which version. */
async function askDictionary(
  database: Queryable,
  partitionId: string,
  parts: readonly WordPart[],
  ranges: readonly NeededRange[],
): Promise<NeedAnswers & { upTo: number }> {
  const words = parts.length > 0 ? await wordsWith(database, partitionId, parts) : undefined;
  const paths = [...new Set(ranges.map(({ path }) => path))];
  const extents = paths.length > 0 ? await extentsOf(database, partitionId, paths) : undefined;
  return {
    upTo: Math.min(words?.upTo ?? Infinity, extents?.upTo ?? Infinity),
    wordsWith: (part) => words?.lists[parts.indexOf(part)],
    isPossible: (range) => extents?.isPossible(range) ?? true,
  };
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
  const byValues = { before, most: valueCandidates };
  const withValues = await heads.headsByValues(database, partitionId, search, byValues);
  if (withValues || !limitsCreation(search)) return withValues;
  return heads.headsByCreation(database, partitionId, search, byIndex);
}

const limitsCreation = ({ createdFrom, createdTo }: SearchQuery): boolean =>
  createdFrom !== undefined || createdTo !== undefined;
