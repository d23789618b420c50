import type { User } from '@annals/contracts/users';

export type RoleGrant = NonNullable<User['roleGrants']>[number];

/** The roles a user holds themselves; of a service that does not tell where roles come from, all. */
export function directRoles({ roleGrants, roles = [] }: User): string[] {
  if (roleGrants === undefined) return roles;
  const direct = roleGrants.filter(({ organizationalUnit }) => !organizationalUnit);
  return [...new Set(direct.map(({ role }) => role))];
}

/** Where one role of a user comes from: direct, or through which units. */
export function grantsOf({ roleGrants = [] }: User, role: string): RoleGrant[] {
  return roleGrants.filter((grant) => grant.role === role);
}

/** What a change of the checklist adds and takes away. */
export function roleDifferences(held: readonly string[], wanted: readonly string[]) {
  return {
    added: wanted.filter((role) => !held.includes(role)),
    removed: held.filter((role) => !wanted.includes(role)),
  };
}
