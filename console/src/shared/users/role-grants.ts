import { moreKey } from '@annals/contracts/page';
import type { User } from '@annals/contracts/users';

/** Whether the service tells the roles of a user, but in a form that could not be read. */
export function hasUnreadRoles({ roles, [moreKey]: unread }: User): boolean {
  return roles === undefined && typeof unread === 'object' && unread !== null && 'roles' in unread;
}

export type RoleGrant = NonNullable<User['roleGrants']>[number];

/** The directly assigned roles; all roles if the service does not report their source. */
export function directRoles({ roleGrants, roles = [] }: User): string[] {
  if (roleGrants === undefined) return roles;
  const direct = roleGrants.filter(({ organizationalUnit }) => !organizationalUnit);
  return [...new Set(direct.map(({ role }) => role))];
}

/** The sources of a role: a direct grant or units. */
export function grantsOf({ roleGrants = [] }: User, role: string): RoleGrant[] {
  return roleGrants.filter((grant) => grant.role === role);
}

/** The roles that a change of the checklist adds and removes. */
export function roleDifferences(held: readonly string[], wanted: readonly string[]) {
  return {
    added: wanted.filter((role) => !held.includes(role)),
    removed: held.filter((role) => !wanted.includes(role)),
  };
}
