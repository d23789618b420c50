import { identifyingProperty, identityOf } from '@annals/rules/identifying-property';
import { parseUrl } from '@annals/rules/parse-url';
import { childSchema, type JsonSchema, propertySchemas, resolveSchema } from './json-schema.ts';
import { isArray, isObject, escapeToken } from '../../platform/json-values/json-values.ts';

/** Children of a long list are shown in portions of this size. */
export const childrenPerPage = 100;
/** Longer or multi-line texts are collapsed. */
const foldedLength = 160;
/** Initially, as many levels are expanded as fit into this many rows. */
const firstRows = 60;

export interface TreeRow {
  /** RFC 6901. */
  readonly pointer: string;
  readonly name: string;
  /** The title in the schema. */
  readonly title: string | undefined;
  /** 1 for the properties of the document itself. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly value: unknown;
  readonly kind: 'branch' | 'folded' | 'leaf' | 'more';
  /** For `more`: the number of hidden children. */
  readonly rest: number;
  readonly parent: string | null;
  /** The label of a list element, by its identifying property. */
  readonly identity: string | null;
}

export interface ExpandedState {
  readonly open: ReadonlySet<string>;
  /** The number of shown children of a long list, if more than the first portion. */
  readonly shown: ReadonlyMap<string, number>;
}

/**
 * The visible rows of the tree from top to bottom.
 * @param rootSchema defines the order and titles of properties; unknown ones come last
 */
export function visibleRows(
  root: unknown,
  { open, shown }: ExpandedState,
  rootSchema?: JsonSchema,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (
    value: unknown,
    pointer: string,
    {
      parent,
      level,
      schema,
    }: { parent: string | null; level: number; schema?: JsonSchema | undefined },
  ) => {
    const children = inOrderOf(schema, value);
    const count = Math.min(children.length, shown.get(pointer) ?? childrenPerPage);
    const identifying = isArray(value) ? identifyingProperty(value, value) : null;
    for (const [index, [name, child]] of children.slice(0, count).entries()) {
      const childPointer = `${pointer}/${escapeToken(name)}`;
      const kind = rowKind(child);
      const inner = schema && rootSchema && childSchema(schema, name, rootSchema);
      rows.push({
        pointer: childPointer,
        name,
        title: isArray(value) ? undefined : titleOfSchema(inner),
        level,
        position: index + 1,
        siblings: children.length,
        value: child,
        kind,
        rest: 0,
        parent,
        identity: identifying === null ? null : identityOf(child, identifying),
      });
      if (kind === 'branch' && open.has(childPointer))
        visit(child, childPointer, { parent: childPointer, level: level + 1, schema: inner });
    }
    if (count < children.length)
      rows.push({
        // No segment of a pointer contains a bare tilde, so this cannot be the pointer of a child.
        pointer: `${pointer}/~`,
        name: '',
        title: undefined,
        level,
        position: count + 1,
        siblings: children.length,
        value: undefined,
        kind: 'more',
        rest: children.length - count,
        parent,
        identity: null,
      });
  };
  const schema = rootSchema && resolveSchema(rootSchema, rootSchema);
  visit(root, '', { parent: null, level: 1, schema });
  return rows;
}

/** The order of JSON properties has no meaning, so neither does the order that the service sends. */
function inOrderOf(schema: JsonSchema | undefined, value: unknown) {
  const children = childrenOf(value);
  if (!schema || isArray(value)) return children;
  const places = new Map(propertySchemas(schema).map(([name], index) => [name, index]));
  const placeOf = ([name]: readonly [string, unknown]) => places.get(name) ?? places.size;
  return children.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function titleOfSchema(schema: JsonSchema | undefined): string | undefined {
  const title = schema?.['title'];
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/** The branches expanded initially: level by level, as long as all rows fit. */
export function initiallyExpanded(root: unknown): Set<string> {
  const open = new Set<string>();
  let level: [string, unknown][] = [['', root]];
  let rows = childrenOf(root).length;
  for (;;) {
    const branches = level.flatMap(([pointer, value]) =>
      childrenOf(value)
        .slice(0, childrenPerPage)
        .map(([name, child]): [string, unknown] => [`${pointer}/${escapeToken(name)}`, child])
        .filter(([, child]) => rowKind(child) === 'branch'),
    );
    const added = branches.reduce((sum, [, child]) => sum + childrenOf(child).length, 0);
    if (branches.length === 0 || rows + added > firstRows) return open;
    rows += added;
    for (const [pointer] of branches) open.add(pointer);
    level = branches;
  }
}

/** All branches below a value. */
export function allBranches(value: unknown, pointer = ''): string[] {
  return childrenOf(value).flatMap(([name, child]) => {
    const childPointer = `${pointer}/${escapeToken(name)}`;
    return rowKind(child) === 'branch'
      ? [childPointer].concat(allBranches(child, childPointer))
      : [];
  });
}

/** The state in which nothing is folded or left out. */
export function everythingIn(value: unknown): ExpandedState {
  const branches = allBranches(value);
  return {
    open: new Set(branches),
    shown: new Map(['', ...branches].map((pointer) => [pointer, Number.POSITIVE_INFINITY])),
  };
}

export function childrenOf(value: unknown): (readonly [name: string, child: unknown])[] {
  if (isArray(value)) return value.map((child, index) => [String(index), child]);
  return isObject(value) ? Object.entries(value) : [];
}

/** The URL of a text that consists only of a web link; undefined for other texts. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https?:\/\/[^\s"'<>]+$/i.test(value)) return undefined;
  return parseUrl(value) ? value : undefined;
}

function rowKind(value: unknown): TreeRow['kind'] {
  if (childrenOf(value).length > 0) return 'branch';
  if (typeof value === 'string' && (value.length > foldedLength || value.includes('\n')))
    return 'folded';
  return 'leaf';
}
