import { say, type ServiceMessage } from '@annals/contracts/messages';
import { memberRoleSuffices } from '@annals/contracts/permissions';
import type { Caller, ScopeOfUser } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import { memberRoles } from '../members/member-access.ts';

/** For a service that does not know roles: only membership counts. */
export const scopeByMembership: ScopeOfUser = async () => (permission) =>
  permission === 'partitions:write' ? 'all' : undefined;

export interface JobOfUser {
  id: string;
  partitionId: string;
  fromPartitionId?: string | null | undefined;
  userId: string;
  userName: string | null;
}

/**
 * A job fails if the user who started it, or last resumed it, has lost the required permissions.
 * @throws Problem with that reason
 */
export async function requireRightsToRun(
  { database, scopeOfUser }: { database: Queryable; scopeOfUser: ScopeOfUser },
  job: JobOfUser,
): Promise<void> {
  const { partitionId, fromPartitionId } = job;
  const roleOf = memberRoles(database);
  const actor = actorOf(job, await scopeOfUser(job.userId));
  const { username } = actor;
  const role = await roleOf(actor, partitionId);
  if (
    role === undefined ||
    !memberRoleSuffices(role, 'OWNER') ||
    actor.scope('partitions:write') === undefined
  )
    throw rightsLost(say('noLongerOwner', { username }));
  if (fromPartitionId != null && (await roleOf(actor, fromPartitionId)) === undefined)
    throw rightsLost(say('noLongerReadsSource', { username }));
}

/**
 * The same for a job that only reads its partition.
 * @throws Problem 403
 */
export async function requireRightsToRead(
  { database, scopeOfUser }: { database: Queryable; scopeOfUser: ScopeOfUser },
  job: JobOfUser,
): Promise<void> {
  const actor = actorOf(job, await scopeOfUser(job.userId));
  const { username } = actor;
  if ((await memberRoles(database)(actor, job.partitionId)) === undefined)
    throw new Problem(403, 'forbidden', say('noLongerReads', { username }));
}

/** The user who started a job, or last resumed it, with their current permissions. */
export function actorOf(
  { id, userId, userName }: Pick<JobOfUser, 'id' | 'userId' | 'userName'>,
  scope: Caller['scope'],
): Caller {
  const username = userName ?? userId;
  return { userId, username, name: username, sessionId: id, roles: [], scope };
}

const rightsLost = (problem: ServiceMessage) =>
  new Problem(403, 'forbidden', say('newJobByOther', { problem }));
