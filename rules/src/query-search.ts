import { compareDecimals, isExact } from './json/decimals.ts';
import { type QueryErrorCode } from '@annals/contracts/messages/query-errors';
import type { Condition } from '@annals/contracts/object-search';
import { dataPath, typeName } from '@annals/contracts/object-version';
import {
  parseQuery,
  type Comparison,
  type PlacedTerm,
  type QueryLeaf,
  type QueryText,
  type QueryCondition,
  type QueryError,
  type QueryPlace,
  type QueryRange,
} from './query.ts';

/**
 * Reserved names, in addition to reference names. A field of such a name is written as /type, or in quotes. `reason` is
 * reserved only when changes are searched, because objects may have such a field.
 */
export const queryKeys = [
  'type',
  'is',
  'author',
  'changed',
  'created',
  'changes',
  'reason',
  'has',
  'no',
  'ref',
] as const;
export type QueryKey = (typeof queryKeys)[number];

/** What is searched: the newest versions of objects; all versions as changes; the index of words. */
export type Searched = 'objects' | 'changes' | 'words';

type Scalar = string | number | boolean | null;
interface ValueTest {
  op: 'eq' | 'lt' | 'le' | 'gt' | 'ge';
  value: Scalar;
}

/** Holds if one value at the path passes all tests of one of the groups. */
export interface TestedCondition {
  path: string;
  anyOf: ValueTest[][];
}

/** A field that contains the text, or a reference of this name to an object with this title. */
export interface NamedCondition {
  path: string;
  op: 'contains';
  value: string;
  orReference: string;
}

export type QueryWhere = Condition | TestedCondition | NamedCondition;

/** The first and the last moment, both inclusive. */
export interface QueryPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/** A field of a condition that only objects with this field can meet. */
export interface SearchedField extends QueryPlace {
  path: string;
  /** What it says if no object has the field: the words of `EPSG:4326`; undefined for what can only be a condition. */
  words: string | undefined;
}

/** A condition of which one of several has to hold, or whose opposite has to. */
export interface QueryAlternative {
  not: boolean;
  search: QuerySearch;
}

/** What a query asks for. */
export interface QuerySearch {
  type?: string | undefined;
  ended?: boolean | undefined;
  text?: string | undefined;
  /** Texts of which one has to occur, of each list. */
  anyText: string[][];
  /** Texts of which none may occur. */
  noText: string[];
  /** Conditions of which one has to hold, of each list. */
  either: QueryAlternative[][];
  where: QueryWhere[];
  /** By title or by id. */
  references: { name?: string | undefined; target: string }[];
  /** A part of a name, an id, or "me". */
  author?: string | undefined;
  modified?: QueryPeriod | undefined;
  created?: QueryPeriod | undefined;
  /** The fields that changed: JSON Pointers, or names of fields at any depth. */
  changes: string[];
  /** The fields of the conditions, as they stand in the query. */
  fields: SearchedField[];
  /** Texts that the reason of the change contains, all of them; an empty one is contained in any reason. */
  reasons: string[];
}

const maxConditions = 20;
const maxValueLength = 1000;
const maxTextLength = 500;

