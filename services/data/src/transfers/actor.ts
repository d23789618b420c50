import { memberRoleSuffices } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import { memberRoles } from '../members/member-access.ts';
import type { HeldJob } from './held-jobs.sql.ts';

/** What the roles of somebody who is not calling allow as of now. */
export type ReachOfUser = (userId: string) => Promise<Caller['reach']>;

/** For a service that does not know roles: who is a member is all that counts. */
export const membershipAlone: ReachOfUser = async () => (permission) =>
  permission === 'partitions:write' ? 'all' : undefined;

/**
 * A job ends when whoever started it, or resumed it last, may not do so any more.
 * @throws Problem that says so
 */
export async function requireActor(
  { database, reachOfUser }: { database: Queryable; reachOfUser: ReachOfUser },
  { id, userId, userName, partitionId, fromPartitionId }: HeldJob,
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
  if (fromPartitionId !== null && (await roleOf(actor, fromPartitionId)) === undefined)
    throw notAnyMore(`${username} may no longer read the partition that is copied from.`);
}

const notAnyMore = (message: string) =>
  new Problem(403, 'forbidden', `${message} Somebody who may do both can start a new one.`);
