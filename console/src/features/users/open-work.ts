import { getChangeSet, listChangeSets } from '@annals/contracts/change-sets';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import { maximalPageSize } from '@annals/contracts/fields';
import {
  handOverEverything,
  listOpenWork,
  type OpenWorkInPartition,
} from '@annals/contracts/open-work';
import { getPartition, listMembers } from '@annals/contracts/partitions';
import { listSavedSearches } from '@annals/contracts/saved-searches';
import { listTransfers, type Transfer } from '@annals/contracts/transfers';
import type { AnswerOf } from '../../platform/api/told.ts';
import { call } from '../../platform/api/call.ts';
import { ifOffered, ifThere } from '../../platform/api/errors.ts';
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
  /** Whether the data service can hand over what a user leaves behind. */
  handsOver: boolean;
}

export async function openWorkOf(
  userId: string,
  { userId: ownId, writesAll, handsOver }: OpenWorkOptions,
): Promise<OpenWork> {
  const [owned, mine, running, begun] = await Promise.all([
    ownedBy(userId),
    writesAll || !handsOver ? [] : ownedBy(ownId),
    handsOver ? runningFor(userId) : [],
    handsOver ? begunBy(userId) : [],
  ]);
  const isMine = (partitionId: string) =>
    handsOver && (writesAll || mine.some(({ id }) => id === partitionId));
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

/** @param from the leaving user */
export async function handOver(from: string, successorId: string): Promise<void> {
  await call(handOverEverything, { params: { userId: from }, body: { userId: successorId } });
  await invalidate(
    listMembers,
    getPartition,
    listTransfers,
    listChangeSets,
    getChangeSet,
    listSavedSearches,
  );
}
