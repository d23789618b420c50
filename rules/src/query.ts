/**
 * The query language of searches: words and conditions, separated by spaces, all of which have to hold. `OR` between
 * two of them needs only one; `NOT` or a minus sign in front of one needs the opposite. Brackets make several of them one.
 *
 * node "long term" type:PRODUCT releases.cycle:16 price>10 date:2024-01..2024-06 author:ada
 * linux OR bsd -"end of life" type:PRODUCT OR type:VENDOR NOT author:ada
 * (price>10 type:PRODUCT) OR type:VENDOR -(author:ada is:ended)
 *
 * This file parses and prints it; query-search.ts interprets it.
 */
import type { QueryErrorCode } from '@annals/contracts/messages/query-errors';

export const comparisons = [':', '=', '!=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof comparisons)[number];

export interface QueryText {
  kind: 'text';
  text: string;
  /** In quotation marks: it is plain text, and may contain spaces. */
  quoted: boolean;
}

/** A range, open on either side: `10..20`, `2024-01..`, `..m`. */
export interface QueryRange {
  kind: 'range';
  from: string | undefined;
  to: string | undefined;
}

export interface QueryCondition {
  kind: 'condition';
  /** A field, or one of the names of query-search.ts; a quoted key is always a field. */
  key: string;
  keyQuoted: boolean;
  comparison: Comparison;
  value: QueryText | QueryRange;
}

/** How a term is joined to the query. */
interface QueryJoin {
  /** Its opposite has to hold. */
  not?: true;
  /** It, or the term before it, has to hold. */
  or?: true;
}

/** Terms in brackets. */
export interface QueryGroup {
  kind: 'group';
  terms: PlacedTerm[];
}

export type QueryLeaf = (QueryText | QueryCondition) & QueryJoin;
export type QueryTerm = QueryLeaf | (QueryGroup & QueryJoin);

/** Where a term or an error stands in the text, in UTF-16 units. */
export interface QueryPlace {
  start: number;
  end: number;
}

export type PlacedTerm = QueryPlace & { term: QueryTerm };

export interface QueryError extends QueryPlace {
  code: QueryErrorCode;
}

export interface ParsedQuery {
  terms: PlacedTerm[];
  errors: QueryError[];
}

/** Starts with a letter, so that a time such as 12:30 is a word. A JSON Pointer is a field name too. */
const key = /[\p{L}_$/][^\s:=<>!"]*/uy;
const comparison = /:|!=|<=|>=|=|<|>/y;
const notSpace = /\S+/y;
const spaces = /\s*/y;
const operator = /(?:AND|OR|NOT)(?=[\s()]|$)/y;
/** A minus sign before a digit belongs to a number. */
const minus = /-(?=[\p{L}_$/"(“„«»])/uy;
const deepestBrackets = 8;

/** The quotation marks that phones and word processors put in the place of ", each with those that close it. */
const typographicQuotes: ReadonlyMap<string, string> = new Map([
  ['“', '”"'],
  ['„', '“”"'],
  ['«', '»'],
  ['»', '«'],
]);

/**
 * What closes the quotation mark at a place; undefined if there is none. A typographic one that nothing closes, or that
 * something follows as in a sentence, is a character like any other.
 */
function closingQuotes(text: string, at: number): string | undefined {
  const sign = text[at] ?? '';
  if (sign === '"') return sign;
  const closing = typographicQuotes.get(sign);
  const end = closing === undefined ? -1 : endOfQuoted(text, at, closing);
  if (end === -1) return undefined;
  return /^(?:[\s:=<>!)]|$)/.test(text.slice(end + 1, end + 2)) ? closing : undefined;
}

/** Where the text in quotation marks ends that begins at a place; -1 if nothing closes it. */
function endOfQuoted(text: string, at: number, closing: string): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (closing.includes(text[end] ?? '')) return end;
  }
  return -1;
}

/** How much of a word or value is before the bracket that closes one outside it: `a(b)` of `a(b))`. */
function lengthBeforeBracket(word: string): number {
  let open = 0;
  for (let index = 0; index < word.length; index += 1) {
    if (word[index] === '(') open += 1;
    else if (word[index] === ')') {
      if (open === 0) return index;
      open -= 1;
    }
  }
  return word.length;
}

/** @returns what could be read, even with errors, because an input shows it while the user types */
export function parseQuery(text: string): ParsedQuery {
  const errors: QueryError[] = [];
  let at = 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    at += found?.length ?? 0;
    return found;
  };
  /** The same, up to a bracket that it does not open itself. */
  const takeInBrackets = (pattern: RegExp): string | undefined => {
    const start = at;
    const found = take(pattern);
    if (found === undefined) return undefined;
    const length = lengthBeforeBracket(found);
    at = start + length;
    return length === 0 ? undefined : found.slice(0, length);
  };
  const fail = (code: QueryErrorCode, start: number, end = at) => {
    errors.push({ code, start, end });
  };
  /** Starts at the opening quotation mark. */
  const takeQuoted = (closing: string): string => {
    const start = at;
    let read = '';
    for (at += 1; at < text.length; at += 1) {
      const character = text[at] ?? '';
      if (closing.includes(character)) {
        at += 1;
        return read;
      }
      if (character === '\\' && at + 1 < text.length) at += 1;
      read += text[at];
    }
    fail('unclosedQuote', start);
    return read;
  };
  const takeValue = (start: number, comparedBy: Comparison): QueryText | QueryRange => {
    const closing = closingQuotes(text, at);
    if (closing !== undefined) {
      const quoted: QueryText = { kind: 'text', text: takeQuoted(closing), quoted: true };
      if (takeInBrackets(notSpace) !== undefined) fail('spaceMissing', start);
      return quoted;
    }
    const value = takeInBrackets(notSpace) ?? '';
    if (value === '') fail('valueMissing', start);
    const dots = comparedBy === ':' ? value.indexOf('..') : -1;
    if (dots === -1 || value === '..') return { kind: 'text', text: value, quoted: false };
    return {
      kind: 'range',
      from: value.slice(0, dots) || undefined,
      to: value.slice(dots + 2) || undefined,
    };
  };
  const takeLeaf = (start: number): QueryText | QueryCondition => {
    const closing = closingQuotes(text, at);
    const keyQuoted = closing !== undefined;
    const name = keyQuoted ? takeQuoted(closing) : takeInBrackets(key);
    const afterName = at;
    const comparedBy =
      name === undefined ? undefined : (take(comparison) as Comparison | undefined);
    const isAddress = !keyQuoted && comparedBy === ':' && text.startsWith('//', at);
    if (name !== undefined && comparedBy !== undefined && !isAddress)
      return {
        kind: 'condition',
        key: name,
        keyQuoted,
        comparison: comparedBy,
        value: takeValue(start, comparedBy),
      };
    if (keyQuoted && name !== undefined) {
      at = afterName;
      if (takeInBrackets(notSpace) !== undefined) fail('spaceMissing', start);
      return { kind: 'text', text: name, quoted: true };
    }
    at = start;
    return { kind: 'text', text: takeInBrackets(notSpace) ?? '', quoted: false };
  };

  /** The operators in front of the next term, and where they stand. */
  const takeJoin = (isFirstTerm: boolean): QueryJoin & { places: QueryPlace[] } => {
    const join: QueryJoin & { places: QueryPlace[] } = { places: [] };
    let isJoined = false;
    for (;;) {
      take(spaces);
      const start = at;
      const word = take(operator);
      if (word === undefined) break;
      join.places.push({ start, end: at });
      const isFirst = word !== 'NOT' && (isFirstTerm || isJoined || join.not);
      if (isFirst || (word === 'NOT' && join.not)) fail('operandMissing', start);
      if (word === 'NOT') join.not = true;
      else {
        isJoined = true;
        if (word === 'OR') join.or = true;
      }
    }
    if (!join.not && take(minus) !== undefined) join.not = true;
    return join;
  };

  /** @param opened where the bracket is that these terms are in, of all brackets around them the innermost */
  const takeTerms = (depth: number, opened: number): PlacedTerm[] => {
    const terms: PlacedTerm[] = [];
    for (;;) {
      const { places, ...join } = takeJoin(terms.length === 0);
      const start = at;
      const closes = text[at] === ')';
      if (at >= text.length || closes)
        for (const place of places.slice(-1)) fail('operandMissing', place.start, place.end);
      if (at >= text.length) {
        if (depth > 0) fail('bracketMissing', opened, opened + 1);
        return terms;
      }
      if (closes) {
        at += 1;
        if (depth > 0) return terms;
        fail('bracketMissing', start);
        continue;
      }
      if (text[at] === '(') {
        at += 1;
        const group = takeTerms(depth + 1, start);
        if (group.length === 0 && text[at - 1] === ')') fail('emptyBrackets', start);
        if (depth === deepestBrackets) fail('tooNested', start);
        terms.push({ start, end: at, term: { kind: 'group', terms: group, ...join } });
      } else {
        const term = { ...takeLeaf(start), ...join };
        terms.push({ start, end: at, term });
      }
    }
  };

  const terms = takeTerms(0, 0);
  return { terms, errors };
}

const printedQuoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Whether a query finds only what has all words and values that it names. */
export const requiresAll = (text: string): boolean => haveToHold(parseQuery(text).terms);

const haveToHold = (terms: readonly PlacedTerm[]): boolean =>
  terms.every(({ term }) => {
    if (term.not || term.or) return false;
    if (term.kind === 'group') return haveToHold(term.terms);
    return (
      term.kind === 'text' ||
      ((term.comparison === ':' || term.comparison === '=') && term.value.kind === 'text')
    );
  });

/** Whether a text could be parsed differently without quotation marks, whatever stands behind it. */
export function needsQuotes(text: string, isValue: boolean): boolean {
  const closing = typographicQuotes.get(text.charAt(0));
  // What stands behind it in the query may close it.
  if (closing !== undefined && endOfQuoted(text, 0, closing) === -1) return true;
  const { terms, errors } = parseQuery(isValue ? `x:${text}` : text);
  const [only] = terms;
  if (errors.length > 0 || terms.length !== 1 || only === undefined) return true;
  const { term } = only;
  const read = isValue && term.kind === 'condition' ? term.value : term;
  if (term.not) return true;
  return read.kind !== 'text' || read.quoted || read.text !== text;
}

function needsQuotedKey(name: string): boolean {
  const { terms, errors } = parseQuery(`${name}:x`);
  const term = terms[0]?.term;
  return (
    errors.length > 0 ||
    terms.length !== 1 ||
    term?.kind !== 'condition' ||
    term.not === true ||
    term.keyQuoted ||
    term.key !== name
  );
}

const printedText = ({ text, quoted }: QueryText, isValue: boolean) =>
  quoted || needsQuotes(text, isValue) ? printedQuoted(text) : text;

/** A term without its operators. */
export function printTerm(term: QueryTerm): string {
  if (term.kind === 'group') return `(${printQuery(term.terms.map((placed) => placed.term))})`;
  if (term.kind === 'text') return printedText(term, false);
  const { key: name, keyQuoted, comparison: comparedBy, value } = term;
  const written =
    value.kind === 'range'
      ? `${value.from ?? ''}..${value.to ?? ''}`
      : printedText(
          // Without quotation marks its first character would be read as the end of <= or >=.
          {
            ...value,
            quoted: value.quoted || (/[<>]$/.test(comparedBy) && value.text.startsWith('=')),
          },
          comparedBy === ':',
        );
  return (keyQuoted || needsQuotedKey(name) ? printedQuoted(name) : name) + comparedBy + written;
}

export const printQuery = (terms: readonly QueryTerm[]): string =>
  terms
    .map((term) => `${term.or ? 'OR ' : ''}${term.not ? 'NOT ' : ''}${printTerm(term)}`)
    .join(' ');
