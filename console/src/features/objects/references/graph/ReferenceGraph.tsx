import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx';
import { titleOf } from '../../../../domain/object-title/title-of.ts';
import { Panel } from '../../../../ui/states/Panel.tsx';
import { useTimeTravel } from '../../../../domain/time-travel/useTimeTravel.ts';
import { latestPath } from '../../shared/object-paths.ts';
import { layoutGraph, restKey, restSize } from './graph-layout.ts';
import { neighbourInDirection, type Side, collapsedNode } from './graph-state.ts';
import { useGraphTexts } from './graph.texts.ts';
import { GraphNode } from './GraphNode.tsx';
import classes from './ReferenceGraph.module.css';
import { useExpandableGraph } from './useExpandableGraph.ts';
import { usePanZoom } from './usePanZoom.ts';

interface ReferenceGraphProps {
  partitionId: string;
  /** The central timeline. */
  timelineId: string;
}

/** The references around an object as of the shown moment, expanded step by step. */
export function ReferenceGraph({ partitionId, timelineId }: ReferenceGraphProps) {
  const t = useGraphTexts();
  const hintId = useId();
  const arrowId = useId();
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
  const { nodes, rests, edges, width, height, nodeSize } = placed;
  const middle = nodes[0] ?? { x: 0, y: 0 };
  const [current, setCurrent] = useState(timelineId);
  const entrance = nodes.some(({ id }) => id === current) ? current : timelineId;
  const { frame, view, handlers, fit, zoomIn, zoomOut, bringIntoSight, touch, shift } = usePanZoom(
    { width, height },
    middle,
  );

  // The node that was just expanded keeps its position on the screen when the layout changes.
  const anchor = useRef({ id: timelineId, x: middle.x, y: middle.y });
  const restorePosition = useEffectEvent((now: typeof nodes) => {
    const { id, x, y } = anchor.current;
    const node = now.find((one) => one.id === id);
    if (!node) return;
    if (x !== node.x || y !== node.y) shift(x - node.x, y - node.y);
    anchor.current = { id, x: node.x, y: node.y };
  });
  useLayoutEffect(() => restorePosition(nodes), [nodes]);
  const pinNode = (id: string) => {
    touch();
    const node = nodes.find((one) => one.id === id);
    if (node) anchor.current = { id, x: node.x, y: node.y };
  };

  const titleFor = (id: string) => {
    const { version } = state.get(id) ?? collapsedNode;
    return version ? titleOf(version) : id;
  };
  function moveFrom(id: string, event: KeyboardEvent<HTMLElement>) {
    const from = nodes.find((node) => node.id === id);
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbourInDirection(
      event.key,
      from,
      nodes.filter((node) => node.id !== id),
    );
    const node = nodes.find((one) => one.id === next);
    if (!node) return;
    event.preventDefault();
    frame.current
      ?.querySelector<HTMLElement>(`[data-node="${CSS.escape(node.id)}"] a`)
      ?.focus({ preventScroll: true });
    bringIntoSight(node, nodeSize);
  }
  function zoomByKey(event: KeyboardEvent<HTMLElement>) {
    const actions: Record<string, () => void> = { '+': zoomIn, '-': zoomOut, '0': fit };
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  const toggleSide = (id: string, side: Side) => {
    pinNode(id);
    if ((state.get(id) ?? collapsedNode).shown[side] > 0) collapse(id, side);
    else expand(id, side);
  };

  return (
    <Panel
      title={t.title}
      beside={t.count(graph.nodes.length, graph.edges.length)}
      flush
      action={
        <span className={classes.tools}>
          <ActionIcon variant="default" aria-label={t.zoomOut} title={t.zoomOut} onClick={zoomOut}>
            <IconMinus size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t.zoomIn} title={t.zoomIn} onClick={zoomIn}>
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t.fit} title={t.fit} onClick={fit}>
            <IconArrowsMaximize size={16} aria-hidden />
          </ActionIcon>
        </span>
      }
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
          <svg className={classes.edges} width={width} height={height} aria-hidden>
            <defs>
              <marker
                id={arrowId}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                orient="auto-start-reverse"
              >
                <path d="M0,0 L8,4 L0,8 z" className={classes.arrow} />
              </marker>
            </defs>
            {edges.map((edge) => (
              <path
                key={edge.key}
                d={edge.path}
                className={classes.edge}
                data-rest={edge.label === '' || undefined}
                markerEnd={edge.label === '' ? undefined : `url(#${arrowId})`}
              />
            ))}
            {edges.map(
              ({ key, label, at }) =>
                label !== '' && (
                  <text key={key} x={at.x} y={at.y + 4} className={classes.edgeName}>
                    {label}
                  </text>
                ),
            )}
          </svg>
          <ul className={classes.nodes}>
            {nodes.map((node) => {
              const nodeState = state.get(node.id) ?? collapsedNode;
              return (
                <GraphNode
                  key={node.id}
                  node={node}
                  size={nodeSize}
                  nodeState={nodeState}
                  isMiddle={node.id === timelineId}
                  isCurrent={node.id === entrance}
                  path={
                    nodeState.version ? withAsOf(latestPath(partitionId, nodeState.version)) : ''
                  }
                  onFocus={() => setCurrent(node.id)}
                  onKey={(event) => moveFrom(node.id, event)}
                  onToggle={(side) => toggleSide(node.id, side)}
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
                  onClick={() => {
                    pinNode(rest.of);
                    expand(rest.of, rest.side);
                  }}
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
