import {
  memberRoleSuffices,
  type MemberRole,
  type Permission,
  type RoleScope,
} from './permissions.ts';
import type { AccessLevel } from './user-administration.ts';

/** What a role allows, and its scope. */
export interface RoleMeaning {
  readonly permissions: readonly Permission[];
  readonly scope: RoleScope;
}

/** Whether a role gives access to every partition, for reading or for writing. */
export function givesAllPartitions(
  { permissions, scope }: RoleMeaning,
  permission: 'partitions:read-all' | 'partitions:write-all',
): boolean {
  return scope === 'all' && permissions.includes(permission);
}

/** Whether one of the roles lets its holder write wherever they are editor or owner. */
export const allowWriting = (roles: readonly RoleMeaning[]): boolean =>
  roles.some(({ permissions }) => permissions.includes('partitions:write'));

/**
 * The effective member role in a partition: who may write all partitions counts as owner, who may read all at least as
 * reader. Null: no access.
 */
export function countingMemberRole(
  roles: readonly RoleMeaning[],
  member: MemberRole | null,
): MemberRole | null {
  if (roles.some((role) => givesAllPartitions(role, 'partitions:write-all'))) return 'OWNER';
  if (member !== null) return member;
  return roles.some((role) => givesAllPartitions(role, 'partitions:read-all')) ? 'READER' : null;
}

/** Without a role that allows writing a member can only read, whatever their member role. */
export function accessLevelOf(role: MemberRole, mayWrite: boolean): AccessLevel {
  if (!mayWrite || !memberRoleSuffices(role, 'EDITOR')) return 'READ';
  return role === 'OWNER' ? 'OWN' : 'WRITE';
}
