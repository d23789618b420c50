import { shownName } from '../../ui/ids/display-names.ts';
import type { OrganizationalUnit } from '../../platform/api/things.ts';

export interface UnitNode {
  unit: OrganizationalUnit;
  children: UnitNode[];
}

/**
 * The units as a tree, each level in the given order. A unit whose parent is missing (invisible or filtered)
 * becomes a root.
 */
export function treeOf(units: readonly OrganizationalUnit[]): UnitNode[] {
  const all = units.map((unit): UnitNode => ({ unit, children: [] }));
  // A service may leave out ids: such a unit is a unit all the same, but has none below.
  const nodes = new Map(all.map((node) => [node.unit.id, node]));
  nodes.delete('');
  const top: UnitNode[] = [];
  for (const node of all) {
    const parent = node.unit.parentId == null ? undefined : nodes.get(node.unit.parentId);
    if (parent === undefined || isAbove(nodes, node.unit, parent.unit)) top.push(node);
    else parent.children.push(node);
  }
  return top;
}

/** Whether a unit is an ancestor of another. A cycle in the data must not hang the page. */
function isAbove(
  nodes: ReadonlyMap<string, UnitNode>,
  unit: OrganizationalUnit,
  below: OrganizationalUnit,
): boolean {
  const seen = new Set<string>();
  let at: OrganizationalUnit | undefined = below;
  while (at !== undefined && !seen.has(at.id)) {
    if (at.id === unit.id) return true;
    seen.add(at.id);
    at = at.parentId == null ? undefined : nodes.get(at.parentId)?.unit;
  }
  return false;
}

/** The descendants of a unit. */
export function unitsBelow(
  units: readonly OrganizationalUnit[],
  id: string,
): readonly OrganizationalUnit[] {
  return units.filter(({ path = [], parentId }) =>
    path.length > 0 ? path.some((above) => above.id === id) : parentId === id,
  );
}

/** The units whose name contains the text, with their ancestors. */
export function unitsMatching(
  units: readonly OrganizationalUnit[],
  text: string,
): readonly OrganizationalUnit[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return units;
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const shown = new Set<OrganizationalUnit>();
  for (const unit of units) {
    if (!shownName(unit.name, unit.id).toLowerCase().includes(wanted)) continue;
    for (let at: OrganizationalUnit | undefined = unit; at !== undefined && !shown.has(at);) {
      shown.add(at);
      at = at.parentId == null ? undefined : byId.get(at.parentId);
    }
  }
  return units.filter((unit) => shown.has(unit));
}
