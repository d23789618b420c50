import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { referencedBy } from '@annals/contracts/objects';
import { CallError } from '../../../../platform/api/errors.ts';
import { limitedQueryOf } from '../../../../platform/api/limited-query.ts';
import type { ShownGraph, Side } from '../../../../ui/graph/graph-layout.ts';
import { targetQuery } from '../../shared/object.queries.ts';
import type { ShownQuery } from '../../../../domain/time-travel/as-of-search.ts';
import {
  perStep,
  computeVisibleGraph,
  sourcesOf,
  collapsedNode,
  type GraphState,
  type NodeState,
} from './graph-state.ts';

/** The graph around a timeline as of a moment; each side of each node expands step by step. */
export function useExpandableGraph(partitionId: string, middle: string, view: ShownQuery) {
  const client = useQueryClient();
  const [state, setState] = useState<GraphState>(
    () => new Map([[middle, { ...collapsedNode, shown: { out: perStep, in: perStep } }]]),
  );
  const [error, setError] = useState<Error>();
  const asked = useRef(new Set<string>());
  const graph = computeVisibleGraph(state, middle);

  const change = (id: string, to: (nodeState: NodeState) => Partial<NodeState>) =>
    setState((now) => {
      const nodeState = now.get(id) ?? collapsedNode;
      return new Map(now).set(id, { ...nodeState, ...to(nodeState) });
    });

  /** Fetches each item once; a failed one is fetched again when it is needed. */
  function once<T>(what: string, ask: () => Promise<T>, then: (answer: T) => void) {
    if (asked.current.has(what)) return;
    asked.current.add(what);
    ask().then(then, (failure: unknown) => {
      asked.current.delete(what);
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    });
  }
  const askVersion = (id: string) =>
    once(
      `version ${id}`,
      () => client.query(targetQuery(partitionId, id, view)).catch(nullWhereRefused),
      (version) => change(id, () => (version ? { version } : { version, incoming: [] })),
    );
  const askIncoming = (id: string, objectId: string, cursor: string | undefined) =>
    once(
      `incoming ${id} ${cursor ?? ''}`,
      () =>
        client.query({
          ...limitedQueryOf(referencedBy, {
            params: { partitionId, objectId },
            query: { ...view, pageSize: perStep, cursor },
          }),
          staleTime: 60_000,
        }),
      (page) => {
        change(id, ({ incoming = [] }) => ({
          incoming: [...(cursor === undefined ? [] : incoming), ...page.data],
          incomingCursor: page.nextCursor,
        }));
        for (const { object } of page.data)
          // Other services may omit the references of listed objects.
          if (object.timelineId !== undefined && object.references)
            change(object.timelineId, ({ version = object }) => ({ version }));
      },
    );

  const ask = useEffectEvent((seen: ShownGraph) => {
    for (const id of seen.nodes) {
      const nodeState = state.get(id) ?? collapsedNode;
      if (nodeState.version === undefined) {
        if (!isListed(state, id)) askVersion(id);
      } else if (nodeState.version && nodeState.incoming === undefined)
        askIncoming(id, nodeState.version.id, undefined);
      else if (
        nodeState.version &&
        nodeState.incomingCursor &&
        nodeState.shown.in > sourcesOf(nodeState).length
      )
        askIncoming(id, nodeState.version.id, nodeState.incomingCursor);
    }
  });
  useEffect(() => {
    if (error === undefined) ask(graph);
  }, [graph, error]);

  return {
    state,
    graph,
    error,
    retry: () => setError(undefined),
    /** Shows the next neighbours on a side. */
    expand: (id: string, side: Side) =>
      change(id, ({ shown }) => ({ shown: { ...shown, [side]: shown[side] + perStep } })),
    collapse: (id: string, side: Side) =>
      change(id, ({ shown }) => ({ shown: { ...shown, [side]: 0 } })),
  };
}

/** Whether it was listed with its references; then its version is already being stored. */
function isListed(state: GraphState, id: string): boolean {
  return [...state.values()].some(({ incoming }) =>
    incoming?.some(({ object }) => object.timelineId === id && object.references),
  );
}

/** Missing and invisible objects still appear in the graph. */
function nullWhereRefused(failure: unknown): null {
  if (failure instanceof CallError && failure.status < 500) return null;
  throw failure;
}
