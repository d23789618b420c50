import { conflict, forbidden, notFound } from '@annals/kit/problem';
import type { Queryable } from '@annals/kit/database/database';
import {
  addImported,
  lockTransfer,
  mostRefusals,
  type TransferCounts,
  type Refusal,
} from './transfers.sql.ts';

export interface ImportProgress {
  partitionId: string;
  jobId: string;
  by: { userId: string; isOwner: boolean };
  /** How many rows the batch had. */
  rows: number;
  counts: TransferCounts;
  /** Its rows that were refused, by their number in the batch, from 0. */
  refused: readonly Refusal[];
}

/**
 * Writes into a transfer what became of one of its batches, in the transaction of the batch, so that neither is
 * there without the other.
 * @throws Problem 404 for no transfer of the partition, 403 for one of somebody else where the caller is no owner, 409
 *   `job_not_running` for one that takes no batch
 */
export async function advanceImport(
  transaction: Queryable,
  { partitionId, jobId, by, rows, counts, refused }: ImportProgress,
): Promise<void> {
  const transfer = await lockTransfer(transaction, partitionId, jobId);
  if (!transfer) throw notFound('job');
  if (transfer.createdUserId !== by.userId && !by.isOwner)
    throw forbidden('Only whoever started a job, or an owner of the partition, may do this.');
  if (transfer.kind !== 'IMPORT' || transfer.state !== 'RUNNING')
    throw conflict(
      'job_not_running',
      transfer.kind === 'IMPORT'
        ? `This import is ${transfer.state.toLowerCase()} and takes no more rows. Resume it, or start a new one.`
        : 'This job is no import: leave jobId out, or give that of an import.',
    );
  const kept = refused
    .slice(0, Math.max(0, mostRefusals - transfer.keptRefusals))
    .map(({ row, code, message }) => ({ row: transfer.done + row, code, message }));
  await addImported(transaction, partitionId, jobId, rows, counts, refused.length, kept);
}
