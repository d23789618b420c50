import type { EditorState } from '@codemirror/state';
import { wholeTree } from './json-errors.ts';

export type SyntaxNode = ReturnType<ReturnType<typeof wholeTree>['resolveInner']>;

const values = new Set(['True', 'False', 'Null', 'Number', 'String', 'Object', 'Array']);

/**
 * The position of a path's value in the text; for a path that does not exist, of its innermost existing ancestor.
 */
export function rangeOfPath(
  state: EditorState,
  path: readonly string[],
): { from: number; to: number } {
  let node = wholeTree(state).topNode.firstChild;
  let shown = node;
  for (const step of path) {
    if (!node) break;
    if (node.name === 'Object') {
      const property = node
        .getChildren('Property')
        .find((one) => nameOfProperty(state, one) === step);
      shown = property?.getChild('PropertyName') ?? shown;
      node = property ? valueIn(property) : null;
    } else if (node.name === 'Array') {
      node = valuesIn(node)[Number(step)] ?? null;
      shown = node ?? shown;
    } else node = null;
  }
  if (!shown) return { from: 0, to: Math.min(1, state.doc.length) };
  // Underlining a whole object or list would not help: its first character is marked.
  const opens = shown.name === 'Object' || shown.name === 'Array';
  return { from: shown.from, to: opens ? Math.min(shown.from + 1, shown.to) : shown.to };
}

/** The path of the object or list that contains a node. */
export function pathToContainer(state: EditorState, container: SyntaxNode): string[] {
  const path: string[] = [];
  for (let node: SyntaxNode | null = container; node; node = node.parent) {
    const { parent }: SyntaxNode = node;
    if (parent?.name === 'Property') path.unshift(nameOfProperty(state, parent) ?? '');
    else if (parent?.name === 'Array') {
      const { from } = node;
      path.unshift(String(valuesIn(parent).findIndex((one) => one.from === from)));
    }
  }
  return path;
}

/** The innermost node around a position. */
export function nodeAt(state: EditorState, position: number): SyntaxNode {
  return wholeTree(state, position).resolveInner(position, -1);
}

export function nameOfProperty(state: EditorState, property: SyntaxNode): string | undefined {
  const name = property.getChild('PropertyName');
  if (!name) return undefined;
  try {
    const parsed: unknown = JSON.parse(state.sliceDoc(name.from, name.to));
    return typeof parsed === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function valueIn(property: SyntaxNode): SyntaxNode | null {
  return valuesIn(property)[0] ?? null;
}

function valuesIn(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (values.has(child.name)) found.push(child);
  return found;
}
