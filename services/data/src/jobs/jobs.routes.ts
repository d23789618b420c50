import { uuidv7 } from 'uuidv7';
import type { Job } from '@annals/contracts/moves';
import {
  cancelJob,
  finishJob,
  getJob,
  listJobs,
  resumeJob,
  startJob,
} from '@annals/contracts/moves';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { decodeCursor, encodeCursor, isId, isMoment } from '@annals/kit/lists/cursor';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import { rowsBefore } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { conflict, forbidden, notFound } from '@annals/kit/problem';
import { answeringOnce, hashedIdempotencyOf } from '../idempotency/idempotency.ts';
import { memberRoles } from '../members/member-access.ts';
import { sightOf } from '../partitions/sight.sql.ts';
import type { JobWorker } from './job-worker.ts';
import { newJob, requireOwner, requireReaderOfSource } from './new-job.ts';
import * as jobs from './jobs.sql.ts';
import { requireNotArchived } from './target.sql.ts';

interface Deciding {
  transaction: Queryable;
  job: jobs.LockedJob;
  role: MemberRole | undefined;
  set: (state: Job['state']) => Promise<void>;
}

/** The calls about the jobs of one partition. */
export function mountPartitionJobs(mount: Mount, database: Database, worker: JobWorker): void {
  const roleOf = memberRoles(database);

  mount(startJob, async ({ params, body, caller, request }) => {
    const partitionId = params.partitionId.toLowerCase();
    const started = await newJob(database, roleOf, { partitionId, body, caller });
    const job = await database.transaction(async (transaction) =>
      answeringOnce(transaction, hashedIdempotencyOf(request, caller), async () => {
        const id = uuidv7();
        await requireNotArchived(transaction, partitionId);
        await jobs.insertJob(transaction, { ...started, id });
        return shown(transaction, caller, partitionId, id);
      }),
    );
    if (job.kind !== 'IMPORT') worker.wake();
    return job;
  });

  /** Locks the job, sees to it that the caller may decide about it, and lets `change` do so. */
  const deciding = async (
    { partitionId, jobId }: { partitionId: string; jobId: string },
    caller: Caller,
    change: (deciding: Deciding) => Promise<void>,
  ) => {
    const role = await roleOf(caller, partitionId);
    return database.transaction(async (transaction) => {
      const job = await jobs.lockJob(transaction, partitionId, jobId);
      if (!job) throw notFound('job');
      if (job.createdUserId !== caller.userId && role !== 'OWNER')
        throw forbidden('Only whoever started a job, or an owner of the partition, may do this.');
      const set = async (state: Job['state']) =>
        jobs.setState(transaction, partitionId, jobId, state);
      await change({ transaction, job, role, set });
      return shown(transaction, caller, partitionId, jobId);
    });
  };

  mount(cancelJob, async ({ params, caller }) =>
    deciding(params, caller, async ({ job: { state }, set }) => {
      if (state === 'RUNNING') await set('CANCELLED');
      else if (state !== 'CANCELLED') throw alreadyOver(state);
    }),
  );

  mount(finishJob, async ({ params, caller }) =>
    deciding(params, caller, async ({ job: { kind, state }, set }) => {
      if (kind !== 'IMPORT')
        throw conflict(
          'job_not_import',
          'Only an import is finished by its caller. Wait for this job.',
        );
      if (state === 'RUNNING') await set('DONE');
      else if (state !== 'DONE') throw alreadyOver(state);
    }),
  );

  mount(resumeJob, async ({ params, caller }) => {
    const { partitionId, jobId } = params;
    const resumed = await deciding(params, caller, async ({ transaction, job, role }) => {
      if (job.state === 'RUNNING') return;
      if (job.state === 'DONE') throw alreadyOver(job.state);
      // As for starting it: what follows is done with the rights of the caller.
      if (job.kind !== 'IMPORT') requireOwner(role);
      if (job.fromPartitionId !== null)
        await requireReaderOfSource(memberRoles(transaction), caller, job.fromPartitionId);
      await requireNotArchived(transaction, partitionId);
      await jobs.resume(transaction, partitionId, jobId, {
        userId: caller.userId,
        userName: caller.name || caller.username,
      });
    });
    if (resumed.kind !== 'IMPORT') worker.wake();
    return resumed;
  });
}

/** The calls about the jobs of all partitions. */
export function mountJobs(mount: Mount): void {
  mount(listJobs, async ({ query, caller, database }) => {
    const [date, id] = decodeCursor('jobs', query.cursor, [isMoment, isId]) ?? [];
    const { partitionId, kind, state, pageSize } = query;
    const rows = await jobs.listJobs(
      database,
      sightOf(caller),
      { partitionId, kind, state },
      {
        after: date === undefined ? undefined : { date: String(date), id: String(id) },
        skip: rowsBefore(query),
        pageSize,
      },
    );
    return pageOfFound(
      rows,
      query,
      (row) => row,
      (row) => encodeCursor('jobs', row.createdDate, row.id),
    );
  });

  mount(getJob, async ({ params: { jobId }, caller, database }) => {
    const job = await jobs.findJobInSight(database, sightOf(caller), jobId);
    if (!job) throw notFound('job');
    return job;
  });
}

async function shown(
  transaction: Queryable,
  caller: Caller,
  partitionId: string,
  id: string,
): Promise<Job> {
  const job = await jobs.findJob(transaction, sightOf(caller), partitionId, id);
  if (!job) throw notFound('job');
  return job;
}

const alreadyOver = (state: Job['state']) =>
  conflict(
    'job_not_running',
    {
      DONE: 'This job is done already. Start a new one to do it again.',
      FAILED: 'This job has failed. Resume it, or start a new one.',
      CANCELLED: 'This job was cancelled. Resume it, or start a new one.',
      RUNNING: 'This job is running.',
    }[state],
  );
