import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { referencedBy } from '@annals/contracts/objects';
import { CallError } from '../../../../api/errors.ts';
import { limitedQueryOf } from '../../../../api/query.ts';
import { targetQuery, type AsOf } from '../../shared/object.queries.ts';
import {
  perStep,
  shownGraph,
  sourcesOf,
  collapsedNode,
  type GraphState,
  type NodeState,
  type ShownGraph,
  type Side,
} from './graph-state.ts';

/** The graph around a timeline at a moment; each side of each node unfolds step by step. */
export function useExpandableGraph(partitionId: string, middle: string, asOf: AsOf) {
  const client = useQueryClient();
  const [state, setState] = useState<GraphState>(
    () => new Map([[middle, { ...collapsedNode, shown: { out: perStep, in: perStep } }]]),
  );
  const [error, setError] = useState<Error>();
  const asked = useRef(new Set<string>());
  const graph = shownGraph(state, middle);

  const change = (id: string, to: (nodeState: NodeState) => Partial<NodeState>) =>
    setState((now) => {
      const nodeState = now.get(id) ?? collapsedNode;
      return new Map(now).set(id, { ...nodeState, ...to(nodeState) });
    });

  /** Once for each thing; what failed is asked for again when it is wanted again. */
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
      () => client.query(targetQuery(partitionId, id, asOf)).catch(nullWhereRefused),
      (version) => change(id, () => (version ? { version } : { version, incoming: [] })),
    );
  const askIncoming = (id: string, objectId: string, cursor: string | undefined) =>
    once(
      `incoming ${id} ${cursor ?? ''}`,
      () =>
        client.query({
          ...limitedQueryOf(referencedBy, {
            params: { partitionId, objectId },
            query: { asOf, pageSize: perStep, cursor },
          }),
          staleTime: 60_000,
        }),
      (page) => {
        change(id, ({ incoming = [] }) => ({
          incoming: [...(cursor === undefined ? [] : incoming), ...page.data],
          incomingCursor: page.nextCursor,
        }));
        for (const { object } of page.data)
          // A foreign service may leave the references out of what it lists here.
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

/** Whether it came along with its references; then its version is on its way into the state. */
function isListed(state: GraphState, id: string): boolean {
  return [...state.values()].some(({ incoming }) =>
    incoming?.some(({ object }) => object.timelineId === id && object.references),
  );
}

/** What was not there at the moment, or may not be seen, still has its place in the graph. */
function nullWhereRefused(failure: unknown): null {
  if (failure instanceof CallError && failure.status < 500) return null;
  throw failure;
}
