import {
  needsQuotes,
  parseQuery,
  printTerm,
  type PlacedTerm,
  type QueryLeaf,
} from '@annals/rules/query';
import { isReferenceName, pathName, type Searched } from '@annals/rules/query-search';

/** What is known about a partition, for suggesting conditions. */
export interface KnownNames {
  types: readonly string[];
  /** The fields by JSON Pointer, with some of their values. */
  fields: ReadonlyMap<string, readonly string[]>;
  references: readonly string[];
  people: readonly string[];
  /** Titles of objects that match the text of a reference. */
  titles: readonly string[];
}

export interface Suggestion {
  /** The replacement for the term. */
  text: string;
  /** False if a value still has to follow. */
  isWhole: boolean;
  /** The key whose description is shown. */
  about?: AboutKey | undefined;
}

const keysOf = {
  objects: ['type', 'author', 'changed', 'created', 'is', 'has', 'no', 'ref'],
  changes: ['changes', 'reason', 'author', 'changed', 'type', 'has', 'no'],
  words: ['type'],
} as const;
export type AboutKey = (typeof keysOf)[Searched][number];

const maxShown = 12;

/** The term being typed at a position, from its start to the caret. */
export function termAt(
  text: string,
  caret: number,
): { start: number; term: QueryLeaf | undefined } {
  return leafAt(parseQuery(text.slice(0, caret)).terms, caret) ?? { start: caret, term: undefined };
}

/** In brackets that are still open, the last of their terms. */
function leafAt(
  terms: readonly PlacedTerm[],
  caret: number,
): { start: number; term: QueryLeaf } | undefined {
  const last = terms.at(-1);
  if (last?.end !== caret || caret === 0) return undefined;
  const { start, term } = last;
  return term.kind === 'group' ? leafAt(term.terms, caret) : { start, term };
}

/** The text whose matching titles are needed while the term is typed. */
export function titleQueryOf(term: QueryLeaf | undefined): string {
  if (term?.kind !== 'condition' || term.value.kind !== 'text' || term.comparison !== ':')
    return '';
  return isReference(term.key) ? term.value.text : '';
}

const isReference = (key: string) => key === 'ref' || isReferenceName(key);

/** The suggestions for a term. */
export function suggestionsFor(
  term: QueryLeaf | undefined,
  searched: Searched,
  known: KnownNames,
): Suggestion[] {
  if (term?.kind === 'condition') return valuesFor(term, known);
  if (term?.quoted) return [];
  const typed = (term?.text ?? '').toLowerCase();
  const keys = keysOf[searched]
    .filter((key) => key.startsWith(typed))
    .map((key): Suggestion => ({ text: `${key}:`, isWhole: false, about: key }));
  if (searched === 'words') return keys;
  const names = [
    ...[...known.fields.keys()].map(pathName),
    ...(searched === 'objects' ? known.references.filter(isReference) : []),
  ];
  // Fields that begin with the text first, then nested ones.
  const rankOf = (name: string) =>
    (name.toLowerCase().startsWith(typed) ? 0 : names.length) + name.split('.').length;
  const fields = names
    .filter((name) => name.toLowerCase().includes(typed))
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((name): Suggestion => ({ text: `${keyOf(name)}:`, isWhole: false }));
  const all = [...keys, ...fields];
  return all.slice(0, typed === '' ? keys.length + 6 : maxShown);
}

/** Quotes a field that has the same name as a key of the language. */
function keyOf(name: string): string {
  const isOwn = Object.values(keysOf).some((keys) => keys.some((key) => key === name));
  const value = { kind: 'text', text: 'x', quoted: false } as const;
  const condition = {
    kind: 'condition',
    key: name,
    keyQuoted: isOwn,
    comparison: ':',
    value,
  } as const;
  return printTerm(condition).slice(0, -':x'.length);
}

