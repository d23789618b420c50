import { memberRoleSuffices } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import { memberRoles } from '../members/member-access.ts';

/** The current permissions of a user who is not the caller. */
export type ReachOfUser = (userId: string) => Promise<Caller['reach']>;

/** For a service that does not know roles: who is a member is all that counts. */
export const membershipAlone: ReachOfUser = async () => (permission) =>
  permission === 'partitions:write' ? 'all' : undefined;

export interface JobOfUser {
  id: string;
  partitionId: string;
  fromPartitionId?: string | null | undefined;
  userId: string;
  userName: string | null;
}

/**
 * A job fails when the user who started it, or resumed it last, has lost the rights it needs.
 * @throws Problem that says so
 */
export async function requireRightsToRun(
  { database, reachOfUser }: { database: Queryable; reachOfUser: ReachOfUser },
  { id, userId, userName, partitionId, fromPartitionId }: JobOfUser,
): Promise<void> {
  const roleOf = memberRoles(database);
  const username = userName ?? userId;
  const reach = await reachOfUser(userId);
  const actor: Caller = { userId, username, name: username, sessionId: id, roles: [], reach };
  const role = await roleOf(actor, partitionId);
  if (
    role === undefined ||
    !memberRoleSuffices(role, 'OWNER') ||
    reach('partitions:write') === undefined
  )
    throw notAnyMore(`${username} is no longer an owner of the partition.`);
  if (fromPartitionId != null && (await roleOf(actor, fromPartitionId)) === undefined)
    throw notAnyMore(`${username} can no longer read the source partition.`);
}

const notAnyMore = (message: string) =>
  new Problem(403, 'forbidden', `${message} Someone who can do both can start a new one.`);
