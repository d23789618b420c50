import { permissions as allPermissions } from '@annals/contracts/permissions';
import type { Role } from '@annals/contracts/roles';

export interface RoleChange {
  gained: readonly string[];
  lost: readonly string[];
  /** Roles that are held before and after. */
  kept?: readonly string[] | undefined;
}

export interface RoleEffect {
  role: string;
  /** What comes or goes with the role and not with another one; undefined where the service does not say. */
  permissions: readonly string[] | undefined;
  /** What it allows ends at the holder's organizational units. */
  ownUnitsOnly: boolean;
  /** What it allows comes or stays through another role anyway. */
  isCovered: boolean;
  /** It allows everything there is. */
  isWhole: boolean;
}

export interface RoleEffects {
  gains: RoleEffect[];
  losses: RoleEffect[];
}

/** What somebody gains and loses with roles: permissions of several roles count once. */
export function roleEffects(
  roles: readonly Role[],
  { gained, lost, kept = [] }: RoleChange,
): RoleEffects {
  const known = new Map(roles.map((role) => [role.name, role]));
  const allowedBy = (names: readonly string[]) =>
    new Set(names.flatMap((name) => rightsOf(known.get(name))));
  const effectsOf = (names: readonly string[], besides: Set<string>): RoleEffect[] => {
    const covered = new Set(besides);
    return names.map((name) => {
      const role = known.get(name);
      const rights = rightsOf(role);
      const fresh = rights.filter((right) => !covered.has(right));
      for (const right of rights) covered.add(right);
      return {
        role: name,
        permissions: role?.permissions && inOrder(role.permissions, fresh),
        ownUnitsOnly: role?.reach === 'unit',
        isCovered: rights.length > 0 && fresh.length === 0,
        isWhole: role?.reach !== 'unit' && role?.permissions?.length === allPermissions.length,
      };
    });
  };
  return {
    gains: effectsOf(gained, allowedBy([...kept, ...lost])),
    losses: effectsOf(lost, allowedBy([...kept, ...gained])),
  };
}

/** Its permissions with how far they reach; what reaches everywhere also reaches the own units. */
function rightsOf(role: Role | undefined): string[] {
  return (role?.permissions ?? []).flatMap((permission) =>
    role?.reach === 'unit' ? [`unit:${permission}`] : [`all:${permission}`, `unit:${permission}`],
  );
}

/** The permissions of these rights, each once: the data first, then administration. */
function inOrder(permissions: readonly string[], rights: readonly string[]): string[] {
  const fresh = new Set(rights.map((right) => right.slice(right.indexOf(':') + 1)));
  const ofData = (permission: string) => (permission.startsWith('partitions:') ? 0 : 1);
  const places: readonly string[] = allPermissions;
  return permissions
    .filter((permission) => fresh.has(permission))
    .toSorted((a, b) => ofData(a) - ofData(b) || places.indexOf(a) - places.indexOf(b));
}
