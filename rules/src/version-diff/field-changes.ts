import type { DiffNode, ElementDiff } from './diff-json.ts';
import { escapeToken } from '../json-values.ts';

export interface PathStep {
  readonly kind: 'property' | 'element';
  /** A property's name, an element's identifying value or, without one, its position from 1 as `#3`. */
  readonly text: string;
}

export interface FieldChange {
  readonly status: 'added' | 'removed' | 'changed' | 'moved';
  readonly path: readonly PathStep[];
  /** RFC 6901, in the newer version; for removed values, in the older one. */
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** For a moved element: its positions, from 1. */
  readonly places?: readonly [from: number, to: number];
}

export interface UnchangedField {
  readonly path: readonly PathStep[];
  readonly pointer: string;
  readonly value: unknown;
}

export interface FieldChanges {
  readonly changes: readonly FieldChange[];
  /** The largest parts that are the same in both. */
  readonly unchanged: readonly UnchangedField[];
}

/** The tree of a diff as a list of fields, in the order of the newer version. */
export function fieldChanges(root: DiffNode): FieldChanges {
  const changes: FieldChange[] = [];
  const unchanged: UnchangedField[] = [];
  const visit = (node: DiffNode, path: readonly PathStep[], pointer: string): void => {
    switch (node.kind) {
      case 'same':
        unchanged.push({ path, pointer, value: node.value });
        break;
      case 'added':
        changes.push({ status: 'added', path, pointer, after: node.after });
        break;
      case 'removed':
        changes.push({ status: 'removed', path, pointer, before: node.before });
        break;
      case 'replaced':
        changes.push({ status: 'changed', path, pointer, before: node.before, after: node.after });
        break;
      case 'object':
        for (const [name, child] of node.properties)
          visit(
            child,
            [...path, { kind: 'property', text: name }],
            `${pointer}/${escapeToken(name)}`,
          );
        break;
      case 'array':
        for (const element of node.elements) {
          const elementPath: PathStep[] = [
            ...path,
            { kind: 'element', text: elementText(element) },
          ];
          const elementPointer = `${pointer}/${element.to ?? element.from ?? 0}`;
          if (element.moved && element.from !== null && element.to !== null)
            changes.push({
              status: 'moved',
              path: elementPath,
              pointer: elementPointer,
              places: [element.from + 1, element.to + 1],
            });
          visit(element.node, elementPath, elementPointer);
        }
        break;
    }
  };
  visit(root, [], '');
  return { changes, unchanged };
}

function elementText(element: ElementDiff): string {
  return element.identity ?? `#${(element.to ?? element.from ?? 0) + 1}`;
}
