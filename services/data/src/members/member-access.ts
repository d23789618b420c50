import type { FindMemberRole } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { findMember } from './members.sql.ts';

/**
 * Who may write all partitions counts as an owner of each, who may read all as a reader at least. Asked at every call,
 * so that a removed member is out at once.
 */
export function memberRoles(database: Queryable): FindMemberRole {
  return async (caller, partitionId) => {
    const member = await findMember(database, partitionId, caller.userId);
    if (!member) return undefined;
    if (caller.reach('partitions:write-all') === 'all') return 'OWNER';
    if (member.role) return member.role;
    return caller.reach('partitions:read-all') === 'all' ? 'READER' : undefined;
  };
}
