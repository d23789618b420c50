import { jsonLanguage } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { isExact } from '@annals/rules/json/decimals';
import { maxDepth } from '@annals/rules/json/depth';
import { parseStrictJson, type JsonFlaw } from '@annals/rules/json/strict-json';
import type { JsonError, JsonReading } from './json-reading.ts';

interface ErrorRange {
  from: number;
  to: number;
  kind: JsonError['kind'];
}

/** The first position where the text is not valid JSON, or JSON that cannot be stored exactly. */
export function firstJsonError(state: EditorState): ErrorRange | undefined {
  const errors: ErrorRange[] = [];
  const names: Set<string>[] = [];
  wholeTree(state).iterate({
    enter: ({ from, to, name, type }) => {
      if (name === 'Object' || name === 'Array') {
        names.push(new Set());
        if (names.length > maxDepth) errors.push({ from, to: from + 1, kind: 'depth' });
        return;
      }
      const token = state.sliceDoc(from, to);
      const kind = type.isError ? 'syntax' : flawOfToken(name, token, names.at(-1));
      if (kind) errors.push({ from, to, kind });
    },
    leave: ({ name }) => {
      if (name === 'Object' || name === 'Array') names.pop();
    },
  });
  return errors.find((error) => error.kind === 'syntax') ?? errors[0];
}

/** @param names the earlier names in the same object, to which that of the token is added */
function flawOfToken(
  type: string,
  token: string,
  names: Set<string> | undefined,
): JsonFlaw['kind'] | undefined {
  if (type === 'Number') return isExact(token) ? undefined : 'number';
  if (type !== 'String' && type !== 'PropertyName') return undefined;
  const text = stringIn(token);
  if (text === undefined) return 'syntax';
  if (text.includes('\0')) return 'nul';
  if (!text.isWellFormed()) return 'surrogate';
  if (type === 'String') return undefined;
  if (text === '__proto__') return 'forbidden';
  if (names?.has(text)) return 'repeated';
  names?.add(text);
  return undefined;
}

/** Undefined for an escape that the grammar of the editor accepts and JSON does not allow. */
function stringIn(token: string): string | undefined {
  try {
    return JSON.parse(token) as string;
  } catch {
    return undefined;
  }
}

/** Reads the content of the editor as any JSON value. */
export function readValue(state: EditorState): JsonReading<unknown> {
  const error = firstJsonError(state);
  if (error) return { ok: false, error: { kind: error.kind, ...lineAndColumn(state, error.from) } };
  try {
    return { ok: true, value: parseStrictJson(state.doc.toString()) };
  } catch {
    return { ok: false, error: { kind: 'syntax', line: 1, column: 1 } };
  }
}

function lineAndColumn(state: EditorState, position: number): { line: number; column: number } {
  const line = state.doc.lineAt(position);
  return { line: line.number, column: position - line.from + 1 };
}

/** In milliseconds. */
const parsePatience = 500;

/** The editor itself parses only the visible part for a short time; an error may be further down. */
export function wholeTree(state: EditorState, upTo = state.doc.length) {
  return (
    ensureSyntaxTree(state, upTo, parsePatience) ?? jsonLanguage.parser.parse(state.doc.toString())
  );
}
