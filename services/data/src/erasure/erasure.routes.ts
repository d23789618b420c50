import { eraseReason, eraseValues, getErasure, listErasures } from '@annals/contracts/proofs';
import type { Database, Queryable } from '@annals/kit/database/database';
import { withTotal } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import type { LogKey } from '../log/log-key.ts';
import type { ErasureEvent } from '../outbox/outbox.sql.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Outbox } from '../outbox/outbox.ts';
import * as erase from './erase.ts';
import * as reasons from './erase-reason.ts';
import * as table from './erasure.sql.ts';
import type { ErasureVacuum } from './vacuum.ts';

export function mountErasure(
  mount: Mount,
  database: Database,
  logKey: LogKey,
  { vacuum, outbox, trail }: { vacuum: ErasureVacuum; outbox: Outbox; trail: AuditTrail },
): void {
  /** Removes what is erased from queued mails, and vacuums the old rows. */
  const announcing = ({ partitionId, userId }: { partitionId: string; userId: string }) => ({
    erased: async (transaction: Queryable, details: ErasureEvent['details']) =>
      outbox.add(
        transaction,
        { destination: 'MAIL', kind: 'ERASED', partitionId, changeSetId: null, userId, details },
        0,
      ),
    done: <Answer extends { receipt: number | null }>(answer: Answer): Answer => {
      if (answer.receipt !== null) {
        vacuum.start();
        outbox.wake();
      }
      return answer;
    },
  });

  mount(eraseValues, async ({ params, query, body, caller, idempotency, request }) => {
    const erasing = {
      ...body,
      partitionId: params.partitionId.toLowerCase(),
      objectId: params.objectId.toLowerCase(),
      userId: caller.userId,
    };
    if (query.dryRun === true) return erase.previewErasure(database, erasing);
    const { erased, done } = announcing(erasing);
    return done(
      await erase.eraseValues(database, logKey, erasing, {
        idempotency,
        erased: async (transaction, timelineId, receipt) => {
          await erased(transaction, { timelineIds: [timelineId] });
          await trail.record(transaction, { caller, request }, erasing.partitionId, {
            action: 'object.erased',
            after: { object: erasing.objectId, timeline: timelineId, receipt },
          });
        },
      }),
    );
  });

  mount(eraseReason, async ({ params, query, body, caller, idempotency, request }) => {
    const erasing = {
      ...body,
      partitionId: params.partitionId.toLowerCase(),
      objectId: params.objectId.toLowerCase(),
      userId: caller.userId,
    };
    if (query.dryRun === true) return reasons.previewReasonErasure(database, erasing);
    const { erased, done } = announcing(erasing);
    return done(
      await reasons.eraseReason(database, logKey, erasing, {
        idempotency,
        erased: async (transaction, timelineIds, changeSets, receipt) => {
          await erased(transaction, { timelineIds, changeSets });
          await trail.record(transaction, { caller, request }, erasing.partitionId, {
            action: 'object.reasonErased',
            after: { object: erasing.objectId, timelines: timelineIds, receipt },
          });
        },
      }),
    );
  });

  mount(listErasures, async ({ params, query, queryable }) => {
    const filter = {
      partitionId: params.partitionId,
      timelineId: query.timelineId,
    };
    const range = table.receiptsNewestFirst.rangeOf(query);
    const rows = await table.listReceipts(queryable, filter, range);
    const page = table.receiptsNewestFirst.pageOf(rows, query, (row) => row);
    return withTotal(page, range, async (most) => table.countReceipts(queryable, filter, most));
  });

  mount(getErasure, async ({ params: { partitionId, receipt }, queryable }) => {
    const found = await table.findReceipt(queryable, partitionId, Number(receipt));
    if (!found) throw notFound('receipt');
    return {
      ...found,
      note: logKey.signedToday(partitionId, found.note),
      key: logKey.verifierKey(partitionId),
    };
  });
}
