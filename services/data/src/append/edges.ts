import type { Head } from './draft.ts';
import type { StoredReference, Version } from '../versions/version.ts';

export interface Edge {
  name: string;
  target: string;
  source: string;
  fromSeq: number;
  toSeq: number | null;
}

export interface EdgeChanges {
  /** Edges that were open and end with a version. */
  closed: Omit<Edge, 'fromSeq'>[];
  /** New ones, some of which end within the same versions. */
  opened: Edge[];
}

/**
 * How a run of versions changes who points at whom: only where a reference came or went. An ended timeline points at
 * nothing.
 */
export function edgeChanges(
  versions: Version[],
  headBefore: (timelineId: string) => Pick<Head, 'references' | 'endedDate'> | undefined,
): EdgeChanges {
  const changes: EdgeChanges = { closed: [], opened: [] };
  const pointers = new Map<string, Map<string, StoredReference>>();
  const fresh = new Map<string, Edge>();
  for (const { seq, timelineId: source, references, endedDate } of versions) {
    const before = pointers.get(source) ?? pointersOf(headBefore(source));
    const after = pointersOf({ references, endedDate });
    pointers.set(source, after);
    for (const [pointer, { name, timelineId: target }] of before) {
      if (after.has(pointer)) continue;
      const edge = fresh.get(source + pointer);
      if (edge) edge.toSeq = seq;
      else changes.closed.push({ name, target, source, toSeq: seq });
      fresh.delete(source + pointer);
    }
    for (const [pointer, { name, timelineId: target }] of after) {
      if (before.has(pointer)) continue;
      const edge: Edge = { name, target, source, fromSeq: seq, toSeq: null };
      fresh.set(source + pointer, edge);
      changes.opened.push(edge);
    }
  }
  return changes;
}

function pointersOf(
  head: Pick<Head, 'references' | 'endedDate'> | undefined,
): Map<string, StoredReference> {
  if (!head || head.endedDate !== null) return new Map();
  return new Map(
    head.references.map((reference) => [reference.timelineId + reference.name, reference]),
  );
}
