import type { User } from '../../platform/api/things.ts';
import { isReadInPart } from '../../platform/api/read-in-part.ts';
import { visibleText } from '../../ui/ids/visible-text.ts';

/** The names of the effective roles of a user, each once; undefined if the service does not report any that has one. */
export function rolesOfUser({ roles }: User): string[] | undefined {
  const names = [...new Set(roles)].filter((name) => visibleText(name) !== undefined);
  return roles === undefined || (names.length === 0 && roles.length > 0) ? undefined : names;
}

/** Whether the service tells roles of a user in a form that could not be read: all of them, or some. */
export const hasUnreadRoles = (user: User): boolean =>
  isReadInPart(user, 'roles') ||
  user.roles?.some((name) => visibleText(name) === undefined) === true;

export type RoleGrant = NonNullable<User['roleGrants']>[number];

/** The directly assigned roles; all roles if the service does not report their source. */
export function directRoles(user: User): string[] {
  const { roleGrants } = user;
  if (roleGrants === undefined) return rolesOfUser(user) ?? [];
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
