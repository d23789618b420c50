import * as z from 'zod/mini';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';

const letters = { GET: 'G', POST: 'P', PUT: 'U', PATCH: 'C', DELETE: 'D' } as const;

/** Whether a call returns a page of a list with a cursor. */
export function isList({ query }: Endpoint): boolean {
  return query instanceof z.core.$ZodObject && 'cursor' in query._zod.def.shape;
}

interface Node {
  calls: string[];
  children: Map<string, Node>;
}

/**
 * All calls as a tree of their paths, which is a third of the size of a list. Each line has a path segment,
 * which continues that of its parent line, and the calls with this path.
 */
export function treeOf(rows: ReadonlyMap<string, { row: Endpoint }>): string {
  const root: Node = { calls: [], children: new Map() };
  for (const [name, { row }] of rows) {
    let node = root;
    for (const segment of row.path.split('/').slice(1)) {
      const next = node.children.get(segment) ?? { calls: [], children: new Map<string, Node>() };
      node.children.set(segment, next);
      node = next;
    }
    node.calls.push(letters[row.method] + name + flagsOf(row));
  }
  return linesOf(root, 0).join('\n');
}

function flagsOf(row: Endpoint): string {
  const isRepeatable = row.method !== 'GET' && (isRead(row) || row.repeatable);
  return `${isList(row) ? '*' : ''}${isRepeatable ? '!' : ''}${row.access.kind === 'public' ? '~' : ''}`;
}

function linesOf(node: Node, depth: number): string[] {
  return [...node.children]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([segment, child]) => {
      let end = child;
      let segments = `/${segment}`;
      // A node without calls and with a single child needs no line.
      for (
        let [onlyChild] = end.children;
        onlyChild && end.calls.length === 0 && end.children.size === 1;
        [onlyChild] = end.children
      ) {
        segments += `/${onlyChild[0]}`;
        end = onlyChild[1];
      }
      const line = `${' '.repeat(depth)}${[segments, ...end.calls].join(' ')}`;
      return [line].concat(linesOf(end, depth + 1));
    });
}
