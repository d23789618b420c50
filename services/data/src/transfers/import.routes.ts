import type { RefusedRow } from './import-row.ts';
import { setTimeout } from 'node:timers/promises';
import { say } from '@annals/contracts/messages';
import { importObjects, type ImportRow } from '@annals/contracts/transfers';
import type { Caller, FindMemberRole } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import type { Queryable, Stop } from '@annals/kit/database/queryable';
import { storedKeyOf, type Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { badRequest, conflict, forbidden, notFound, Problem } from '@annals/kit/problem';
import type { CheckedAppend } from '../append/checked-append.ts';
import { missingBatch, writeRequestOf } from '../append/append-command.ts';
import { idempotencyTable } from '../idempotency/idempotency.ts';
import { writesAsOwner } from '../members/member-access.ts';
import { appendRows, type Import, type SequenceRange } from './import-batch.ts';
import {
  addImported,
  addWritten,
  lockTransfer,
  maxRefusals,
  type TransferCounts,
} from './transfers.sql.ts';
import { showingLike } from '../versions/shown-versions.ts';

export function mountImport(
  mount: Mount,
  checked: CheckedAppend,
  findMemberRole: FindMemberRole,
): void {
  mount(importObjects, async (call) => {
    const { rows, numbers, reason } = call.body;
    const { dryRun = false, skipRefused = false, skipUnchanged = false, jobId } = call.query;
    const { forChangeSet = false, partial = false, withCurrent = false, after } = call.query;
    if (forChangeSet && !dryRun)
      throw badRequest(say('setDryRunOnly'), [
        { path: 'query.forChangeSet', ...say('sendWithDryRun') },
      ]);
    if (withCurrent && !dryRun)
      throw badRequest(say('dryRunOnly'), [
        { path: 'query.withCurrent', ...say('sendWithDryRun') },
      ]);
    if (dryRun && jobId !== undefined)
      throw badRequest(say('dryRunOfJob'), [{ path: 'query.jobId', ...say('omitInDryRun') }]);
    if (numbers !== undefined && numbers.length !== rows.length)
      throw badRequest(say('numbersPerRow'), [
        { path: 'body.numbers', ...say('sendCountOrNone', { count: rows.length }) },
      ]);
    const partitionId = call.params.partitionId.toLowerCase();
    const { userId } = call.caller;
    const request = {
      ...writeRequestOf(call),
      after: after === undefined ? undefined : { userId, key: storedKeyOf(after) },
    };
    // What partial rows make of their objects is read before they are decided.
    if (partial && request.after)
      await untilWritten(call.queryable, partitionId, request.after, call.signal);
    const isOwner =
      (jobId !== undefined || rows.some(hasOtherAuthor(call.caller))) &&
      writesAsOwner(call.caller, await findMemberRole(call.caller, partitionId));
    const batch: Omit<Import, 'broken' | 'wholes'> = {
      rows,
      dryRun,
      skipRefused,
      skipUnchanged,
      forChangeSet,
      partial,
      withCurrent,
      reason,
      importer: { userId, forOthers: isOwner },
      ...(jobId === undefined
        ? {}
        : {
            afterInsert: async (transaction, { refused, ...counts }, written) =>
              advanceImport(transaction, {
                partitionId,
                jobId,
                by: { userId, isOwner },
                rows: rows.length,
                numbers,
                counts,
                refused,
                written,
              }),
          }),
    };
    const write = () => appendRows(checked, partitionId, batch, request);
    const answer = await (request.after ? writeAfter(write, call.signal) : write());
    return showingLike(answer, { ...answer });
  });
}

const hasOtherAuthor =
  ({ userId }: Caller) =>
  ({ modificationUserId }: ImportRow): boolean =>
    modificationUserId !== undefined && modificationUserId.toLowerCase() !== userId;

type Write = Pick<Idempotency, 'userId' | 'key'>;

/** Well below the deadline of a call. */
const maxWaitMs = 3_000;
const pauseMs = 5;
const maxPauseMs = 100;

/** Waits for a write that another process may be writing. */
async function untilWritten(
  database: Queryable,
  partitionId: string,
  write: Write,
  signal: Stop,
): Promise<void> {
  const givesUpAt = performance.now() + maxWaitMs;
  while ((await idempotencyTable.findAnswers(database, partitionId, [write])).length === 0) {
    signal.throwIfAborted();
    if (performance.now() > givesUpAt) return;
    await setTimeout(pauseMs);
  }
}

/**
 * Writes once the batch before is written. Where somebody is writing that, this one waits for the lock of the partition and
 * gets it at once, which takes less than to ask again and again; only if it comes first is it tried again.
 */
async function writeAfter<Result>(write: () => Promise<Result>, signal: Stop): Promise<Result> {
  const givesUpAt = performance.now() + maxWaitMs;
  for (let pause = pauseMs; ; pause = Math.min(2 * pause, maxPauseMs)) {
    try {
      return await write();
    } catch (error) {
      const isMissing = error instanceof Problem && error.code === missingBatch;
      if (!isMissing || performance.now() > givesUpAt) throw error;
    }
    await setTimeout(pause);
    signal.throwIfAborted();
  }
}

interface ImportProgress {
  partitionId: string;
  jobId: string;
  by: { userId: string; isOwner: boolean };
  /** The number of rows of the batch. */
  rows: number;
  /** The number of each row in the file, from 1. */
  numbers: readonly number[] | undefined;
  counts: TransferCounts;
  /** Its refused rows, by their number in the batch, from 0. */
  refused: readonly RefusedRow[];
  written: SequenceRange | undefined;
}

/**
 * Records the result of a batch in its transfer, in the transaction of the batch, so that neither exists without the
 * other.
 * @throws Problem 404 for a transfer of another partition, 403 for one that someone else started, unless the caller is
 * an owner, 409 `job_not_running` for one that accepts no batches
 */
async function advanceImport(
  transaction: Queryable,
  { partitionId, jobId, by, rows, numbers, counts, refused, written }: ImportProgress,
): Promise<void> {
  const transfer = await lockTransfer(transaction, partitionId, jobId);
  if (!transfer) throw notFound('job');
  if (transfer.createdUserId !== by.userId && !by.isOwner) throw forbidden(say('jobOfOther'));
  if (transfer.kind !== 'IMPORT' || transfer.state !== 'RUNNING')
    throw conflict(
      'job_not_running',
      transfer.kind === 'IMPORT'
        ? say('importClosed', { state: transfer.state })
        : say('jobIsNoImport'),
    );
  const stored = refused
    .slice(0, Math.max(0, maxRefusals - transfer.storedRefusals))
    .map((refusal) => {
      const number = numbers?.[refusal.row];
      const row = number === undefined ? transfer.done + refusal.row : number - 1;
      return Object.assign({}, refusal, { row });
    });
  if (written) await addWritten(transaction, partitionId, jobId, written);
  await addImported(transaction, partitionId, jobId, rows, counts, refused.length, stored);
}
