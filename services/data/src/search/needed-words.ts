import { foldedText } from '@annals/rules/folded-text';
import type { SearchCondition, SearchQuery } from './conditions.sql.ts';
import {
  fieldQuery,
  joinNeeds,
  lexeme,
  orFurtherWords,
  wordsIn,
  type WantedWord,
} from './lexemes.ts';
import { partsOf, type WordPart } from './parts-of-words.ts';

/** A comparison of the values of a field, all of whose tests one value has to pass. */
export interface NeededRange {
  path: string;
  tests: readonly { op: string; value: unknown }[];
}

/** What every object that a search finds has, as far as the index of words and the dictionary know it. */
export type Need =
  | { kind: 'word'; word: WantedWord }
  | { kind: 'field'; path: string }
  | { kind: 'part'; part: WordPart }
  | { kind: 'range'; range: NeededRange }
  | { kind: 'all' | 'one'; of: Need[] };

/** All of them are needed; undefined stands for nothing that is known to be needed. */
function allOf(needs: readonly (Need | undefined)[]): Need | undefined {
  const of = needs.flatMap((need) =>
    need === undefined ? [] : need.kind === 'all' ? need.of : [need],
  );
  return of.length > 1 ? { kind: 'all', of } : of[0];
}

/** One of them is needed. */
function oneOf(needs: readonly (Need | undefined)[]): Need | undefined {
  const of = needs.filter((need) => need !== undefined);
  if (of.length < needs.length) return undefined;
  return of.length === 1 ? of[0] : { kind: 'one', of };
}

/** @returns undefined if objects that a search finds may have anything */
export function neededBy({ phrases, where = [], either = [] }: SearchQuery): Need | undefined {
  return allOf([
    ...(phrases?.anyOf ?? []).map((list) => oneOf(list.map(neededByPhrase))),
    ...where.map(neededByCondition),
    ...either.map((alternatives) =>
      oneOf(
        alternatives.map(({ not, search }) => (not ? neededByOpposite(search) : neededBy(search))),
      ),
    ),
  ]);
}

const words = (some: readonly WantedWord[]): Need[] => some.map((word) => ({ kind: 'word', word }));

const neededByPhrase = (phrase: readonly string[]): Need | undefined =>
  allOf(words(phrase.map((word, index) => ({ word, isBeginning: index === phrase.length - 1 }))));

/** One of the conditions does not hold. */
function neededByOpposite({ where = [], either = [], ...others }: SearchQuery): Need | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  return oneOf([
    ...where.map((condition) => {
      if (!('op' in condition)) return undefined;
      const { path, op } = condition;
      if (op === 'ne') return neededByValue(path, condition.value);
      return op === 'absent' ? field(path) : undefined;
    }),
    ...either.map((alternatives) =>
      allOf(
        alternatives.map(({ not, search }) => (not ? neededBy(search) : neededByOpposite(search))),
      ),
    ),
  ]);
}

const field = (path: string): Need => ({ kind: 'field', path });

function neededByCondition(condition: SearchCondition): Need | undefined {
  const { path } = condition;
  // A reference instead of the field.
  if ('orReference' in condition) return undefined;
  if ('anyOf' in condition)
    return oneOf(condition.anyOf.map((tests) => neededByTests(path, tests)));
  const { op, value } = condition;
  if (op === 'ne' || op === 'absent') return undefined;
  if (op === 'exists') return field(path);
  if (op === 'contains' || op === 'startsWith')
    return neededByText(path, String(value), op === 'startsWith');
  return neededByTests(path, [{ op, value }]);
}

function neededByText(path: string, text: string, isStart: boolean): Need | undefined {
  const found = partsOf(foldedText(text), isStart);
  const parts = found.parts.map((part): Need => ({ kind: 'part', part }));
  return allOf([field(path), ...words(found.words), ...parts]);
}

function neededByTests(path: string, tests: NeededRange['tests']): Need | undefined {
  const equal = tests.find(({ op }) => op === 'eq');
  if (equal) return neededByValue(path, equal.value);
  const beginning = commonBeginning(tests);
  return allOf([
    { kind: 'range', range: { path, tests } },
    ...(beginning === '' ? [] : [neededByText(path, beginning, true)]),
  ]);
}

/** More words than tell a value from others. */
const maxWordsOfValue = 20;

