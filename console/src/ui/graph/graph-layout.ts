import { Graph, layout } from '@dagrejs/dagre';

const nodeSize = { width: 208, height: 76 };
/** Two ranks and the name between them fit a phone at a scale that can be read. */
const narrowNodeSize = { width: 144, height: 72 };
export const restSize = { width: 104, height: 32 };

export type Side = 'out' | 'in';

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
  /** How many columns it spans, if the graph has columns. */
  readonly span?: number;
}

/** The neighbours of an expanded node that the next step would show. */
export interface HiddenNeighbours {
  readonly of: string;
  readonly side: Side;
  readonly count: number;
  /** Whether there may be more. */
  readonly atLeast: boolean;
  /** Which of its neighbours, if it has several kinds. */
  readonly group?: string;
  /** What they have in common: the name of the edge to them. */
  readonly name?: string;
  readonly span?: number;
}

export interface ShownGraph {
  readonly nodes: readonly string[];
  readonly edges: readonly GraphEdge[];
  readonly rests: readonly HiddenNeighbours[];
}

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
  /** Whether it leads to neighbours that are not shown. */
  isRest: boolean;
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

/**
 * Lays out the graph from left to right: sources are left of their targets. Nodes are closer together on narrow screens.
 * @param size of each node, if it is not the usual one
 */
export function layoutGraph(
  { nodes, edges, rests }: ShownGraph,
  narrow = false,
  size = narrow ? narrowNodeSize : nodeSize,
): GraphLayout {
  const graph = new Graph({ multigraph: true });
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
    graph.setEdge(from, to, { ...labelBox(rest.name ?? ''), minlen: rest.span ?? 1 });
  }
  for (const { from, to, names, span = 1 } of edges)
    graph.setEdge(from, to, { ...labelBox(labelOf(names)), minlen: span });
  layout(graph);
  const pointOf = (id: string): Point => {
    const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
    return { x, y };
  };
  const boxOf = (id: string): Box => ({
    ...pointOf(id),
    half: (id.startsWith('rest:') ? restSize.width : size.width) / 2,
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    nodes: nodes.map((id) => ({ id, ...pointOf(id) })),
    rests: rests.map((rest) => ({ rest, ...pointOf(restKey(rest)) })),
    edges: [
      ...edges.map(({ from, to, names }) => edgeBetween(from, to, labelOf(names))),
      ...rests.map((rest) =>
        rest.side === 'out'
          ? edgeBetween(rest.of, restKey(rest), rest.name ?? '', true)
          : edgeBetween(restKey(rest), rest.of, rest.name ?? '', true),
      ),
    ],
    width,
    height,
    nodeSize: size,
  };

  function edgeBetween(from: string, to: string, label: string, isRest = false): EdgePosition {
    const { points = [], x, y } = graph.edge(from, to) as { points?: Point[] } & Partial<Point>;
    const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
    return {
      key: edgeKey(from, to),
      path: from === to ? roundPath(points) : flowPath(between(boxOf(from), points, boxOf(to))),
      label,
      isRest,
      at: { x: x ?? middle.x, y: y ?? middle.y },
    };
  }
}

export const edgeKey = (from: string, to: string): string => `${from} ${to}`;

export function restKey({ of, side, group = '' }: HiddenNeighbours): string {
  return `rest:${side}:${of}:${group}`;
}

/** The room that the text of an edge takes. */
const labelBox = (label: string) =>
  label === ''
    ? { width: 0, height: 0 }
    : { width: label.length * 7 + 12, height: 20, labelpos: 'c' };

/** The text of an edge, as long as there is room for. */
function labelOf(names: readonly string[]): string {
  const text = names.join(', ');
  return text.length > 32 ? `${text.slice(0, 31)}…` : text;
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
