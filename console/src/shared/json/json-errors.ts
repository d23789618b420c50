import { jsonLanguage } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { isExactNumber, type JsonError, type JsonReading } from './json-reading.ts';

interface ErrorRange {
  from: number;
  to: number;
  kind: JsonError['kind'];
}

/** The first position where the text is not valid JSON, or JSON that cannot be represented exactly. */
export function firstJsonError(state: EditorState): ErrorRange | undefined {
  const source = (from: number, to: number) => state.sliceDoc(from, to);
  const errors: ErrorRange[] = [];
  wholeTree(state).iterate({
    enter: (node) => {
      const { from, to, name } = node;
      if (node.type.isError) errors.push({ from, to, kind: 'syntax' });
      else if (name === 'Number' && !isExactNumber(source(from, to)))
        errors.push({ from, to, kind: 'number' });
      else if (name === 'Object') {
        const seen = new Set<string>();
        for (const property of node.node.getChildren('Property')) {
          const key = property.getChild('PropertyName');
          if (!key) continue;
          const text = source(key.from, key.to);
          if (seen.has(text)) errors.push({ from: key.from, to: key.to, kind: 'duplicate' });
          seen.add(text);
        }
      }
    },
  });
  return errors.find((error) => error.kind === 'syntax') ?? errors[0];
}

/** Reads the content of the editor as any JSON value. */
export function readValue(state: EditorState): JsonReading<unknown> {
  const error = firstJsonError(state);
  if (error) return { ok: false, error: { kind: error.kind, ...lineAndColumn(state, error.from) } };
  try {
    return { ok: true, value: JSON.parse(state.doc.toString()) as unknown };
  } catch {
    // The editor's grammar accepts some escapes that JSON does not allow.
    return {
      ok: false,
      error: { kind: 'syntax', ...lineAndColumn(state, invalidStringAt(state)) },
    };
  }
}

function invalidStringAt(state: EditorState): number {
  let position = 0;
  wholeTree(state).iterate({
    enter: ({ from, to, name }) => {
      if (position > 0 || (name !== 'String' && name !== 'PropertyName')) return;
      try {
        JSON.parse(state.sliceDoc(from, to));
      } catch {
        position = from;
      }
    },
  });
  return position;
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
