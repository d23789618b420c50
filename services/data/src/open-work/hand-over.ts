import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { AuditedAction } from '@annals/kit/change-reports';
import { maxSearchesPerUser } from '@annals/contracts/saved-searches';
import type { Caller, ScopeOfUser } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict, notFound, Problem } from '@annals/kit/problem';
import { memberRoleSuffices } from '@annals/contracts/permissions';
import { countUncommitted, maxUncommitted } from '../change-sets/change-set-lists.sql.ts';
import { findRoles } from '../change-sets/change-set-rules.sql.ts';
import { introduceUser, type FindUserNames } from '../data-users/data-users.sql.ts';
import type { UserExists } from '../members/members.routes.ts';
import { memberEvent } from '../members/member-event.ts';
import { putMember } from '../members/members.sql.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import { scopeOf } from '../partitions/scope.sql.ts';
import { jobEvent } from '../transfers/job-event.ts';
import { requireRightsToRun } from '../transfers/job-rights.ts';
import { resume } from '../transfers/transfers.sql.ts';
import * as work from './open-work.sql.ts';

/** What the service has to find out about a successor. */
export interface FindSuccessor {
  userExists: UserExists;
  findUserNames: FindUserNames;
  scopeOfUser: ScopeOfUser;
}

interface Successor {
  userId: string;
  names: Awaited<ReturnType<FindUserNames>>;
  scope: Caller['scope'];
}

/** Call it before the transaction, since it calls another service. @throws Problem 404 */
export async function successorOf(
  { userExists, findUserNames, scopeOfUser }: FindSuccessor,
  userId: string,
): Promise<Successor> {
  if (!(await userExists(userId))) throw notFound('user');
  const [names, scope] = await Promise.all([findUserNames(userId), scopeOfUser(userId)]);
  return { userId, names, scope };
}

interface HandedOver {
  partitions: number;
  jobs: number;
  changeSets: number;
  sharedSearches: number;
}

/** Records what was handed over, in the transaction in which it was. */
export type RecordHandOver = (
  transaction: Queryable,
  partitionId: string,
  action: AuditedAction,
) => Promise<void>;

/**
 * Hands over everything that a user leaves behind in the partitions of the caller, also in archived ones.
 * @throws Problem 400 for a successor who could not continue a job, 409 if they would have too much
 */
export async function handOverAll(
  transaction: Queryable,
  caller: Caller,
  from: string,
  successor: Successor,
  record: RecordHandOver,
): Promise<HandedOver> {
  const total: HandedOver = { partitions: 0, jobs: 0, changeSets: 0, sharedSearches: 0 };
  if (successor.names) await introduceUser(transaction, successor.userId, successor.names);
  for (const partitionId of await work.findPartitionsOf(transaction, from, ownerOf(caller))) {
    if (!(await lockPartition(transaction, partitionId))) continue;
    const handOver = { partitionId, from, to: successor.userId };
    const left = await work.findLeft(transaction, handOver);
    const needed =
      left.owns || left.jobs.length > 0 ? 'OWNER' : left.hasWork ? 'EDITOR' : undefined;
    if (needed === undefined) continue;
    const role = (await findRoles(transaction, partitionId, [handOver.to])).get(handOver.to);
    if (role === undefined || !memberRoleSuffices(role, needed)) {
      const given = await putMember(transaction, partitionId, handOver.to, needed, caller.userId);
      if (given) await record(transaction, partitionId, memberEvent(role, given));
    }
    for (const job of left.jobs) {
      await handOverJob(transaction, job, successor);
      const after = { toUserId: handOver.to };
      const event = { ...job, ownerId: from };
      await record(
        transaction,
        partitionId,
        jobEvent('transfer.handedOver', event, caller.userId, after),
      );
    }
    const { changeSets, sharedSearches } = await handOverWorkIn(transaction, handOver, record);
    total.partitions += left.owns ? 1 : 0;
    total.jobs += left.jobs.length;
    total.changeSets += changeSets;
    total.sharedSearches += sharedSearches;
  }
  return total;
}

export const ownerOf = (caller: Caller): work.Owner => ({
  scope: scopeOf(caller),
  ownsAll: caller.scope('partitions:write-all') === 'all',
});

/** @throws Problem 400 for a successor who cannot read what is copied */
async function handOverJob(
  transaction: Queryable,
  { partitionId, id, fromPartitionId }: work.RunningJob,
  { userId, names, scope }: Successor,
): Promise<void> {
  const userName = names?.name || names?.username || userId;
  const job = { id, partitionId, fromPartitionId, userId, userName };
  await requireRightsToRun({ database: transaction, scopeOfUser: async () => scope }, job).catch(
    (error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 403) throw error;
      throw cannotTakeOver(say('chooseReader'));
    },
  );
  await resume(transaction, partitionId, id, { userId, userName });
}

/** Change sets and searches, under the lock of the partition. @throws Problem 409 if the successor would have too many */
export async function handOverWorkIn(
  transaction: Queryable,
  handOver: work.HandOver,
  record: RecordHandOver,
): Promise<Pick<HandedOver, 'changeSets' | 'sharedSearches'>> {
  const moved = {
    changeSets: await handOverChangeSets(transaction, handOver),
    sharedSearches: await handOverSearches(transaction, handOver),
  };
  const { partitionId, from, to } = handOver;
  await record(transaction, partitionId, {
    action: 'member.workHandedOver',
    aboutUserId: from,
    after: { userId: from, toUserId: to, ...moved },
  });
  return moved;
}

export const cannotTakeOver = (message: ServiceMessage): Problem =>
  badRequest(say('cannotTakeOver'), [{ path: 'body.userId', ...message }]);

/** @throws Problem 409 if the successor would have too many */
async function handOverChangeSets(
  transaction: Queryable,
  handOver: work.HandOver,
): Promise<number> {
  const { partitionId, from, to } = handOver;
  const sets = await work.lockOpenSets(transaction, handOver);
  const written = sets.filter(({ authorId }) => authorId === from).length;
  if ((await countUncommitted(transaction, partitionId, to)) + written > maxUncommitted)
    throw conflict('too_many_change_sets', say('tooManyChangeSetsOfUser', { maxUncommitted }));
  await work.handOverChangeSets(transaction, handOver, sets);
  return sets.length;
}

/** @throws Problem 409 if the successor would have too many */
async function handOverSearches(transaction: Queryable, handOver: work.HandOver): Promise<number> {
  const { partitionId, from, to } = handOver;
  const shared = (await work.searchesOf(transaction, partitionId, from)).filter(
    (search) => search.shared,
  );
  const taken = await work.searchesOf(transaction, partitionId, to);
  if (taken.length + shared.length > maxSearchesPerUser)
    throw conflict('too_many_searches', say('tooManySearchesOfUser', { maxSearchesPerUser }));
  for (const search of shared) {
    const passedOn = { ...search, name: work.freeName(search, taken) };
    await work.handOverSearch(transaction, handOver, passedOn);
    taken.push(passedOn);
  }
  return shared.length;
}
