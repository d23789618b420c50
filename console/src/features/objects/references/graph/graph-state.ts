import type { ObjectVersion } from '../../../../platform/api/things.ts';
import type {
  GraphEdge,
  HiddenNeighbours,
  ShownGraph,
  Side,
} from '../../../../ui/graph/graph-layout.ts';

/** How many neighbours one step reveals. */
export const perStep = 30;

/** An incoming reference of a node. */
export interface IncomingReference {
  readonly name: string;
  readonly object: ObjectVersion;
}

/** The loaded state of a timeline as of the shown moment. */
export interface NodeState {
  /** Undefined while loading; null if it is not visible. */
  readonly version: ObjectVersion | null | undefined;
  /** Its incoming references, as far as loaded. */
  readonly incoming: readonly IncomingReference[] | undefined;
  readonly incomingCursor: string | null;
  /** The number of visible neighbours on each side. */
  readonly shown: Readonly<Record<Side, number>>;
}

export type GraphState = ReadonlyMap<string, NodeState>;

export const collapsedNode: NodeState = {
  version: undefined,
  incoming: undefined,
  incomingCursor: null,
  shown: { out: 0, in: 0 },
};

/** The distinct targets of a node, in the order of its references. */
export function targetsOf({ version }: NodeState): string[] {
  return [...new Set(version?.references?.map(({ timelineId }) => timelineId))];
}

/** The distinct sources that reference a node, as far as loaded. */
export function sourcesOf({ incoming = [] }: NodeState): string[] {
  return [...new Set(incoming.flatMap(({ object: { timelineId } }) => timelineId ?? []))];
}

/** The visible graph: all nodes reached by expansion from the center, and every reference among them. */
export function computeVisibleGraph(state: GraphState, middle: string): ShownGraph {
  const nodes = [middle];
  const rests: HiddenNeighbours[] = [];
  for (const id of nodes) {
    const nodeState = state.get(id) ?? collapsedNode;
    const sides = { out: targetsOf(nodeState), in: sourcesOf(nodeState) };
    for (const side of ['out', 'in'] as const) {
      const shown = nodeState.shown[side];
      for (const other of sides[side].slice(0, shown))
        if (!nodes.includes(other)) nodes.push(other);
      const count = sides[side].length - shown;
      const atLeast = side === 'in' && nodeState.incomingCursor !== null;
      if (shown > 0 && (count > 0 || atLeast))
        rests.push({ of: id, side, count: Math.max(0, count), atLeast });
    }
  }
  return { nodes, edges: edgesAmong(state, new Set(nodes)), rests };
}

function edgesAmong(state: GraphState, nodes: ReadonlySet<string>): GraphEdge[] {
  const edges = new Map<string, { from: string; to: string; names: Set<string> }>();
  const add = (from: string | undefined, to: string, name: string) => {
    if (from === undefined || !nodes.has(from) || !nodes.has(to)) return;
    const key = `${from} ${to}`;
    const edge = edges.get(key) ?? { from, to, names: new Set() };
    edge.names.add(name);
    edges.set(key, edge);
  };
  for (const id of nodes) {
    const { version, incoming } = state.get(id) ?? collapsedNode;
    for (const { name, timelineId } of version?.references ?? []) add(id, timelineId, name);
    // Other services may omit the references of listed objects.
    for (const { name, object } of incoming ?? []) add(object.timelineId, id, name);
  }
  return [...edges.values()].map(({ from, to, names }) => ({ from, to, names: [...names] }));
}
