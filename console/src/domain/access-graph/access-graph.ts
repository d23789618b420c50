/** What a node of the access graph stands for; in this order from left to right. */
const columns = ['holder', 'unit', 'role', 'token', 'partition'] as const;
export type AccessNodeKind = (typeof columns)[number];

export interface AccessNode {
  readonly id: string;
  readonly kind: AccessNodeKind;
  readonly name: string;
  /** What it is, if its kind has several. */
  readonly kindName?: string | undefined;
  /** What else is known about it, in a few words. */
  readonly detail?: string | undefined;
  /** Its page; omitted for what the user cannot open. */
  readonly path?: string | undefined;
  /** Similar nodes, of which only some are shown at first, and what they have in common. */
  readonly group?: string | undefined;
  readonly groupLabel?: string | undefined;
}

/** Why one thing gives access to the next. */
export interface AccessEdge {
  readonly from: string;
  readonly to: string;
  /** In a few words, for the drawing. */
  readonly label: string;
  /** The same with everything that is known: since when, until when, by whom. */
  readonly reason: string;
  /** Where it is changed; omitted if the user cannot change it there. */
  readonly path?: string | undefined;
}

export interface AccessGraphData {
  readonly nodes: readonly AccessNode[];
  readonly edges: readonly AccessEdge[];
}

/** As many of a group are shown at first. A group that is hardly larger is shown as a whole. */
const firstOfGroup = 4;
const smallGroup = 6;
/** How many one step adds. */
const perStep = 30;

/** The number of shown nodes of each group that has been opened. */
export type OpenGroups = ReadonlyMap<string, number>;

export interface HiddenAccess {
  readonly group: string;
  readonly ids: readonly string[];
  /** The first hidden node. */
  readonly first: AccessNode;
  /** The shown node beside which they are. */
  readonly beside: string;
  /** What they have in common. */
  readonly label: string;
  readonly count: number;
}

export interface ShownAccess extends AccessGraphData {
  readonly hidden: readonly HiddenAccess[];
}

export function openGroup(open: OpenGroups, group: string): OpenGroups {
  return new Map(open).set(group, (open.get(group) ?? firstOfGroup) + perStep);
}

/** The graph without what large groups hide, and without what only they lead to. */
export function foldLargeGroups({ nodes, edges }: AccessGraphData, open: OpenGroups): ShownAccess {
  const groups = new Map<string, AccessNode[]>();
  for (const node of nodes) {
    if (node.group === undefined) continue;
    const members = groups.get(node.group);
    if (members) members.push(node);
    else groups.set(node.group, [node]);
  }
  const hidden = [...groups].flatMap(([group, members]): HiddenAccess[] => {
    const shown = open.get(group) ?? (members.length <= smallGroup ? smallGroup : firstOfGroup);
    const rest = members.slice(shown);
    const [first] = rest;
    const edge = edges.find(({ from, to }) => from === first?.id || to === first?.id);
    if (!first || !edge) return [];
    const beside = edge.from === first.id ? edge.to : edge.from;
    const ids = rest.map(({ id }) => id);
    return [{ group, first, beside, label: first.groupLabel ?? '', count: rest.length, ids }];
  });
  const hiddenIds = new Set(hidden.flatMap(({ ids }) => ids));
  const targets = new Set(edges.map(({ to }) => to));
  const shownEdges = edges.filter(({ from, to }) => !hiddenIds.has(from) && !hiddenIds.has(to));
  const reached = reachedFrom(
    [...nodes.map(({ id }) => id).filter(isSource), ...hidden.map(({ beside }) => beside)],
    shownEdges,
  );
  return {
    nodes: nodes.filter(({ id }) => reached.has(id)),
    edges: shownEdges.filter(({ from }) => reached.has(from)),
    hidden,
  };

  function isSource(id: string): boolean {
    return !hiddenIds.has(id) && !targets.has(id);
  }
}

function reachedFrom(starts: readonly string[], edges: readonly AccessEdge[]): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const reached = new Set(starts);
  for (const id of reached) for (const to of next.get(id) ?? []) reached.add(to);
  return reached;
}

/** How many columns of the drawing lie between two kinds of nodes; columns without a node are left out. */
export function columnsBetween(
  from: AccessNodeKind,
  to: AccessNodeKind,
  nodes: readonly AccessNode[],
): number {
  const present = columns.filter((kind) => nodes.some((node) => node.kind === kind));
  return Math.max(1, present.indexOf(to) - present.indexOf(from));
}