/** The words of a text or number are in the index; true, false and null are not. */
function neededByValue(path: string, value: unknown): Need | undefined {
  const isRead = typeof value === 'string' || typeof value === 'number';
  const some = isRead ? wordsIn(String(value)).slice(0, maxWordsOfValue) : [];
  return allOf([field(path), ...words(some.map((word) => ({ word, isBeginning: false })))]);
}

/** How all texts between two dates begin: those of 2024-05 are between 2024-05 and 2024-06. */
function commonBeginning(tests: NeededRange['tests']): string {
  const boundOf = (...ops: string[]): string => {
    const bound = tests.find(({ op, value }) => ops.includes(op) && typeof value === 'string');
    return typeof bound?.value === 'string' ? bound.value : '';
  };
  const first = boundOf('ge', 'gt');
  const next = boundOf('lt', 'le');
  if (!/^[\d-]+$/.test(first) || !/^[\d-]+$/.test(next)) return '';
  let length = 0;
  while (length < first.length && first[length] === next[length]) length += 1;
  const isNext =
    length === first.length - 1 &&
    next.length === first.length &&
    tests.every(({ op }) => op !== 'le') &&
    next.charCodeAt(length) === first.charCodeAt(length) + 1;
  return isNext ? first : first.slice(0, length);
}

/** What the dictionary knows of parts of words and of ranges. */
export interface NeedAnswers {
  /** The words with a part; undefined if they are too many. */
  wordsWith: (part: WordPart) => readonly string[] | undefined;
  /** Whether an object may have a value in a range. */
  isPossible: (range: NeededRange) => boolean;
}

/** Without the dictionary. */
const unanswered: NeedAnswers = { wordsWith: () => undefined, isPossible: () => true };

interface Questions {
  parts: WordPart[];
  ranges: NeededRange[];
  /** Whether there are also words that the index knows. */
  hasWords: boolean;
}

/** The parts of words and the ranges on which the dictionary may help. */
export function questionsIn(need: Need): Questions {
  const found: Questions = { parts: [], ranges: [], hasWords: false };
  const add = (one: Need): void => {
    if (one.kind === 'word') found.hasWords = true;
    else if (one.kind === 'part') found.parts.push(one.part);
    else if (one.kind === 'range') found.ranges.push(one.range);
    else if ('of' in one) for (const inner of one.of) add(inner);
  };
  add(need);
  return found;
}

/**
 * Finds the objects that have what is needed, or may have it, as the literal of a tsquery.
 * @returns undefined if all objects may have it
 */
export function queryOfNeed(
  need: Need,
  key: string,
  { wordsWith, isPossible }: NeedAnswers = unanswered,
): string | undefined {
  /** Nothing has it. */
  const none = '';
  const read = (one: Need, isAlternative: boolean): string | undefined => {
    switch (one.kind) {
      case 'word':
        return lexeme(one.word.word, one.word.isBeginning, key);
      case 'field':
        return `(${fieldQuery(one.path, key)})`;
      case 'range':
        return isPossible(one.range) ? `(${fieldQuery(one.range.path, key)})` : none;
      case 'part': {
        const list = wordsWith(one.part);
        return (
          list &&
          joinNeeds(
            list.map((word) => lexeme(word, false, key)),
            ' | ',
          )
        );
      }
      case 'all': {
        const isOfField = ({ kind }: Need) => kind === 'field' || kind === 'range';
        const ofFields = readEach(one.of.filter(isOfField), isAlternative);
        const others = readEach(
          one.of.filter((each) => !isOfField(each)),
          isAlternative,
        );
        if (ofFields.includes(none) || others.includes(none)) return none;
        // The index reads all objects with a field of an alternative, which are many, even if no object has its words.
        const queries = isAlternative && others.length > 0 ? others : [...others, ...ofFields];
        return queries.length === 0 ? undefined : joinNeeds(queries, ' & ');
      }
      case 'one': {
        const queries = one.of.map((each) => read(each, one.of.length > 1 || isAlternative));
        if (queries.includes(undefined)) return undefined;
        const possible = queries.flatMap((query) =>
          query === undefined || query === none ? [] : [query],
        );
        return joinNeeds(possible, ' | ');
      }
    }
  };
  const readEach = (some: readonly Need[], isAlternative: boolean) =>
    some.map((each) => read(each, isAlternative)).filter((query) => query !== undefined);
  const query = read(need, false);
  return query === undefined ? undefined : orFurtherWords(query, key);
}
