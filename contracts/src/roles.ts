/** What a role may allow. `users:read` reaches all users or, for a role scoped to units, those of the own units. */
export const permissions = [
  'users:read',
  'data-users:read',
  'partitions:create',
  'partitions:read-all',
  'partitions:write-all',
] as const;
export type Permission = (typeof permissions)[number];

/** How far a permission reaches: everything, or the caller's organizational units and the units below them. */
export type Reach = 'all' | 'unit';

/** Roles that make a global master in the console (specification 6 and 9). */
export const globalMasterRoles: readonly string[] = ['GLOBAL_MASTER', 'ORG_ADMIN'];

/** Member roles of a partition, from least to most. */
export const memberRoles = ['READER', 'EDITOR', 'OWNER'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Whether a member role suffices where `needed` is asked for. */
export function memberRoleSuffices(held: MemberRole, needed: MemberRole): boolean {
  return memberRoles.indexOf(held) >= memberRoles.indexOf(needed);
}