class Misread extends Error {
  readonly code: QueryErrorCode;
  constructor(code: QueryErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Reads a query and returns its meaning; with errors, what could be read. */
export function readQuery(
  text: string,
  searched: Searched,
): { search: QuerySearch; errors: QueryError[]; terms: PlacedTerm[] } {
  const { terms, errors } = parseQuery(text);
  const search = emptySearch();
  const words: string[] = [];
  const reading = { text, searched };
  const readAll = (all: readonly PlacedTerm[]) => {
    for (const [first, ...others] of alternativesOf(all)) {
      const { start, term } = first;
      const { end } = others.at(-1) ?? first;
      if (errors.some((error) => error.start >= start && error.start <= end)) continue;
      const isAlone = others.length === 0 && !term.not;
      if (isAlone && term.kind === 'group') {
        readAll(term.terms);
        continue;
      }
      try {
        if (searched === 'changes' && textsIn([first, ...others]).length > 0)
          throw new Misread('notInChanges');
        if (!isAlone) readAlternatives(search, [first, ...others], reading);
        else if (term.kind === 'text') words.push(wordsOf(term));
        else if (term.kind === 'condition') applyAt(search, term, first, reading);
      } catch (error) {
        if (!(error instanceof Misread)) throw error;
        errors.push({ code: error.code, start, end });
      }
    }
  };
  readAll(terms);
  if (conditionsIn(search) > maxConditions)
    errors.push({ code: 'tooMany', start: 0, end: text.length });
  if (words.length > 0) search.text = words.join(' ');
  const allWords = [
    ...new Set([search.text ?? '', ...search.anyText.flat(), ...search.noText]),
  ].join(' ');
  if (allWords.length > maxTextLength) errors.push({ code: 'tooLong', start: 0, end: text.length });
  return { search, errors, terms };
}

const emptySearch = (): QuerySearch => ({
  anyText: [],
  noText: [],
  either: [],
  where: [],
  references: [],
  changes: [],
  reasons: [],
  fields: [],
});

function conditionsIn({ either, where, references, changes, reasons }: QuerySearch): number {
  const alternatives = either.flat().map(({ search }) => Math.max(1, conditionsIn(search)));
  return (
    where.length +
    references.length +
    changes.length +
    reasons.length +
    alternatives.reduce((sum, count) => sum + count, 0)
  );
}

/** Quoted words have to follow each other: without spaces they are one phrase. */
const wordsOf = ({ text, quoted }: QueryText) => (quoted ? text.replaceAll(/\s+/g, '_') : text);

/** The terms, each together with those that OR joins to it. */
function alternativesOf(terms: readonly PlacedTerm[]): [PlacedTerm, ...PlacedTerm[]][] {
  const lists: [PlacedTerm, ...PlacedTerm[]][] = [];
  for (const placed of terms)
    if (placed.term.or) lists.at(-1)?.push(placed);
    else lists.push([placed]);
  return lists;
}

/** A query that is being read. */
interface Reading {
  text: string;
  searched: Searched;
}

const leavesIn = (terms: readonly PlacedTerm[]): QueryLeaf[] =>
  terms.flatMap(({ term }) => (term.kind === 'group' ? leavesIn(term.terms) : [term]));
const textsIn = (terms: readonly PlacedTerm[]) =>
  leavesIn(terms).filter(({ kind }) => kind === 'text');

/** Reads terms that OR joins, or a single one with NOT. */
function readAlternatives(
  search: QuerySearch,
  terms: readonly PlacedTerm[],
  reading: Reading,
): void {
  const texts = textsIn(terms);
  if (texts.length === 0) {
    if (reading.searched === 'words') throw new Misread('notInWords');
    search.either.push(terms.map((placed) => alternativeOf(placed, reading)));
    return;
  }
  if (texts.length < leavesIn(terms).length) throw new Misread('mixedAlternatives');
  for (const clause of anyOfWords(terms)) {
    const [first] = clause;
    if (clause.length === 1 && first?.not) search.noText.push(first.words);
    else if (clause.some(({ not }) => not)) throw new Misread('mixedAlternatives');
    else search.anyText.push(clause.map(({ words }) => words));
  }
}

interface Words {
  words: string;
  not: boolean;
}
/** Lists of words. One of each list has to occur, which is what the index of words takes. */
type Clauses = Words[][];
const maxClauses = 64;

/** @returns what one of the terms needs, so that `(a b) OR c` becomes a or c, and b or c */
const anyOfWords = (terms: readonly PlacedTerm[], not = false): Clauses =>
  joinedByOr(terms.map((placed) => clausesOf(placed, not)));

function clausesOf({ term }: PlacedTerm, isOpposite: boolean): Clauses {
  const not = (term.not === true) !== isOpposite;
  if (term.kind === 'text') return [[{ words: wordsOf(term), not }]];
  if (term.kind === 'condition') return [];
  const lists = alternativesOf(term.terms);
  // The opposite of all is one of the opposites, and the opposite of one of several is all of theirs.
  if (not)
    return joinedByOr(lists.map((list) => list.flatMap((placed) => clausesOf(placed, true))));
  return lists.flatMap((list) => anyOfWords(list));
}

function joinedByOr(parts: readonly Clauses[]): Clauses {
  let joined: Clauses = [[]];
  for (const part of parts) {
    joined = joined.flatMap((clause) => part.map((other) => clause.concat(other)));
    if (joined.length > maxClauses) throw new Misread('tooMany');
  }
  return joined;
}

function alternativeOf(placed: PlacedTerm, reading: Reading): QueryAlternative {
  const { term } = placed;
  const search = emptySearch();
  if (term.kind === 'condition') applyAt(search, term, placed, reading);
  else if (term.kind === 'group')
    for (const [first, ...others] of alternativesOf(term.terms)) {
      if (others.length === 0 && !first.term.not && first.term.kind === 'condition')
        applyAt(search, first.term, first, reading);
      else search.either.push([first, ...others].map((each) => alternativeOf(each, reading)));
    }
  if (search.changes.length + search.reasons.length > 0) throw new Misread('notInAlternatives');
  return { not: term.not === true, search };
}

/** Applies a condition, and remembers where its fields are in the query. */
function applyAt(
  search: QuerySearch,
  condition: QueryCondition,
  { start, end }: QueryPlace,
  { text, searched }: Reading,
): void {
  const before = search.where.length;
  apply(search, condition, searched);
  const added = search.where.slice(before);
  search.fields.push(...searchedFields(condition, added, { start, end }, text));
}

function apply(search: QuerySearch, condition: QueryCondition, searched: Searched): void {
  const { key, keyQuoted, value } = condition;
  if (searched === 'words' && (keyQuoted || key !== 'type')) throw new Misread('notInWords');
  if (value.kind === 'text' && value.text.length > maxValueLength) throw new Misread('tooLong');
  const known = keyQuoted ? undefined : keysOf(searched).find((one) => one === key);
  if (known === undefined) {
    if (!keyQuoted && isReferenceName(key)) {
      requireObjects(searched);
      search.references.push({ name: key, target: textOf(condition) });
    } else search.where.push(...fieldConditions(condition));
    return;
  }
  if (known === 'type') {
    const type = textOf(condition);
    if (!typeName.safeParse(type).success) throw new Misread('unknownType');
    once(search.type);
    search.type = type;
  } else if (known === 'is') {
    requireObjects(searched);
    const state = textOf(condition);
    if (state !== 'ended' && state !== 'active') throw new Misread('unknownState');
    once(search.ended);
    search.ended = state === 'ended';
  } else if (known === 'author') {
    once(search.author);
    search.author = textOf(condition);
  } else if (known === 'changed') {
    once(search.modified);
    search.modified = periodOf(condition);
  } else if (known === 'created') {
    requireObjects(searched);
    once(search.created);
    search.created = periodOf(condition);
  } else if (known === 'changes') {
    if (searched !== 'changes') throw new Misread('changesOnly');
    search.changes.push(changedField(textOf(condition)));
  } else if (known === 'reason') {
    if (condition.comparison !== ':') throw new Misread('badComparison');
    const text = textOf(condition);
    search.reasons.push(text === '*' && value.kind === 'text' && !value.quoted ? '' : text);
  } else if (known === 'ref') {
    requireObjects(searched);
    search.references.push({ target: textOf(condition) });
  } else
    search.where.push({
      path: pointerOf(textOf(condition)),
      op: known === 'has' ? 'exists' : 'absent',
    });
}

/** A name alone means fields of that name at any depth. */
const changedField = (name: string): string => (/^[^./]+$/.test(name) ? name : pointerOf(name));

/** Conditions that also hold without the field are about no field. */
function searchedFields(
  { key, keyQuoted, comparison }: QueryCondition,
  where: readonly QueryWhere[],
  { start, end }: QueryPlace,
  text: string,
): SearchedField[] {
  const isWord = comparison === ':' && !keyQuoted && /^[\p{L}\p{N}_]+$/u.test(key);
  const words = isWord && key !== 'has' ? text.slice(start, end) : undefined;
  return where
    .filter((condition) => !('op' in condition && ['ne', 'absent'].includes(condition.op)))
    .map(({ path }) => ({ path, words, start, end }));
}

export const keysOf = (searched: Searched): readonly QueryKey[] =>
  searched === 'changes' ? queryKeys : queryKeys.filter((key) => key !== 'reason');

/** The specification's convention for names of references: mainOperatorRef. */
export const isReferenceName = (key: string): boolean => /^[^./]+Ref$/.test(key);

function requireObjects(searched: Searched): void {
  if (searched !== 'objects') throw new Misread('notInChanges');
}

function once(before: unknown): void {
  if (before !== undefined) throw new Misread('twice');
}

function textOf({ comparison, value }: QueryCondition): string {
  if ((comparison !== ':' && comparison !== '=') || value.kind !== 'text')
    throw new Misread('badComparison');
  if (value.text === '') throw new Misread('valueMissing');
  return value.text;
}

/** The JSON Pointer of a field as people write it, `releases.cycle`; a text that starts with a slash is already one. */
export function pointerOf(name: string): string {
  const pointer = name.startsWith('/')
    ? name
    : `/${name
        .split('.')
        .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
        .join('/')}`;
  const isEmpty = !name.startsWith('/') && name.split('.').includes('');
  if (isEmpty || !dataPath.safeParse(pointer).success) throw new Misread('badKey');
  return pointer;
}

/** A JSON Pointer as people write it, or unchanged if that would be ambiguous. */
export function pathName(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  const name = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
  const isPlain = parts.every((part) => part !== '' && !part.includes('.'));
  return isPlain && !name.startsWith('/') ? name : pointer;
}

// ── Conditions on fields

const numberPattern = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const constants: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const isNumber = (text: string) => numberPattern.test(text) && Number.isFinite(Number(text));

function fieldConditions({ key, keyQuoted, comparison, value }: QueryCondition): QueryWhere[] {
  const path = pointerOf(key);
  if (value.kind === 'range') return [tested(path, rangeTests(value))];
  const { text, quoted } = value;
  const typed = quoted ? undefined : typedValue(text);
  if (comparison === '=' || comparison === '!=') {
    const values: Scalar[] = typed === undefined ? [text] : [typed, text];
    if (comparison === '!=') return values.map((one) => ({ path, op: 'ne', value: one }));
    return [
      tested(
        path,
        values.map((one) => [{ op: 'eq', value: one }]),
      ),
    ];
  }
  if (comparison !== ':') return [tested(path, comparedTests(comparison, text, quoted))];
  if (!quoted) {
    const date = dateOf(text);
    const tests: ValueTest[][] = [];
    if (typed !== undefined) tests.push([{ op: 'eq', value: typed }]);
    if (date) tests.push(within(date, date));
    else if (typed !== undefined) tests.push([{ op: 'eq', value: text }]);
    if (tests.length > 0) return [tested(path, tests)];
    if (text === '*') return [{ path, op: 'exists' }];
    // Stars around a text, as other products have them, say what a text without them does.
    const inside = /^\*+([^*]+)\*+$/.exec(text)?.[1];
    if (inside !== undefined) return [{ path, op: 'contains', value: inside }];
    if (text.endsWith('*')) return [{ path, op: 'startsWith', value: text.slice(0, -1) }];
  }
  const isName = !key.includes('.') && !key.startsWith('/') && !keyQuoted;
  return [{ path, op: 'contains', value: text, ...(isName && { orReference: key }) }];
}

/** A single test becomes a plain condition, for which there may be an index. */
function tested(path: string, anyOf: ValueTest[][]): Condition | TestedCondition {
  const [only] = anyOf;
  const [test] = only ?? [];
  return anyOf.length === 1 && only?.length === 1 && test ? { path, ...test } : { path, anyOf };
}

/** A number that no double holds is the value of no field, unless it is kept as text. */
function typedValue(text: string): Scalar | undefined {
  if (isNumber(text)) return isExact(text) ? Number(text) : undefined;
  return constants.get(text);
}

/** Fields have doubles. A number between two of them is compared by the nearest one. */
function numberTest(op: (typeof operators)[keyof typeof operators], text: string): ValueTest {
  const value = Number(text);
  const side = compareDecimals(text, String(value));
  if (side === 0) return { op, value };
  const isBelow = op === 'lt' || op === 'le';
  if (side > 0) return { op: isBelow ? 'le' : 'gt', value };
  return { op: isBelow ? 'lt' : 'ge', value };
}

const operators = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const;

/** A year is also a number; the data decides which is meant. */
function comparedTests(comparison: Comparison, text: string, quoted: boolean): ValueTest[][] {
  const op = operators[comparison as keyof typeof operators];
  if (quoted) return [[{ op, value: text }]];
  const date = dateOf(text);
  const tests: ValueTest[][] = isNumber(text) ? [[numberTest(op, text)]] : [];
  if (date)
    tests.push([
      op === 'ge' || op === 'lt'
        ? { op, value: date.first }
        : { op: op === 'gt' ? 'ge' : 'lt', value: date.next },
    ]);
  return tests.length > 0 ? tests : [[{ op, value: text }]];
}

function rangeTests({ from, to }: QueryRange): ValueTest[][] {
  const given = [from, to].filter((side) => side !== undefined);
  const tests: ValueTest[][] = [];
  const first = from === undefined ? undefined : dateOf(from);
  const last = to === undefined ? undefined : dateOf(to);
  if (given.every(isNumber))
    tests.push([
      ...(from === undefined ? [] : [numberTest('ge', from)]),
      ...(to === undefined ? [] : [numberTest('le', to)]),
    ]);
  if (given.every((side) => dateOf(side))) tests.push(within(first, last));
  if (tests.length > 0) return tests;
  if (given.some((side) => isNumber(side) || dateOf(side))) throw new Misread('badRange');
  return [
    [
      ...(from === undefined ? [] : [{ op: 'ge' as const, value: from }]),
      ...(to === undefined ? [] : [{ op: 'le' as const, value: to }]),
    ],
  ];
}

const within = (first: ReadDate | undefined, last: ReadDate | undefined): ValueTest[] => [
  ...(first ? [{ op: 'ge' as const, value: first.first }] : []),
  ...(last ? [{ op: 'lt' as const, value: last.next }] : []),
];

// ── Dates

interface ReadDate {
  /** The first moment, in milliseconds, and the first after it. */
  start: number;
  end: number;
  /** The RFC 3339 prefix, which compares as text, and that of the following year, month, day and so on. */
  first: string;
  next: string;
}

const datePattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?Z?)?)?)?$/;
/** The length of RFC 3339 with this many numbers. */
const written = [0, 4, 7, 10, 13, 16, 19];

