import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { edgeKey, layoutGraph, restKey } from '../../ui/graph/graph-layout.ts';
import drawing from '../../ui/graph/Graph.module.css';
import { GraphFrame } from '../../ui/graph/GraphFrame.tsx';
import { GraphRest } from '../../ui/graph/GraphRest.tsx';
import { useNodeFocus } from '../../ui/graph/useNodeFocus.ts';
import { usePanZoom } from '../../ui/graph/usePanZoom.ts';
import { usePinnedNode } from '../../ui/graph/usePinnedNode.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import {
  type AccessEdge,
  type AccessGraphData,
  type AccessNode,
  columnsBetween,
  openGroup,
  type OpenGroups,
  foldLargeGroups,
  type ShownAccess,
} from './access-graph.ts';
import { useAccessGraphTexts } from './access-graph.texts.ts';
import classes from './AccessGraph.module.css';
import { AccessTree } from './AccessTree.tsx';

const nodeSize = { width: 208, height: 68 };
const edgeHeight = 20;

interface AccessGraphProps {
  graph: AccessGraphData;
  /** The node that the graph is about. */
  root: string;
  /** On which side of the root the others are. */
  side: 'out' | 'in';
  /** Rendered beside the buttons that zoom: the way back to the list. */
  action: ReactNode;
  /** What is missing, and why. */
  notes?: ReactNode;
}

/** Who can open what and why: a drawing, and on small screens and paper a list. */
export function AccessGraph({ graph, root, side, action, notes }: AccessGraphProps) {
  const t = useAccessGraphTexts();
  const [open, setOpen] = useState<OpenGroups>(new Map());
  const shown = useMemo(() => foldLargeGroups(graph, open), [graph, open]);
  const isSmall = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const expand = (group: string) => setOpen((now) => openGroup(now, group));
  return (
    <>
      {isSmall ? (
        <Panel title={t.title} action={action}>
          <div data-on="screen">
            <AccessTree shown={shown} root={root} side={side} onOpen={expand} />
          </div>
        </Panel>
      ) : (
        <Drawing shown={shown} root={root} side={side} action={action} onOpen={expand} />
      )}
      <div data-on="paper">
        <AccessTree shown={{ ...graph, hidden: [] }} root={root} side={side} />
      </div>
      {notes}
    </>
  );
}

interface DrawingProps extends Pick<AccessGraphProps, 'root' | 'side' | 'action'> {
  shown: ShownAccess;
  onOpen: (group: string) => void;
}

function Drawing({ shown, root, side, action, onOpen }: DrawingProps) {
  const t = useAccessGraphTexts();
  const { nodes, edges, hidden } = shown;
  const placed = useMemo(
    () => layoutGraph(layoutShape(shown, side), false, nodeSize),
    [shown, side],
  );
  const { width, height } = placed;
  const middle = placed.nodes.find(({ id }) => id === root) ?? { id: root, x: 0, y: 0 };
  const panZoom = usePanZoom({ width, height }, middle);
  const { frame, bringIntoSight, touch, shift } = panZoom;
  const pinNode = usePinnedNode(placed.nodes, middle, shift);
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const placeOf = new Map(placed.edges.map(({ key, at }) => [key, at]));
  const linked = placed.nodes.filter(({ id }) => nodeOf.get(id)?.path);
  const { entrance, setCurrent, moveFrom } = useNodeFocus(
    frame,
    { nodes: linked, nodeSize },
    linked[0]?.id ?? root,
    bringIntoSight,
  );
  return (
    <div data-on="screen">
      <GraphFrame
        title={t.title}
        beside={t.count(nodes.length, edges.length)}
        action={action}
        hint={t.hint}
        placed={placed}
        panZoom={panZoom}
        hasOwnNames
      >
        {placed.nodes.map((position) => {
          const node = nodeOf.get(position.id);
          if (!node) return null;
          const tabIndex = node.id === entrance ? 0 : -1;
          return [
            <NodeBox
              key={node.id}
              node={node}
              position={position}
              isRoot={node.id === root}
              tabIndex={tabIndex}
              onFocus={() => setCurrent(node.id)}
              onKeyDown={(event) => moveFrom(position, event)}
            />,
            ...edges
              .filter(({ to }) => to === node.id)
              .map((edge) => (
                <EdgeName
                  key={edgeKey(edge.from, edge.to)}
                  edge={edge}
                  at={placeOf.get(edgeKey(edge.from, edge.to))}
                  name={t.edge(nodeOf.get(edge.from)?.name ?? '', node.name, edge.reason)}
                  tabIndex={tabIndex}
                />
              )),
          ];
        })}
        {placed.rests.map((rest) => {
          const group = rest.rest.group ?? '';
          return (
            <GraphRest
              key={restKey(rest.rest)}
              rest={rest}
              label={t.more(
                rest.rest.count,
                hidden.find((each) => each.group === group)?.label ?? '',
              )}
              onOpen={() => {
                touch();
                pinNode(root);
                onOpen(group);
              }}
            />
          );
        })}
      </GraphFrame>
    </div>
  );
}

