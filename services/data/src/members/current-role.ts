import type { MemberRole } from '@annals/contracts/permissions';
import type { FindMemberRole, ScopeOfUser } from '@annals/kit/caller';

export interface CurrentAccess {
  findMemberRole: FindMemberRole;
  /** The current permissions of a user. */
  scopeOfUser: ScopeOfUser;
}

/** The current role of a user in a partition, by membership or permission, without a request. */
export async function currentRole(
  { findMemberRole, scopeOfUser }: CurrentAccess,
  userId: string,
  partitionId: string,
): Promise<MemberRole | undefined> {
  const scope = await scopeOfUser(userId);
  const actor = { userId, username: '', name: '', sessionId: '', roles: [], scope };
  return findMemberRole(actor, partitionId);
}