function dateOf(text: string): ReadDate | undefined {
  const found = datePattern.exec(text);
  if (!found) return undefined;
  const numbers = found
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers;
  const length = written[numbers.length] ?? 0;
  const textAt = (moment: number) => new Date(moment).toISOString().slice(0, length);
  const start = Date.UTC(year, month - 1, day, hour, minute, second);
  const first = text.replace(/Z$/, '');
  if (year < 1000 || year > 9998 || textAt(start) !== first) return undefined;
  const end = Date.UTC(
    ...(numbers.map((number, index) => {
      const whole = index === 1 ? number - 1 : number;
      return index === numbers.length - 1 ? whole + 1 : whole;
    }) as [number, number]),
    ...(numbers.length === 1 ? [0] : []),
  );
  return { start, end, first, next: textAt(end) };
}

const momentAt = (milliseconds: number) =>
  new Date(milliseconds).toISOString().replace('Z', '000Z');
const lastBefore = (milliseconds: number) =>
  new Date(milliseconds - 1).toISOString().replace('Z', '999Z');

function requireDate(text: string): ReadDate {
  const date = dateOf(text);
  if (!date) throw new Misread('badDate');
  return date;
}

/** For dates in UTC. */
function periodOf({ comparison, value }: QueryCondition): QueryPeriod {
  if (value.kind === 'range')
    return {
      ...(value.from !== undefined && { from: momentAt(requireDate(value.from).start) }),
      ...(value.to !== undefined && { to: lastBefore(requireDate(value.to).end) }),
    };
  const { start, end } = requireDate(value.text);
  switch (comparison) {
    case ':':
    case '=':
      return { from: momentAt(start), to: lastBefore(end) };
    case '>':
      return { from: momentAt(end) };
    case '>=':
      return { from: momentAt(start) };
    case '<':
      return { to: lastBefore(start) };
    case '<=':
      return { to: lastBefore(end) };
    case '!=':
      throw new Misread('badComparison');
  }
}
