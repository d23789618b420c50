import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useId, useMemo } from 'react';
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx';
import { titleOf } from '../../../../domain/object-title/title-of.ts';
import { Panel } from '../../../../ui/states/Panel.tsx';
import { useTimeTravel } from '../../../../domain/time-travel/useTimeTravel.ts';
import { latestPath } from '../../shared/object-paths.ts';
import { layoutGraph, restKey, restSize } from './graph-layout.ts';
import { type Side, collapsedNode } from './graph-state.ts';
import { useGraphTexts } from './graph.texts.ts';
import { GraphEdges } from './GraphEdges.tsx';
import { GraphNode } from './GraphNode.tsx';
import { GraphZoom } from './GraphZoom.tsx';
import classes from './ReferenceGraph.module.css';
import { useExpandableGraph } from './useExpandableGraph.ts';
import { useNodeFocus } from './useNodeFocus.ts';
import { usePanZoom } from './usePanZoom.ts';
import { usePinnedNode } from './usePinnedNode.ts';

interface ReferenceGraphProps {
  partitionId: string;
  /** The central timeline. */
  timelineId: string;
}

/** The references around an object as of the shown moment, expanded step by step. */
export function ReferenceGraph({ partitionId, timelineId }: ReferenceGraphProps) {
  const t = useGraphTexts();
  const hintId = useId();
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
  const { frame, view, handlers, fit, zoomIn, zoomOut, bringIntoSight, touch, shift } = usePanZoom(
    { width, height },
    middle,
  );
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
  function zoomByKey(event: KeyboardEvent<HTMLElement>) {
    const actions: Record<string, () => void> = { '+': zoomIn, '-': zoomOut, '0': fit };
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  /** Changes a side of a node, which stays where it is. */
  const changeSide = (id: string, side: Side, change: typeof expand) => {
    touch();
    pinNode(id);
    change(id, side);
  };

  return (
    <Panel
      title={t.title}
      beside={t.count(graph.nodes.length, graph.edges.length)}
      flush
      action={<GraphZoom zoomOut={zoomOut} zoomIn={zoomIn} fit={fit} />}
    >
      {error && <ErrorPanel error={error} onRetry={retry} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons above do the same */}
      <div
        ref={frame}
        role="group"
        className={classes.frame}
        aria-label={t.title}
        aria-describedby={hintId}
        onKeyDown={zoomByKey}
        {...handlers}
      >
        <div
          className={classes.plane}
          style={{
            width,
            height,
            ...(view
              ? { transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }
              : { visibility: 'hidden' }),
          }}
        >
          <GraphEdges {...placed} />
          <ul className={classes.nodes}>
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
            {rests.map(({ rest, x, y }) => (
              <li
                key={restKey(rest)}
                className={classes.rest}
                style={{
                  transform: `translate(${x - restSize.width / 2}px, ${y - restSize.height / 2}px)`,
                  ...restSize,
                }}
              >
                <button
                  type="button"
                  aria-label={(rest.side === 'in' ? t.moreIn : t.moreOut)(titleFor(rest.of))}
                  onClick={() => changeSide(rest.of, rest.side, expand)}
                >
                  {t.more(rest.count, rest.atLeast)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p id={hintId} className={classes.hint}>
        {t.hint}
      </p>
    </Panel>
  );
}
