import { permissions as allPermissions } from '@annals/contracts/permissions';
import type { Role } from '../../platform/api/things.ts';

export interface RoleChange {
  gained: readonly string[];
  lost: readonly string[];
  /** Roles that are held before and after. */
  remaining?: readonly string[] | undefined;
}

export interface RoleEffect {
  role: string;
  /** The permissions that only this role grants; undefined if the service does not report them. */
  permissions: readonly string[] | undefined;
  /** Whether they are limited to the holder's organizational units. */
  ownUnitsOnly: boolean;
  /** The permissions that another role grants anyway. */
  isCovered: boolean;
  /** Whether the role grants all permissions. */
  isWhole: boolean;
}

export interface RoleEffects {
  gains: RoleEffect[];
  losses: RoleEffect[];
}

/** What a user gains and loses with roles: permissions granted by several roles count once. */
export function roleEffects(
  roles: readonly Role[],
  { gained, lost, remaining = [] }: RoleChange,
): RoleEffects {
  const byName = new Map(roles.map((role) => [role.name, role]));
  const allowedBy = (names: readonly string[]) =>
    new Set(names.flatMap((name) => rightsOf(byName.get(name))));
  const effectsOf = (names: readonly string[], besides: Set<string>): RoleEffect[] => {
    const covered = new Set(besides);
    return names.map((name) => {
      const role = byName.get(name);
      const rights = rightsOf(role);
      const fresh = rights.filter((right) => !covered.has(right));
      for (const right of rights) covered.add(right);
      return {
        role: name,
        permissions: role?.permissions && inOrder(role.permissions, fresh),
        ownUnitsOnly: role?.scope === 'unit',
        isCovered: rights.length > 0 && fresh.length === 0,
        isWhole: role?.scope !== 'unit' && role?.permissions?.length === allPermissions.length,
      };
    });
  };
  return {
    gains: effectsOf(gained, allowedBy([...remaining, ...lost])),
    losses: effectsOf(lost, allowedBy([...remaining, ...gained])),
  };
}

/** Permissions with their scope; a global scope includes the user's own units. */
function rightsOf(role: Role | undefined): string[] {
  return (role?.permissions ?? []).flatMap((permission) =>
    role?.scope === 'unit' ? [`unit:${permission}`] : [`all:${permission}`, `unit:${permission}`],
  );
}

/** The distinct permissions, those about data first, then administration. */
function inOrder(permissions: readonly string[], rights: readonly string[]): string[] {
  const fresh = new Set(rights.map((right) => right.slice(right.indexOf(':') + 1)));
  const ofData = (permission: string) => (permission.startsWith('partitions:') ? 0 : 1);
  const places: readonly string[] = allPermissions;
  return permissions
    .filter((permission) => fresh.has(permission))
    .toSorted((a, b) => ofData(a) - ofData(b) || places.indexOf(a) - places.indexOf(b));
}
