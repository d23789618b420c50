import { Graph, layout } from '@dagrejs/dagre';
import type { HiddenNeighbours, ShownGraph } from './graph-state.ts';

const nodeSize = { width: 208, height: 76 };
/** Two ranks and the name between them fit a phone at a scale that can be read. */
const narrowNodeSize = { width: 144, height: 72 };
export const restSize = { width: 104, height: 32 };

interface Point {
  x: number;
  y: number;
}
interface Box extends Point {
  /** Half of its width. */
  half: number;
}
/** The center of a box. */
export interface NodePosition extends Point {
  id: string;
}
interface HiddenNeighboursPosition extends Point {
  rest: HiddenNeighbours;
}
interface EdgePosition {
  key: string;
  /** An SVG path. */
  path: string;
  label: string;
  at: Point;
}
export interface GraphLayout {
  nodes: NodePosition[];
  rests: HiddenNeighboursPosition[];
  edges: EdgePosition[];
  width: number;
  height: number;
  /** Of each node. */
  nodeSize: { width: number; height: number };
}

/** Lays out the graph from left to right: sources are left of their targets. Nodes are closer together on narrow screens. */
export function layoutGraph({ nodes, edges, rests }: ShownGraph, narrow = false): GraphLayout {
  const graph = new Graph({ multigraph: true });
  const size = narrow ? narrowNodeSize : nodeSize;
  const margin = narrow ? 8 : 24;
  graph.setGraph({
    rankdir: 'LR',
    nodesep: 20,
    ranksep: narrow ? 24 : 56,
    marginx: margin,
    marginy: margin,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of nodes) graph.setNode(id, { ...size });
  for (const rest of rests) {
    graph.setNode(restKey(rest), { ...restSize });
    const [from, to] = rest.side === 'out' ? [rest.of, restKey(rest)] : [restKey(rest), rest.of];
    graph.setEdge(from, to, { width: 0, height: 0 });
  }
  for (const { from, to, names } of edges)
    graph.setEdge(from, to, { width: labelOf(names).length * 6.5 + 12, height: 20, labelpos: 'c' });
  layout(graph);
  const pointOf = (id: string): Point => {
    const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
    return { x, y };
  };
  const boxOf = (id: string): Box => ({
    ...pointOf(id),
    half: (id.startsWith('rest ') ? restSize.width : size.width) / 2,
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    nodes: nodes.map((id) => ({ id, ...pointOf(id) })),
    rests: rests.map((rest) => ({ rest, ...pointOf(restKey(rest)) })),
    edges: [
      ...edges.map(({ from, to, names }) => edgeBetween(from, to, labelOf(names))),
      ...rests.map((rest) =>
        rest.side === 'out'
          ? edgeBetween(rest.of, restKey(rest), '')
          : edgeBetween(restKey(rest), rest.of, ''),
      ),
    ],
    width,
    height,
    nodeSize: size,
  };

  function edgeBetween(from: string, to: string, label: string): EdgePosition {
    const { points = [], x, y } = graph.edge(from, to) as { points?: Point[] } & Partial<Point>;
    const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
    return {
      key: `${from} ${to}`,
      path: from === to ? roundPath(points) : flowPath(between(boxOf(from), points, boxOf(to))),
      label,
      at: { x: x ?? middle.x, y: y ?? middle.y },
    };
  }
}

export function restKey({ of, side }: HiddenNeighbours): string {
  return `rest ${side} ${of}`;
}

function labelOf(names: readonly string[]): string {
  const text = names.join(', ');
  return text.length > 28 ? `${text.slice(0, 27)}…` : text;
}

/** The path between the sides of two nodes, through the points of the layout. */
function between(from: Box, points: readonly Point[], to: Box): Point[] {
  const side = to.x >= from.x ? 1 : -1;
  return [
    { x: from.x + side * from.half, y: from.y },
    ...points.slice(1, -1),
    { x: to.x - side * to.half, y: to.y },
  ];
}

/** A curve through the points, horizontal at each. */
function flowPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let before = first;
  const curves = rest.map((point) => {
    const middle = (before.x + point.x) / 2;
    const curve = `C${at({ x: middle, y: before.y })} ${at({ x: middle, y: point.y })} ${at(point)}`;
    before = point;
    return curve;
  });
  return `M${at(first)} ${curves.join(' ')}`;
}

/** A loop from a node to itself. */
function roundPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  return first ? `M${at(first)} ${rest.map((point) => `L${at(point)}`).join(' ')}` : '';
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
}
