import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { titleOf } from '../../../../domain/object-title/title-of.ts';
import { useTimeTravel } from '../../../../domain/time-travel/useTimeTravel.ts';
import { latestPath } from '../../shared/object-paths.ts';
import { layoutGraph, restKey, type Side } from '../../../../ui/graph/graph-layout.ts';
import { GraphFrame } from '../../../../ui/graph/GraphFrame.tsx';
import { GraphRest } from '../../../../ui/graph/GraphRest.tsx';
import { useNodeFocus } from '../../../../ui/graph/useNodeFocus.ts';
import { usePanZoom } from '../../../../ui/graph/usePanZoom.ts';
import { usePinnedNode } from '../../../../ui/graph/usePinnedNode.ts';
import { collapsedNode } from './graph-state.ts';
import { useGraphTexts } from './graph.texts.ts';
import { GraphNode } from './GraphNode.tsx';
import { useExpandableGraph } from './useExpandableGraph.ts';

interface ReferenceGraphProps {
  partitionId: string;
  /** The central timeline. */
  timelineId: string;
}

/** The references around an object as of the shown moment, expanded step by step. */
export function ReferenceGraph({ partitionId, timelineId }: ReferenceGraphProps) {
  const t = useGraphTexts();
  const { shown, withAsOf } = useTimeTravel();
  const { state, graph, error, retry, expand, collapse } = useExpandableGraph(
    partitionId,
    timelineId,
    shown,
  );
  const shape = JSON.stringify(graph);
  const isPhone = useMediaQuery('(max-width: 480px)', false, { getInitialValueInEffect: false });
  const placed = useMemo(
    () => layoutGraph(JSON.parse(shape) as typeof graph, isPhone),
    [shape, isPhone],
  );
  const { nodes, rests, width, height, nodeSize } = placed;
  const middle = nodes[0] ?? { id: timelineId, x: 0, y: 0 };
  const panZoom = usePanZoom({ width, height }, middle);
  const { frame, bringIntoSight, touch, shift } = panZoom;
  const pinNode = usePinnedNode(nodes, { ...middle, id: timelineId }, shift);
  const { entrance, setCurrent, moveFrom } = useNodeFocus(
    frame,
    placed,
    timelineId,
    bringIntoSight,
  );

  const nodeOf = (id: string) => state.get(id) ?? collapsedNode;
  const titleFor = (id: string) => {
    const { version } = nodeOf(id);
    return version ? titleOf(version) : id;
  };
  /** Changes a side of a node, which stays where it is. */
  const changeSide = (id: string, side: Side, change: typeof expand) => {
    touch();
    pinNode(id);
    change(id, side);
  };

  return (
    <GraphFrame
      title={t.title}
      beside={t.count(graph.nodes.length, graph.edges.length)}
      hint={t.hint}
      error={error}
      onRetry={retry}
      placed={placed}
      panZoom={panZoom}
    >
      {nodes.map((node) => {
        const nodeState = nodeOf(node.id);
        const { version } = nodeState;
        return (
          <GraphNode
            key={node.id}
            node={node}
            size={nodeSize}
            nodeState={nodeState}
            isMiddle={node.id === timelineId}
            isCurrent={node.id === entrance}
            path={version ? withAsOf(latestPath(partitionId, version)) : ''}
            onFocus={() => setCurrent(node.id)}
            onKey={(event) => moveFrom(node, event)}
            onToggle={(side) =>
              changeSide(node.id, side, nodeState.shown[side] > 0 ? collapse : expand)
            }
          />
        );
      })}
      {rests.map((hidden) => {
        const { of, side } = hidden.rest;
        return (
          <GraphRest
            key={restKey(hidden.rest)}
            rest={hidden}
            label={(side === 'in' ? t.moreIn : t.moreOut)(titleFor(of))}
            onOpen={() => changeSide(of, side, expand)}
          />
        );
      })}
    </GraphFrame>
  );
}
