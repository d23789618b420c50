import type { explainAccess } from '@annals/contracts/user-administration';
import type { AnswerOf } from '../../platform/api/told.ts';
import type { Role, User } from '../../platform/api/things.ts';
import { pathTo } from '../../platform/links.ts';
import type {
  AccessEdge,
  AccessGraphData,
  AccessNode,
} from '../../domain/access-graph/access-graph.ts';
import type { AccessGraphTexts } from '../../domain/access-graph/access-graph.texts.ts';
import { edgeWords } from '../../domain/access-graph/edge-words.ts';
import type { Membership } from '../../domain/memberships/memberships.queries.ts';
import { grantsOf, rolesOfUser } from '../../domain/users/role-grants.ts';
import { shownName, shownPerson } from '../../ui/ids/display-names.ts';
import { labelFor } from '../../ui/states/label-for.ts';

interface UserAccess {
  user: User;
  explained: AnswerOf<typeof explainAccess>;
  memberships: readonly Membership[];
  /** What each role allows; undefined where it is not known. */
  roles: readonly Role[] | undefined;
}

interface Wording {
  t: AccessGraphTexts;
  locale: string;
  utc: boolean;
  roleName: (role: string) => string;
  /** A path at the shown moment, or undefined for a page that the reader cannot open. */
  pathIfOpen: {
    unit: (id: string) => string | undefined;
    unitMembers: (id: string) => string | undefined;
    role: (role: string) => string | undefined;
    rolesOfUser: () => string | undefined;
    partition: (id: string) => string | undefined;
    members: (id: string) => string | undefined;
    partitions: () => string | undefined;
  };
}

export const rootOfUser = 'holder';
const everyPartition = 'partition:every';

/** What leads from a user to the partitions that they can open: units, roles and memberships. */
export function userAccessGraph(
  { user, explained, memberships, roles }: UserAccess,
  words: Wording,
): AccessGraphData {
  const { t, roleName, pathIfOpen } = words;
  const nodes = new Map<string, AccessNode>();
  const edges = new Map<string, AccessEdge>();
  const addNode = (node: AccessNode) => nodes.set(node.id, nodes.get(node.id) ?? node);
  const addEdge = (edge: AccessEdge) => {
    const key = `${edge.from} ${edge.to}`;
    edges.set(key, edges.get(key) ?? edge);
  };
  const isLockedOut = explained.reasons.some(({ kind }) => kind === 'STATUS');
  addNode({
    id: rootOfUser,
    kind: 'holder',
    name: shownPerson(user),
    detail: isLockedOut ? t.noAccess : undefined,
    path: pathTo('v1-users-userId', { userId: user.id }),
  });

  const ownUnits = new Map((user.organizationalUnits ?? []).map((unit) => [unit.id, unit]));
  const addUnit = (id: string, name: string | undefined) => {
    const node = `unit:${id}`;
    const own = ownUnits.get(id);
    addNode({
      id: node,
      kind: 'unit',
      name: id === '' ? t.hiddenUnit : shownName(name, id),
      path: id === '' ? undefined : pathIfOpen.unit(id),
    });
    addEdge({
      from: rootOfUser,
      to: node,
      ...edgeWords(
        own ? t.inUnit : id === '' ? t.inUnitOrBelow : t.belowUnit,
        { sinceDate: own?.assignedDate },
        words,
      ),
      path: id === '' ? undefined : pathIfOpen.unitMembers(id),
    });
    return node;
  };

  const opening = new Map(
    explained.reasons.flatMap(({ kind, grants, role, permission }) =>
      kind === 'ROLE' && grants && role !== undefined ? [[role, permission] as const] : [],
    ),
  );
  for (const role of rolesOfUser(user) ?? []) {
    const node = `role:${role}`;
    const permissions = roles?.find(({ name }) => name === role)?.permissions;
    addNode({
      id: node,
      kind: 'role',
      name: roleName(role),
      detail: opening.has(role)
        ? undefined
        : permissions === undefined
          ? t.unknownRole
          : permissions.includes('partitions:write')
            ? t.writesWhereMember
            : t.opensNone,
      path: pathIfOpen.role(role),
    });
    for (const { organizationalUnit: unit, grantedDate, grantedBy } of grantsOf(user, role)) {
      const grant = {
        sinceDate: grantedDate,
        by: grantedBy ? shownPerson(grantedBy) : undefined,
      };
      if (unit)
        addEdge({
          from: addUnit(unit.id, unit.name),
          to: node,
          ...edgeWords(t.givesRole, grant, words),
          path: unit.id === '' ? undefined : pathIfOpen.unit(unit.id),
        });
      else
        addEdge({
          from: rootOfUser,
          to: node,
          ...edgeWords(t.direct, grant, words),
          path: pathIfOpen.rolesOfUser(),
        });
    }
    const permission = opening.get(role);
    if (permission === undefined) continue;
    const reason = permission === 'partitions:write-all' ? t.writesAll : t.readsAll;
    addNode({
      id: everyPartition,
      kind: 'partition',
      name: t.everyPartition,
      path: pathIfOpen.partitions(),
    });
    addEdge({
      from: node,
      to: everyPartition,
      ...edgeWords(reason, {}, words),
      path: pathIfOpen.role(role),
    });
  }

  for (const { id, partitionName, role, sinceDate } of memberships) {
    if (role === null) continue;
    const roleLabel = labelFor(t.memberRoles, role);
    const node = `partition:${id}`;
    addNode({
      id: node,
      kind: 'partition',
      name: shownName(partitionName, id),
      detail:
        explained.mayWriteAsMember === false && role !== 'READER' && !isLockedOut
          ? t.readsOnly
          : undefined,
      path: pathIfOpen.partition(id),
      group: role,
      groupLabel: roleLabel,
    });
    addEdge({
      from: rootOfUser,
      to: node,
      ...edgeWords(t.member(roleLabel), { sinceDate }, words),
      path: pathIfOpen.members(id),
    });
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}
