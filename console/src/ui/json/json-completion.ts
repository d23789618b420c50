import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import { isArray } from '../../platform/json-values/json-values.ts';
import {
  allowedValues,
  propertySchemas,
  requiredNames,
  resolveSchema,
  schemaAlong,
  type JsonSchema,
} from './json-schema.ts';
import { nameOfProperty, nodeAt, pathToContainer, type SyntaxNode } from './json-positions.ts';

/** What is known about the edited data. */
export interface JsonHelp {
  readonly schema?: JsonSchema | undefined;
  /** Common property names of such data, without a schema. */
  readonly names?: readonly string[] | undefined;
}

/** Suggests property names and values while typing. */
export function jsonCompletion(help: () => JsonHelp): Extension {
  return autocompletion({
    override: [(context) => completionsAt(context, help())],
    icons: false,
  });
}

/** The completions at a position. */
export function completionsAt(
  context: CompletionContext,
  { schema, names }: JsonHelp,
): CompletionResult | null {
  const { state, pos, explicit } = context;
  const from = textStart(state, pos) ?? context.matchBefore(/[\w.+-]+/)?.from ?? pos;
  if (!explicit && from === pos) return null;
  const to = textEnd(state, from, pos);
  const container = containerAt(state, from);
  if (!container) return null;
  const named = /("(?:[^"\\\n]|\\.)*")\s*:\s*$/.exec(state.sliceDoc(Math.max(0, from - 500), from));
  const path = pathToContainer(state, container);
  const options =
    container.name === 'Object' && !named
      ? nameOptions(state, container, { schema, names }, colonFollows(state, to))
      : valueOptions(schema && schemaAlong([...path, named?.[1] ? nameIn(named[1]) : '0'], schema));
  return options.length === 0 ? null : { from, to, options };
}

/** The start of the string being typed; it may be unclosed. */
function textStart(state: EditorState, pos: number): number | undefined {
  const line = state.doc.lineAt(pos);
  const before = state.sliceDoc(line.from, pos).replaceAll(/\\./g, 'xx');
  const quotes = before.split('"').length - 1;
  return quotes % 2 === 1 ? line.from + before.lastIndexOf('"') : undefined;
}

function textEnd(state: EditorState, from: number, pos: number): number {
  const node = nodeAt(state, pos);
  const isText = node.name === 'PropertyName' || node.name === 'String';
  return isText && node.from === from ? Math.max(node.to, pos) : pos;
}

function containerAt(state: EditorState, pos: number): SyntaxNode | null {
  const closes = /[\]}]/.test(state.sliceDoc(Math.max(0, pos - 1), pos));
  let at: SyntaxNode | null = nodeAt(state, pos);
  const isAround = ({ name, from, to }: SyntaxNode) =>
    (name === 'Object' || name === 'Array') && from < pos && (pos < to || !closes);
  while (at && !isAround(at)) at = at.parent;
  return at;
}

function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return '';
  }
}

function colonFollows(state: EditorState, to: number): boolean {
  return /^\s*:/.test(state.sliceDoc(to, to + 50));
}

function nameOptions(
  state: EditorState,
  object: SyntaxNode,
  { schema, names = [] }: JsonHelp,
  colon: boolean,
): Completion[] {
  const there = new Set(
    object.getChildren('Property').map((property) => nameOfProperty(state, property)),
  );
  const path = pathToContainer(state, object);
  const inside = schema && schemaAlong(path, schema);
  const required = inside ? requiredNames(inside) : new Set<string>();
  const properties: readonly (readonly [string, unknown])[] = inside
    ? propertySchemas(inside)
    : path.length === 0 && !schema
      ? names.map((name) => [name, undefined] as const)
      : [];
  return properties
    .filter(([name]) => !there.has(name))
    .map(([name, property]) => {
      const text = JSON.stringify(name);
      const option: Completion = {
        label: text,
        displayLabel: name,
        type: 'property',
        boost: required.has(name) ? 1 : 0,
        apply: colon ? text : `${text}: `,
      };
      const about = schema && resolveSchema(property, schema);
      if (about) option.detail = typeText(about);
      if (typeof about?.['description'] === 'string') option.info = about['description'];
      return option;
    });
}

function valueOptions(schema: JsonSchema | undefined): Completion[] {
  if (!schema) return [];
  const values = allowedValues(schema) ?? [
    ...('default' in schema ? [{ value: schema['default'], title: undefined }] : []),
    ...(typeText(schema).includes('boolean')
      ? [true, false].map((value) => ({ value, title: undefined }))
      : []),
  ];
  return values.map(({ value, title = '' }) => ({
    label: JSON.stringify(value) ?? 'null',
    type: 'constant',
    detail: title,
  }));
}

function typeText({ type }: JsonSchema): string {
  return isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : '';
}
