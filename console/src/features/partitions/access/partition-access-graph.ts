import type { AccessGrant, AccessHolder } from '@annals/contracts/user-administration';
import { shownName } from '../../../ui/ids/display-names.ts';
import { labelFor } from '../../../ui/states/label-for.ts';
import type {
  AccessEdge,
  AccessGraphData,
  AccessNode,
} from '../../../domain/access-graph/access-graph.ts';
import type { AccessGraphTexts } from '../../../domain/access-graph/access-graph.texts.ts';
import { edgeWords } from '../../../domain/access-graph/edge-words.ts';
import type { AccessRow } from './access.queries.ts';

interface Wording {
  t: AccessGraphTexts;
  locale: string;
  utc: boolean;
  levels: Record<string, string>;
  roleName: (role: string) => string;
  nameOf: (holder: AccessHolder) => string;
  tokenWords: (grant: AccessGrant) => { name: string; detail: string };
  /** The page of each thing at the shown moment, if the reader can open it. */
  paths: {
    holder: (holder: AccessHolder) => string;
    unit: (id: string) => string | undefined;
    role: (role: string) => string | undefined;
    rolesOf: (holder: AccessHolder) => string | undefined;
    members: () => string;
    partition: () => string;
  };
}

export const rootOfPartition = 'partition';

/** Who can open a partition and through what: memberships, roles, units and tokens. */
export function partitionAccessGraph(
  rows: readonly AccessRow[],
  partitionName: string,
  words: Wording,
): AccessGraphData {
  const { t, levels, roleName, nameOf, tokenWords, paths } = words;
  const nodes = new Map<string, AccessNode>();
  const edges = new Map<string, AccessEdge>();
  const addNode = (node: AccessNode) => nodes.set(node.id, nodes.get(node.id) ?? node);
  const addEdge = (edge: AccessEdge) => {
    const key = `${edge.from} ${edge.to}`;
    edges.set(key, edges.get(key) ?? edge);
  };
  addNode({
    id: rootOfPartition,
    kind: 'partition',
    name: partitionName,
    path: paths.partition(),
  });

  function addHolder({ holder, grant }: AccessRow): string {
    const id = `holder:${holder.id}`;
    const group = groupOf(grant);
    addNode({
      id,
      kind: 'holder',
      name: nameOf(holder),
      kindName: holder.kind === 'APPLICATION' ? t.application : undefined,
      detail: holder.membershipOnly ? t.accountHidden : undefined,
      path: paths.holder(holder),
      group,
      groupLabel: labelFor(levels, grant.level),
    });
    return id;
  }

  for (const row of rows) {
    const { holder, grant } = row;
    const from = addHolder(row);
    const level = labelFor(levels, grant.level);
    const about = {
      sinceDate: grant.sinceDate,
      untilDate: grant.untilDate,
      by: grant.by?.name,
    };
    switch (grant.kind) {
      case 'MEMBER':
        addEdge({
          from,
          to: rootOfPartition,
          ...edgeWords(t.member(labelFor(t.memberRoles, grant.role ?? '')), about, words),
          path: paths.members(),
        });
        break;
      case 'ROLE': {
        const role = grant.role ?? '';
        const node = `role:${role}`;
        addNode({ id: node, kind: 'role', name: roleName(role), path: paths.role(role) });
        addEdge({
          from: node,
          to: rootOfPartition,
          ...edgeWords(level, {}, words),
          path: paths.role(role),
        });
        const unit = grant.organizationalUnit;
        if (!unit && grant.inherited !== true) {
          addEdge({
            from,
            to: node,
            ...edgeWords(t.direct, about, words),
            path: paths.rolesOf(holder),
          });
          break;
        }
        const unitNode = `unit:${unit?.id ?? ''}`;
        const unitPath = unit ? paths.unit(unit.id) : undefined;
        addNode({
          id: unitNode,
          kind: 'unit',
          name: unit ? shownName(unit.name, unit.id) : t.hiddenUnit,
          path: unitPath,
        });
        addEdge({
          from,
          to: unitNode,
          ...edgeWords(t.inUnitOrBelow, about, words),
          path: unitPath,
        });
        addEdge({
          from: unitNode,
          to: node,
          ...edgeWords(t.givesRole, {}, words),
          path: unitPath,
        });
        break;
      }
      case 'TOKEN': {
        const node = `token:${row.id}`;
        addNode({ id: node, kind: 'token', ...tokenWords(grant) });
        addEdge({ from, to: node, ...edgeWords(t.holdsToken, about, words) });
        addEdge({ from: node, to: rootOfPartition, ...edgeWords(level, {}, words) });
        break;
      }
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** What people with access have in common. */
function groupOf({ kind, role = '', organizationalUnit: unit, inherited }: AccessGrant): string {
  return `${kind} ${role} ${unit?.id ?? String(inherited === true)}`;
}
