import type { MemberRole } from '@annals/contracts/permissions';
import type { Caller, FindMemberRole } from '@annals/kit/caller';

export interface CurrentAccess {
  findMemberRole: FindMemberRole;
  /** The current permissions of a user. */
  reachOf: (userId: string) => Promise<Caller['reach']>;
}

/** The current role of a user in a partition, by membership or permission, without a request. */
export async function currentRole(
  { findMemberRole, reachOf }: CurrentAccess,
  userId: string,
  partitionId: string,
): Promise<MemberRole | undefined> {
  const reach = await reachOf(userId);
  const actor = { userId, username: '', name: '', sessionId: '', roles: [], reach };
  return findMemberRole(actor, partitionId);
}
