import type { FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { EventAction } from '@annals/contracts/events';
import { say } from '@annals/contracts/messages';
import type { Transfer } from '@annals/contracts/transfers';
import {
  cancelTransfer,
  finishTransfer,
  getTransfer,
  handOverTransfer,
  listTransfers,
  resumeTransfer,
  startTransfer,
} from '@annals/contracts/transfers';
import type { MemberRole } from '@annals/contracts/permissions';
import type { BackgroundWorker } from '@annals/kit/background/background-worker';
import type { Caller, ScopeOfUser } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { badRequest, conflict, forbidden, notFound, Problem } from '@annals/kit/problem';
import { executeOnce } from '../idempotency/idempotency.ts';
import { memberRoles, writesAsOwner } from '../members/member-access.ts';
import { scopeOf } from '../partitions/scope.sql.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { describeJob, jobEvent } from './job-event.ts';
import type { ClaimedJob } from './claimed-jobs.sql.ts';
import { requireRightsToRun } from './job-rights.ts';
import { removeParts } from './job-files.sql.ts';
import { newTransfer, requireOwner, requireReaderOfSource } from './new-transfer.ts';
import * as table from './transfers.sql.ts';
import { requireNotArchived } from './target.sql.ts';

interface JobCall {
  params: { partitionId: string; jobId: string };
  caller: Caller;
  request: FastifyRequest;
}

interface Deciding {
  transaction: Queryable;
  transfer: table.LockedTransfer;
  role: MemberRole | undefined;
  set: (state: Transfer['state']) => Promise<void>;
}

/** The calls about the transfers of one partition. */
export function mountTransfers(
  mount: Mount,
  database: Database,
  {
    worker,
    scopeOfUser,
    trail,
  }: { worker: BackgroundWorker<ClaimedJob>; scopeOfUser: ScopeOfUser; trail: AuditTrail },
): void {
  const roleOf = memberRoles(database);

  mount(startTransfer, async ({ params, body, caller, idempotency, request }) => {
    const partitionId = params.partitionId.toLowerCase();
    const started = await newTransfer(database, roleOf, { partitionId, body, caller });
    const transfer = await database.transaction(async (transaction) =>
      executeOnce(transaction, idempotency, async () => {
        const id = uuidv7();
        await requireNotArchived(transaction, partitionId);
        await table.insertTransfer(transaction, { ...started, id });
        await trail.record(transaction, { caller, request }, partitionId, {
          action: 'transfer.started',
          after: describeJob({ ...started, id }),
        });
        return showTransfer(transaction, caller, partitionId, id);
      }),
    );
    if (transfer.kind !== 'IMPORT') worker.wake();
    return transfer;
  });

  /** Locks the transfer, checks that the caller may change its state, and calls `change`. */
  const deciding = async (
    { params: { partitionId, jobId }, caller, request }: JobCall,
    action: EventAction,
    change: (deciding: Deciding) => Promise<void>,
  ) => {
    const role = await roleOf(caller, partitionId);
    return database.transaction(async (transaction) => {
      const transfer = await table.lockTransfer(transaction, partitionId, jobId);
      if (!transfer) throw notFound('job');
      if (transfer.createdUserId !== caller.userId && !writesAsOwner(caller, role))
        throw forbidden(say('jobOfOther'));
      const set = async (state: Transfer['state']) =>
        table.setState(transaction, partitionId, jobId, state);
      await change({ transaction, transfer, role, set });
      const changed = await showTransfer(transaction, caller, partitionId, jobId);
      const { state, created, changed: changedCount, ended, existing, refused } = changed;
      if (state !== transfer.state || action === 'transfer.handedOver')
        await trail.record(
          transaction,
          { caller, request },
          partitionId,
          jobEvent(action, transfer, caller.userId, {
            ...(action === 'transfer.ended' && {
              state,
              counts: { created, changed: changedCount, ended, existing, refused },
            }),
            ...(action === 'transfer.handedOver' && { toUserId: changed.resumedUserId }),
          }),
        );
      return changed;
    });
  };

  mount(cancelTransfer, async (call) =>
    deciding(call, 'transfer.ended', async ({ transaction, transfer: { kind, state }, set }) => {
      if (state === 'RUNNING') {
        await set('CANCELLED');
        if (kind === 'EVIDENCE')
          await removeParts(transaction, call.params.partitionId, call.params.jobId);
      } else if (state !== 'CANCELLED') throw alreadyFinished(state);
    }),
  );

  mount(finishTransfer, async (call) =>
    deciding(call, 'transfer.ended', async ({ transfer: { kind, state }, set }) => {
      if (kind !== 'IMPORT') throw conflict('job_not_import', say('finishOnlyImports'));
      if (state === 'RUNNING') await set('DONE');
      else if (state !== 'DONE') throw alreadyFinished(state);
    }),
  );

  mount(resumeTransfer, async (call) => {
    const { params, caller } = call;
    const { partitionId, jobId } = params;
    const resumed = await deciding(
      call,
      'transfer.resumed',
      async ({ transaction, transfer, role }) => {
        if (transfer.state === 'RUNNING') return;
        if (transfer.state === 'DONE') throw alreadyFinished(transfer.state);
        if (transfer.kind === 'EVIDENCE')
          throw conflict('job_is_evidence', say('evidenceNotResumable'));
        // Like starting it: it then runs with the rights of the caller.
        if (transfer.kind !== 'IMPORT') requireOwner(caller, role);
        if (transfer.fromPartitionId !== null)
          await requireReaderOfSource(memberRoles(transaction), caller, transfer.fromPartitionId);
        await requireNotArchived(transaction, partitionId);
        await table.resume(transaction, partitionId, jobId, {
          userId: caller.userId,
          userName: caller.name || caller.username,
        });
      },
    );
    if (resumed.kind !== 'IMPORT') worker.wake();
    return resumed;
  });

  mount(handOverTransfer, async (call) => {
    const { params, body, caller } = call;
    const { partitionId, jobId } = params;
    const userId = body.userId.toLowerCase();
    const known = await showTransfer(database, caller, partitionId, jobId);
    if (known.kind === 'IMPORT') throw conflict('job_is_import', say('importResumedByUser'));
    if (known.kind === 'EVIDENCE') throw conflict('job_is_evidence', say('evidenceOwner'));
    const userName = await table.findUserName(database, userId);
    const job = { ...known, userId, userName: userName ?? null };
    if (userName === undefined || !(await mayRun(database, scopeOfUser, job)))
      throw badRequest(say('cannotTakeOver'), [
        { path: 'body.userId', ...say('chooseOwnerReader') },
      ]);
    const handedOver = await deciding(
      call,
      'transfer.handedOver',
      async ({ transaction, transfer }) => {
        if (transfer.state !== 'RUNNING') throw alreadyFinished(transfer.state);
        await table.resume(transaction, partitionId, jobId, { userId, userName });
      },
    );
    worker.wake();
    return handedOver;
  });
}

/** The calls about the transfers of all partitions. */
export function mountTransferLists(mount: Mount): void {
  mount(listTransfers, async ({ query, caller, queryable }) => {
    const { partitionId, kind, state, userId } = query;
    const rows = await table.listTransfers(
      queryable,
      scopeOf(caller),
      { partitionId, kind, state, userId },
      table.transfersNewestFirst.rangeOf(query),
    );
    return table.transfersNewestFirst.pageOf(rows, query, (row) => row);
  });

  mount(getTransfer, async ({ params: { jobId }, caller, queryable }) => {
    const transfer = await table.findVisibleTransfer(queryable, scopeOf(caller), jobId);
    if (!transfer) throw notFound('job');
    return transfer;
  });
}

async function mayRun(
  database: Queryable,
  scopeOfUser: ScopeOfUser,
  job: Parameters<typeof requireRightsToRun>[1],
): Promise<boolean> {
  try {
    await requireRightsToRun({ database, scopeOfUser }, job);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return false;
    throw error;
  }
}

/** @throws Problem 404 */
export async function showTransfer(
  database: Queryable,
  caller: Caller,
  partitionId: string,
  id: string,
): Promise<Transfer> {
  const transfer = await table.findTransfer(database, scopeOf(caller), partitionId, id);
  if (!transfer) throw notFound('job');
  return transfer;
}

const alreadyFinished = (state: Transfer['state']) =>
  conflict(
    'job_not_running',
    {
      DONE: say('jobDone'),
      FAILED: say('jobHasFailed'),
      CANCELLED: say('jobCancelled'),
      RUNNING: say('jobRunning'),
    }[state],
  );
