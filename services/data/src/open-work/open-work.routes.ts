import { say } from '@annals/contracts/messages';
import { handOverEverything, handOverWork, listOpenWork } from '@annals/contracts/open-work';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { forbidden, notFound } from '@annals/kit/problem';
import { findRoles } from '../change-sets/change-set-rules.sql.ts';
import { mayContribute } from '../change-sets/load.ts';
import type { ActingCall, AuditTrail } from '../audit/audit-trail.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import {
  cannotTakeOver,
  handOverAll,
  handOverWorkIn,
  ownerOf,
  successorOf,
  type FindSuccessor,
  type RecordHandOver,
} from './hand-over.ts';
import * as work from './open-work.sql.ts';

/** Hands over the work of a user who leaves. */
export function mountOpenWork(
  mount: Mount,
  database: Database,
  { wakeJobs, trail, ...successors }: FindSuccessor & { wakeJobs: () => void; trail: AuditTrail },
): void {
  const recordAs =
    (call: ActingCall): RecordHandOver =>
    async (transaction, partitionId, action) =>
      trail.record(transaction, call, partitionId, action);

  mount(listOpenWork, async ({ params: { userId }, query, caller, queryable }) => {
    const range = work.openWorkByPartition.rangeOf(query);
    const rows = await work.listOpenWork(queryable, userId, ownerOf(caller), range);
    return work.openWorkByPartition.pageOf(rows, query, (row) => row);
  });

  mount(handOverWork, async ({ params: { partitionId, userId }, body, caller, request }) =>
    database.transaction(async (transaction) => {
      // Also for an archived one. Others count under this lock too.
      if (!(await lockPartition(transaction, partitionId))) throw notFound('partition');
      const handOver = {
        partitionId,
        from: userId.toLowerCase(),
        to: body.userId.toLowerCase(),
      };
      await requireSuccessor(transaction, handOver);
      return handOverWorkIn(transaction, handOver, recordAs({ caller, request }));
    }),
  );

  mount(handOverEverything, async ({ params, body, caller, request }) => {
    if (caller.scope('partitions:write') === undefined) throw forbidden(say('noWritingRole'));
    const successor = await successorOf(successors, body.userId.toLowerCase());
    const from = params.userId.toLowerCase();
    if (successor.userId === from) throw cannotTakeOver(say('chooseAnotherUser'));
    const handedOver = await database.transaction((transaction) =>
      handOverAll(transaction, caller, from, successor, recordAs({ caller, request })),
    );
    if (handedOver.jobs > 0) wakeJobs();
    return handedOver;
  });
}

/** @throws Problem 400 for the user themselves, and for a successor who could not continue it */
async function requireSuccessor(
  transaction: Queryable,
  { partitionId, from, to }: work.HandOver,
): Promise<void> {
  const roles = await findRoles(transaction, partitionId, [to]);
  if (to !== from && mayContribute(roles.get(to))) return;
  throw cannotTakeOver(say('chooseEditor'));
}
