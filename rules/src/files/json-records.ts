import { type JsonFlaw, LossyJson, parseStrictJson } from '../json/strict-json.ts';
import { isObject } from '../json-values.ts';
import { endOfString } from '../json/json-tokens.ts';
import { type JsonFault, UnreadableFile } from './unreadable-file.ts';

/** A value of a JSON file, with the line in which it starts. */
export type JsonRecord =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly flaw: JsonFlaw; readonly why?: string };

/** What makes a value of a text, or throws LossyJson. */
export type JsonParser = typeof parseStrictJson;

/** The value of one line or part of a file. */
export function readRecord(
  number: number,
  text: string,
  parse: JsonParser = parseStrictJson,
): JsonRecord {
  try {
    // Files that somebody has put together have a mark wherever one of them begins.
    return { number, value: parse(text.startsWith('\uFEFF') ? text.slice(1) : text) };
  } catch (error) {
    if (!(error instanceof LossyJson)) throw error;
    const why = error.cause instanceof Error ? { why: error.cause.message } : {};
    return { number, flaw: error.flaw, ...why };
  }
}

/** Whether a file has one JSON value in each line, by the beginning of its text. */
export function isLinewise(beginning: string): boolean {
  const line = beginning.split('\n').find((each) => each.trim() !== '');
  if (line === undefined) return true;
  try {
    return !Array.isArray(JSON.parse(line));
  } catch {
    const start = skipSpace(line, line.startsWith('\uFEFF') ? 1 : 0);
    // A list and remarks stand in no line of their own, so what is wrong in them is looked for in the whole text.
    if ('[/'.includes(line[start] ?? ' ')) return false;
    return line[start] !== '{' || scanValue(line, start).isClosed;
  }
}

/**
 * The records of a JSON text that is no list of lines: the elements of a list, or values that follow each other in as many
 * lines as they need.
 * @throws UnreadableFile at a place where no value can start or end
 */
export function recordsOfJson(text: string, parse: JsonParser): JsonRecord[] {
  const records: JsonRecord[] = [];
  let line = 1;
  let counted = 0;
  const lineAt = (at: number): number => {
    for (let next = text.indexOf('\n', counted); next !== -1 && next < at;) {
      line += 1;
      counted = next + 1;
      next = text.indexOf('\n', counted);
    }
    return line;
  };
  const broken = (at: number, fault: JsonFault) =>
    new UnreadableFile('brokenJson', {
      row: lineAt(at),
      fault: text[at] === '/' ? 'remark' : fault,
    });
  const start = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
  const isList = text[start] === '[';
  let at = isList ? skipSpace(text, start + 1) : start;
  const isOver = () => at >= text.length || (isList && text[at] === ']');
  for (let isFirst = true; !isOver(); isFirst = false) {
    if (isList && !isFirst) {
      if (text[at] !== ',') throw broken(at, 'noComma');
      const comma = at;
      at = skipSpace(text, at + 1);
      if (text[at] === ']') throw broken(comma, 'lastComma');
    }
    const { end } = scanValue(text, at);
    if (end <= at || text[at] === '/') throw broken(at, 'noValue');
    records.push(readRecord(lineAt(at), text.slice(at, end), parse));
    at = skipSpace(text, end);
  }
  if (!isList) return records;
  if (at >= text.length) throw broken(text.length, 'notClosed');
  const after = skipSpace(text, at + 1);
  if (after < text.length) throw broken(after, 'more');
  return records;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1;
  return at;
}

/** Where a value ends, and whether all of its brackets are closed there. */
function scanValue(text: string, start: number): { end: number; isClosed: boolean } {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = endOfString(text, at);
      if (end <= at) return { end: text.length, isClosed: false };
      at = end - 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      if (depth === 0) return { end: at, isClosed: true };
      depth -= 1;
    } else if (depth === 0 && ', \t\r\n'.includes(character)) return { end: at, isClosed: true };
    if (depth === 0 && '}]"'.includes(character)) return { end: at + 1, isClosed: true };
  }
  return { end: text.length, isClosed: depth === 0 };
}

/**
 * Whether a record is a version to import, and not an object of somebody else that also has a key. A version in which
 * something is missing is one: all that it has are parts of versions.
 */
export const isVersionRecord = (value: unknown): boolean =>
  isObject(value) &&
  'key' in value &&
  ('objectData' in value ||
    'ended' in value ||
    Object.keys(value).every((name) => partsOfVersions.has(name)));

const partsOfVersions = new Set([
  'key',
  'type',
  'id',
  'modificationDate',
  'modificationUserId',
  'reason',
  'references',
  'restored',
]);

/**
 * The objects in a JSON file of somebody else: its elements, those of the only list in it, or the members of an object
 * with their names.
 */
export function objectsIn(records: readonly JsonRecord[]): {
  objects: readonly JsonRecord[];
  /** Whether each has its name in the property that is called so. */
  nameProperty?: string;
} {
  const [first] = records;
  if (records.length !== 1 || !first || !('value' in first) || !isObject(first.value))
    return { objects: records };
  const members = Object.entries(first.value);
  const lists = members.filter(
    ([, value]) => Array.isArray(value) && value.length > 0 && value.every(isObject),
  );
  const [only] = lists;
  if (only && lists.length === 1)
    return {
      objects: (only[1] as unknown[]).map((value, index) => ({ number: index + 1, value })),
    };
  if (members.length < 2 || !members.every(([, value]) => isObject(value)))
    return { objects: records };
  const nameProperty = ['key', 'id', 'name', 'property'].find(
    (name) => !members.some(([, value]) => isObject(value) && name in value),
  );
  if (nameProperty === undefined) return { objects: records };
  return {
    nameProperty,
    objects: members.map(([name, value], index) => ({
      number: index + 1,
      value: { [nameProperty]: name, ...(value as object) },
    })),
  };
}