interface NodeBoxProps {
  node: AccessNode;
  position: { x: number; y: number };
  isRoot: boolean;
  tabIndex: number;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function NodeBox({ node, position, isRoot, tabIndex, onFocus, onKeyDown }: NodeBoxProps) {
  const t = useAccessGraphTexts();
  const { width, height } = nodeSize;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles events of its link
    <li
      className={`${drawing.node} ${classes.node}`}
      data-node={node.id}
      data-middle={isRoot || undefined}
      style={{
        transform: `translate(${position.x - width / 2}px, ${position.y - height / 2}px)`,
        ...nodeSize,
      }}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <span className={classes.kind}>{node.kindName ?? t.kinds[node.kind]}</span>
      {node.path ? (
        <PathLink
          to={node.path}
          isOneOfQueries
          className={drawing.title}
          tabIndex={tabIndex}
          title={node.name}
        >
          {node.name}
        </PathLink>
      ) : (
        <span className={drawing.title} title={node.name}>
          {node.name}
        </span>
      )}
      {node.detail && (
        <span className={classes.detail} title={node.detail}>
          {node.detail}
        </span>
      )}
    </li>
  );
}

interface EdgeNameProps {
  edge: AccessEdge;
  at: { x: number; y: number } | undefined;
  /** The whole reason with both ends. */
  name: string;
  tabIndex: number;
}

/** The reason on an arrow; a link to where it is changed. */
function EdgeName({ edge, at, name, tabIndex }: EdgeNameProps) {
  if (!at) return null;
  return (
    <li
      className={classes.edge}
      style={{
        transform: `translate(calc(${at.x}px - 50%), ${at.y - edgeHeight / 2}px)`,
        height: edgeHeight,
      }}
    >
      {edge.path ? (
        <PathLink to={edge.path} tabIndex={tabIndex} title={edge.reason} aria-label={name}>
          {edge.label}
        </PathLink>
      ) : (
        <span title={edge.reason}>
          <span aria-hidden>{edge.label}</span>
          <span className={classes.spoken}>{name}</span>
        </span>
      )}
    </li>
  );
}

function layoutShape({ nodes, edges, hidden }: ShownAccess, side: 'out' | 'in') {
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]));
  const kindOf = (id: string) => kinds.get(id) ?? 'holder';
  return {
    nodes: nodes.map(({ id }) => id),
    edges: edges.map(({ from, to, label }) => ({
      from,
      to,
      names: [label],
      span: columnsBetween(kindOf(from), kindOf(to), nodes),
    })),
    rests: hidden.map(({ group, beside, first, count, label }) => ({
      of: beside,
      side,
      group,
      name: label,
      count,
      atLeast: false,
      span: columnsBetween(
        side === 'out' ? kindOf(beside) : first.kind,
        side === 'out' ? first.kind : kindOf(beside),
        nodes,
      ),
    })),
  };
}
