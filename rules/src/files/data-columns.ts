import { RawJson } from '../json/raw-json.ts';
import { isObject } from '../json-values.ts';

/** What all values at a path are; JSON for lists, and values of several kinds. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'json';

export interface DataColumn {
  readonly path: readonly string[];
  readonly kind: ColumnKind;
  /** Whether null occurs beside values of its kind. A column of JSON has it anyway. */
  readonly hasNulls: boolean;
}

interface Node {
  readonly kinds: Set<ColumnKind | 'object' | 'null'>;
  readonly children: Map<string, Node>;
}

const deepest = 4;
/** An object with more names is a map: its entries are no columns. */
const mostNames = 60;

/** Collects the columns that a table of objects needs, one object after the other. */
export class DataColumns {
  readonly #root = newNode();

  add(data: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(data)) note(child(this.#root, name), value, 1);
  }

  /** An object is spread over columns if it is one wherever it occurs. */
  columns(): readonly DataColumn[] {
    return [...this.#root.children].flatMap(([name, node]) => columnsOf(node, [name]));
  }
}

const newNode = (): Node => ({ kinds: new Set(), children: new Map() });

function child({ children }: Node, name: string): Node {
  const known = children.get(name);
  if (known) return known;
  const created = newNode();
  children.set(name, created);
  return created;
}

function note(node: Node, value: unknown, depth: number): void {
  const entries = isObject(value) && depth < deepest ? Object.entries(value) : [];
  if (entries.length === 0) {
    node.kinds.add(kindOf(value));
    return;
  }
  node.kinds.add('object');
  if (node.children.size > mostNames) return;
  for (const [name, inner] of entries) note(child(node, name), inner, depth + 1);
}

function kindOf(value: unknown): ColumnKind | 'null' {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || value instanceof RawJson) return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

function columnsOf({ kinds, children }: Node, path: readonly string[]): DataColumn[] {
  const others = [...kinds].filter((kind) => kind !== 'null');
  const [kind = 'json'] = others;
  const hasNulls = kinds.size > others.length;
  const isSpread = kind === 'object' && !hasNulls && children.size <= mostNames;
  if (others.length > 1 || kind === 'json' || (kind === 'object' && !isSpread))
    return [{ path, kind: 'json', hasNulls: false }];
  if (kind !== 'object') return [{ path, kind, hasNulls }];
  return [...children].flatMap(([name, node]) => columnsOf(node, [...path, name]));
}

/** The value at a path; undefined where there is none. */
export function valueAtPath(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