function valuesFor(
  { key, keyQuoted, comparison, value }: Extract<QueryLeaf, { kind: 'condition' }>,
  known: KnownNames,
): Suggestion[] {
  if (value.kind === 'range') return [];
  const typed = value.text.toLowerCase();
  const before = `${keyQuoted ? keyOf(key) : key}${comparison}`;
  return valuesOf(keyQuoted ? undefined : key, key, known)
    .filter((one) => one.toLowerCase().includes(typed) && one !== value.text)
    .slice(0, maxShown)
    .map((one) => ({
      text:
        before +
        (needsQuotes(one, true) ? printTerm({ kind: 'text', text: one, quoted: true }) : one),
      isWhole: true,
    }));
}

function valuesOf(
  own: string | undefined,
  key: string,
  { types, fields, people, titles }: KnownNames,
): readonly string[] {
  switch (own) {
    case 'type':
      return types;
    case 'is':
      return ['active', 'ended'];
    case 'author':
      return ['me', ...people];
    case 'has':
    case 'no':
    case 'changes':
      return [...fields.keys()].map(pathName);
    case 'changed':
    case 'created':
      return recentDates(new Date());
  }
  if (own !== undefined && isReference(own)) return titles;
  for (const [pointer, values] of fields) if (pathName(pointer) === key) return values;
  return [];
}

/** Today, this month, this year and last year, in UTC. */
function recentDates(now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  const year = now.getUTCFullYear();
  return [today, today.slice(0, 7), String(year), String(year - 1), `${year}..`];
}

const deepest = 6;
/** The maximum number of fields without a schema: data that uses ids as property names has thousands. */
const maxFields = 60;

/** Adds the fields of versions; if there are too many, those that most versions have. */
export function addFieldsOf(
  fields: Map<string, Set<string>>,
  versions: readonly { objectData?: unknown }[],
): void {
  const found = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { objectData } of versions) {
    const own = new Map<string, Set<string>>();
    addFields(own, objectData);
    for (const pointer of own.keys()) counts.set(pointer, (counts.get(pointer) ?? 0) + 1);
    addFields(found, objectData);
  }
  const byCount = [...found].sort(
    ([left], [right]) => (counts.get(right) ?? 0) - (counts.get(left) ?? 0),
  );
  let left = maxFields;
  for (const [pointer, values] of byCount) {
    const named = fields.get(pointer);
    if (named) for (const value of values) named.add(value);
    else if (left > 0) {
      fields.set(pointer, values);
      left -= 1;
    }
  }
}

const maxValues = 12;
const maxValueLength = 40;

/** Adds the fields of data with some of their values; elements of a list share its pointer. */
export function addFields(
  fields: Map<string, Set<string>>,
  value: unknown,
  path = '',
  depth = 0,
): void {
  if (depth > deepest) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) addFields(fields, item, path, depth);
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      addFields(fields, item, `${path}/${escapeName(name)}`, depth + 1);
    return;
  }
  if (path === '') return;
  const values = fields.get(path) ?? new Set<string>();
  fields.set(path, values);
  const text = String(value);
  if (values.size < maxValues && text !== '' && text.length <= maxValueLength) values.add(text);
}

/** Adds the fields in a JSON Schema. */
export function addSchemaFields(
  fields: Map<string, Set<string>>,
  schema: unknown,
  path = '',
  depth = 0,
): void {
  if (depth > deepest || typeof schema !== 'object' || schema === null) return;
  const { properties, items, enum: values } = schema as Record<string, unknown>;
  if (items !== undefined) addSchemaFields(fields, items, path, depth + 1);
  if (typeof properties === 'object' && properties !== null)
    for (const [name, one] of Object.entries(properties)) {
      const pointer = `${path}/${escapeName(name)}`;
      if (!holdsOthers(one)) fields.set(pointer, fields.get(pointer) ?? new Set());
      addSchemaFields(fields, one, pointer, depth + 1);
    }
  if (Array.isArray(values) && path !== '')
    for (const value of values) if (typeof value !== 'object') addFields(fields, value, path);
}

function holdsOthers(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('properties' in schema) return true;
  return 'items' in schema && holdsOthers(schema.items);
}

const escapeName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
