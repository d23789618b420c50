import { handOverWork, listOpenWork } from '@annals/contracts/open-work';
import { maxSearchesPerUser } from '@annals/contracts/saved-searches';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { badRequest, conflict, notFound } from '@annals/kit/problem';
import { countUncommitted, findRoles, maxUncommitted } from '../change-sets/change-sets.sql.ts';
import { mayContribute } from '../change-sets/load.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import { scopeOf } from '../partitions/scope.sql.ts';
import * as work from './open-work.sql.ts';

/** Hands over the work of a user who leaves. */
export function mountOpenWork(mount: Mount, database: Database): void {
  mount(listOpenWork, async ({ params: { userId }, query, caller, queryable }) => {
    const range = work.openWorkByPartition.rangeOf(query);
    const asking = {
      scope: scopeOf(caller),
      ownsAll: caller.scope('partitions:write-all') === 'all',
    };
    const rows = await work.listOpenWork(queryable, userId, asking, range);
    return work.openWorkByPartition.pageOf(rows, query, (row) => row);
  });

  mount(handOverWork, async ({ params: { partitionId, userId }, body }) =>
    database.transaction(async (transaction) => {
      // Also for an archived one. Others count under this lock too.
      if (!(await lockPartition(transaction, partitionId))) throw notFound('partition');
      const handOver = {
        partitionId,
        from: userId.toLowerCase(),
        to: body.userId.toLowerCase(),
      };
      await requireSuccessor(transaction, handOver);
      return {
        changeSets: await handOverChangeSets(transaction, handOver),
        sharedSearches: await handOverSearches(transaction, handOver),
      };
    }),
  );
}

/** @throws Problem 400 for the user themselves, and for a successor who could not continue it */
async function requireSuccessor(
  transaction: Queryable,
  { partitionId, from, to }: work.HandOver,
): Promise<void> {
  const roles = await findRoles(transaction, partitionId, [to]);
  if (to !== from && mayContribute(roles.get(to))) return;
  throw badRequest('This user cannot take over.', [
    {
      path: 'body.userId',
      message: 'Choose another user, who is editor or owner of the partition.',
    },
  ]);
}

/** @throws Problem 409 if the successor would have too many */
async function handOverChangeSets(
  transaction: Queryable,
  handOver: work.HandOver,
): Promise<number> {
  const { partitionId, from, to } = handOver;
  const sets = await work.lockOpenSets(transaction, handOver);
  const written = sets.filter(({ authorId }) => authorId === from).length;
  if ((await countUncommitted(transaction, partitionId, to)) + written > maxUncommitted)
    throw conflict(
      'too_many_change_sets',
      `This user would have more than ${maxUncommitted} change sets in this partition that are not committed. Choose another user.`,
    );
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
    throw conflict(
      'too_many_searches',
      `This user would have saved more than ${maxSearchesPerUser} searches in this partition. Choose another user.`,
    );
  for (const search of shared) {
    const passedOn = { ...search, name: work.freeName(search, taken) };
    await work.handOverSearch(transaction, handOver, passedOn);
    taken.push(passedOn);
  }
  return shared.length;
}
