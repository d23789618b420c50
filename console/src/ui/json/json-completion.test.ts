// @vitest-environment node
import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { completionsAt } from './json-completion.ts';
import { rangeOfPath } from './json-positions.ts';

const schema = {
  required: ['state'],
  properties: {
    title: { type: 'string' },
    state: { enum: ['draft', 'final'] },
    done: { type: 'boolean' },
    links: { type: 'array', items: { properties: { href: {}, kind: { const: 'web' } } } },
    marks: { type: 'array', items: { enum: ['a', 'b'] } },
  },
};

/** The completions at the `|` in a text, and the part of the text that they replace. */
function offered(marked: string, help: Parameters<typeof completionsAt>[1] = { schema }) {
  const pos = marked.indexOf('|');
  const doc = marked.replace('|', '');
  const state = EditorState.create({ doc, extensions: [json()] });
  const found = completionsAt(new CompletionContext(state, pos, true), help);
  return found && [doc.slice(found.from, found.to), found.options.map(({ label }) => label)];
}

it.each([
  ['{|}', '', ['"title"', '"state"', '"done"', '"links"', '"marks"']],
  ['{"title": "a",\n"d|\n}', '"d', ['"state"', '"done"', '"links"', '"marks"']],
  ['{"title": "a", "s|": 1}', '"s', ['"state"', '"done"', '"links"', '"marks"']],
  ['{"state": |}', '', ['"draft"', '"final"']],
  ['{"state": "d|"}', '"d"', ['"draft"', '"final"']],
  ['{"state": "d|\n}', '"d', ['"draft"', '"final"']],
  ['{"done": t|}', 't', ['true', 'false']],
  ['{"links": [{"href": 1}, {|}]}', '', ['"href"', '"kind"']],
  ['{"links": [{"kind": |}]}', '', ['"web"']],
  ['{"marks": ["a", |]}', '', ['"a"', '"b"']],
])('offers completions at %j', (marked, replaced, labels) => {
  const found = offered(marked);
  expect(found?.[1]).toEqual(labels);
  expect(String(found?.[0]).startsWith(replaced)).toBe(true);
});

it('offers common property names when there is no schema', () => {
  expect(offered('{"title": 1, |}', { names: ['title', 'place'] })?.[1]).toEqual(['"place"']);
  expect(offered('{"inner": {|}}', { names: ['title'] })).toBeNull();
});

it('finds the position of a property or element, or of its parent if it is missing', () => {
  const doc = '{"a": [1, {"b/c": "x"}], "d": 2}';
  const state = EditorState.create({ doc, extensions: [json()] });
  const at = (...path: string[]) => {
    const { from, to } = rangeOfPath(state, path);
    return doc.slice(from, to);
  };
  expect(at('a', '0')).toBe('1');
  expect(at('a', '1', 'b/c')).toBe('"b/c"');
  expect(at('a', '1', 'missing')).toBe('{');
  expect(at('d')).toBe('"d"');
});
