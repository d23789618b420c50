import { getChangeSet, listChangeSets } from '@annals/contracts/change-sets';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import { maximalPageSize } from '@annals/contracts/fields';
import { handOverWork, listOpenWork, type OpenWorkInPartition } from '@annals/contracts/open-work';
import { getPartition, listMembers, putMember } from '@annals/contracts/partitions';
import { listSavedSearches } from '@annals/contracts/saved-searches';
import { handOverTransfer, listTransfers, type Transfer } from '@annals/contracts/transfers';
import type { AnswerOf } from '../../platform/api/told.ts';
import { call } from '../../platform/api/call.ts';
import { CallError, ifOffered, ifThere } from '../../platform/api/errors.ts';
import { everyPage, invalidate } from '../../platform/api/query.ts';

type Owned = AnswerOf<typeof listPartitionsOfUser>['data'][number];

/** The work that someone has to take over when a user leaves, as far as the signed-in user can see it. */
export interface OpenWork {
  partitions: readonly Owned[];
  /** Copies and index rebuilds that run with the rights of the user. */
  jobs: readonly Transfer[];
  /** Uncommitted change sets and shared searches, in partitions of the signed-in user. */
  begun: readonly OpenWorkInPartition[];
  /** Imports stop with the browser of the user, who has the file. */
  imports: readonly Transfer[];
  /** Items in partitions that the signed-in user does not own. */
  outOfScope: { partitions: readonly Owned[]; jobs: readonly Transfer[] };
}

interface OpenWorkOptions {
  userId: string;
  /** Whether the signed-in user can write to all partitions. */
  writesAll: boolean;
  /** Whether the data service can hand over jobs. */
  hasTransfers: boolean;
  /** Whether the data service can hand over change sets and searches. */
  hasOpenWork: boolean;
}

export async function openWorkOf(
  userId: string,
  { userId: ownId, writesAll, hasTransfers, hasOpenWork }: OpenWorkOptions,
): Promise<OpenWork> {
  const [owned, mine, running, begun] = await Promise.all([
    ownedBy(userId),
    writesAll ? [] : ownedBy(ownId),
    hasTransfers ? runningFor(userId) : [],
    hasOpenWork ? begunBy(userId) : [],
  ]);
  const isMine = (partitionId: string) => writesAll || mine.some(({ id }) => id === partitionId);
  const imports = running.filter(({ kind }) => kind === 'IMPORT');
  const jobs = running.filter(({ kind }) => kind === 'COPY' || kind === 'REINDEX');
  return {
    partitions: owned.filter(({ id }) => isMine(id)),
    jobs: jobs.filter(({ partitionId }) => isMine(partitionId)),
    begun,
    imports,
    outOfScope: {
      partitions: owned.filter(({ id }) => !isMine(id)),
      jobs: jobs.filter(({ partitionId }) => !isMine(partitionId)),
    },
  };
}

/** The partitions that a user owns, among those that the signed-in user can open. */
async function ownedBy(userId: string): Promise<Owned[]> {
  const query = { pageSize: maximalPageSize };
  // The data service knows only users who have signed in, and shows only those who share a partition.
  const answer = await ifThere(call(listPartitionsOfUser, { params: { userId }, query }));
  return answer?.data.filter(({ role }) => role === 'OWNER') ?? [];
}

async function runningFor(userId: string): Promise<Transfer[]> {
  const query = { state: 'RUNNING' as const, userId, pageSize: maximalPageSize };
  const answer = await ifOffered(call(listTransfers, { query }));
  return (
    answer?.data.filter(
      ({ createdUserId, resumedUserId }) => (resumedUserId ?? createdUserId) === userId,
    ) ?? []
  );
}

async function begunBy(userId: string): Promise<OpenWorkInPartition[]> {
  const query = { pageSize: maximalPageSize };
  const readAll = async () => {
    const all: OpenWorkInPartition[] = [];
    const pages = everyPage((cursor) =>
      call(listOpenWork, { params: { userId }, query: { ...query, cursor } }),
    );
    for await (const { data } of pages) all.push(...data);
    return all;
  };
  return (await ifOffered(readAll())) ?? [];
}

/**
 * Makes the successor an owner first, because only owners can continue a job.
 * @param from the leaving user
 * @param userId the successor
 */
export async function handOver(
  { partitions, jobs, begun }: OpenWork,
  from: string,
  userId: string,
): Promise<void> {
  const ids = new Set([
    ...partitions.map(({ id }) => id),
    ...jobs.map(({ partitionId }) => partitionId),
  ]);
  for (const partitionId of ids)
    await call(putMember, { params: { partitionId, userId }, body: { role: 'OWNER' } });
  for (const { id: jobId, partitionId } of jobs)
    await call(handOverTransfer, { params: { partitionId, jobId }, body: { userId } });
  for (const { partitionId } of begun) await handOverBegun(partitionId, from, userId);
  await invalidate(
    listMembers,
    getPartition,
    ...(jobs.length > 0 ? [listTransfers] : []),
    ...(begun.length > 0 ? [listChangeSets, getChangeSet, listSavedSearches] : []),
  );
}

async function handOverBegun(partitionId: string, from: string, userId: string): Promise<void> {
  const handsOver = async () =>
    call(handOverWork, { params: { partitionId, userId: from }, body: { userId } });
  try {
    await handsOver();
  } catch (error) {
    // They are not an editor yet. Checked afterwards, so that an owner is never downgraded.
    if (!(error instanceof CallError) || error.status !== 400) throw error;
    await call(putMember, { params: { partitionId, userId }, body: { role: 'EDITOR' } });
    await handsOver();
  }
}
