import type { Queryable } from '@annals/kit/database/database';
import type { Transfer } from '@annals/contracts/transfers';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { describeJob } from './job-event.ts';
import { findCounts, type ClaimedJob } from './claimed-jobs.sql.ts';

/** Records the end of a job that a server works on, in the transaction of that end. */
export type RecordEnd = (
  transaction: Queryable,
  job: ClaimedJob,
  state: Exclude<Transfer['state'], 'RUNNING'>,
) => Promise<void>;

export const recordEnd =
  (trail: AuditTrail): RecordEnd =>
  async (transaction, job, state) => {
    const { id, kind, partitionId, userId } = job;
    // Evidence counts no rows.
    const counts = kind === 'EVIDENCE' ? undefined : await findCounts(transaction, partitionId, id);
    await trail.recordOf(
      transaction,
      { userId, partitionId },
      {
        action: 'transfer.ended',
        after: { ...describeJob(job), state, ...(counts && { counts }) },
      },
    );
  };
