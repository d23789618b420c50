/**
 * What a role may allow. The permissions of a role with the reach `unit` end at the holder's organizational units and
 * the units below.
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
  /** To write where one's member role allows it; who has no role with it only reads. */
  'partitions:write',
] as const;
export type Permission = (typeof permissions)[number];

/** How far a permission reaches: everything, or the caller's organizational units and the units below them. */
export type Reach = 'all' | 'unit';

/** What an API token may be used for: to read, to write in partitions, to administer. */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];
/** Without this scope a token cannot even read its own identity. */
export const alwaysHeldScope = 'read' satisfies Scope;

/** Member roles of a partition, from least to most. */
export const memberRoles = ['READER', 'EDITOR', 'OWNER'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Whether a member role suffices where `needed` is asked for. */
export function memberRoleSuffices(held: MemberRole, needed: MemberRole): boolean {
  return memberRoles.indexOf(held) >= memberRoles.indexOf(needed);
}
