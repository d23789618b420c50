/**
 * What a role may allow. With the scope `unit` its permissions are limited to the holder's organizational units and the
 * units below.
 */
export const permissions = [
  'users:read',
  'users:write',
  'roles:write',
  'organizational-units:read',
  'organizational-units:write',
  'identity-providers:read',
  'identity-providers:write',
  'tokens:read',
  'tokens:write',
  'applications:read',
  'applications:write',
  'events:read',
  'operations:read',
  'data-users:read',
  'alias-urls:read',
  'alias-urls:write',
  'partitions:create',
  'partitions:read-all',
  'partitions:write-all',
  /** Write where the member role allows it; without a role that has it a member can only read. */
  'partitions:write',
] as const;
export type Permission = (typeof permissions)[number];

/** How far a permission reaches: everything, or the caller's organizational units and the units below them. */
export type RoleScope = 'all' | 'unit';

/** The purposes of an API token: read, write in partitions, administer. */
export const tokenScopes = ['read', 'write', 'admin'] as const;
export type TokenScope = (typeof tokenScopes)[number];
/** Without this scope a token cannot even read its own identity. */
export const alwaysHeldScope = 'read' satisfies TokenScope;

/** Member roles of a partition, from least to most. */
export const memberRoles = ['READER', 'EDITOR', 'OWNER'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Whether a member role is at least the needed one. */
export function memberRoleSuffices(held: MemberRole, needed: MemberRole): boolean {
  return memberRoles.indexOf(held) >= memberRoles.indexOf(needed);
}
