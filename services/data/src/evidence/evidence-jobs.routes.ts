import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import {
  getKeptEvidence,
  maxEvidencePerUser,
  maxStoredBytes,
  removeEvidence,
  startEvidence,
} from '@annals/contracts/evidence';
import { say } from '@annals/contracts/messages';
import type { Transfer } from '@annals/contracts/transfers';
import type { BackgroundWorker } from '@annals/kit/background/background-worker';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { conflict, forbidden, notFound } from '@annals/kit/problem';
import { executeOnce } from '../idempotency/idempotency.ts';
import { requireStillReader, writesAsOwner, type Admission } from '../members/member-access.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import { scopeOf } from '../partitions/scope.sql.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { SearchLimits } from '../search/search-limits.ts';
import { findFile, findPart, removeFile, type FileOfJob } from '../transfers/job-files.sql.ts';
import type { ClaimedJob } from '../transfers/claimed-jobs.sql.ts';
import { eventOfOwner } from '../transfers/job-event.ts';
import { findTransfer, insertTransfer } from '../transfers/transfers.sql.ts';
import { mayReadEveryone } from './evidence-access.ts';
import { countEvidence } from './evidence-jobs.sql.ts';
import { showing } from '../versions/shown-versions.ts';
import { findEvidence, describeEvidenceRequest, shownInEvidence } from './evidence-request.ts';
import { isErasedSince } from './evidence.sql.ts';

interface EvidenceJobsOptions {
  database: Database;
  limits: SearchLimits;
  admission: Admission;
  worker: BackgroundWorker<ClaimedJob>;
  trail: AuditTrail;
  /** The files contain the holders of roles that open every partition. */
  namesHolders: boolean;
}

/** Evidence that a job creates, and stores for some days. */
export function mountEvidenceJobs(
  mount: Mount,
  { database, limits, admission, worker, trail, namesHolders }: EvidenceJobsOptions,
): void {
  mount(
    startEvidence,
    async ({ params: { partitionId }, body, caller, idempotency, request, signal }) => {
      const by = { userId: caller.userId, name: caller.name || caller.username };
      const asking = { partitionId, by, date: await databaseNow(database) };
      // Invalid requests are refused now instead of failing in the job.
      const { subject } = await findEvidence(database, body, asking, { limits, signal });
      const { id } = await database.transaction(async (transaction) =>
        executeOnce(transaction, idempotency, async () => {
          await lockPartition(transaction, partitionId);
          await requireRoom(transaction, partitionId, caller);
          const job = { partitionId, id: uuidv7() };
          await insertTransfer(transaction, {
            ...job,
            kind: 'EVIDENCE',
            fromPartitionId: null,
            asOf: null,
            fileName: null,
            fileHash: null,
            reason: null,
            evidence: { subject: subject.kind, ...body },
            total: null,
            userId: by.userId,
            userName: by.name,
          });
          await trail.record(transaction, { caller, request }, partitionId, {
            action: 'evidence.requested',
            after: { ...describeEvidenceRequest(subject.kind, body), job: job.id },
          });
          // Not the whole job, because the stored response would still contain the query after an erasure.
          return job;
        }),
      );
      worker.wake();
      return evidenceJob(database, caller, partitionId, id);
    },
  );

  mount(getKeptEvidence, async ({ params, caller, request, reply, queryable, ...call }) => {
    const { partitionId, jobId } = params;
    const job = await evidenceJob(queryable, caller, partitionId, jobId);
    if (!call.acceptsStream) return job;
    await requireCreatorOrOwner(admission, caller, job, readsAsOwner);
    if (namesHolders) requireSameVisibility(caller, job);
    const file = await findFile(queryable, partitionId, jobId);
    if (!file) throw noFile(job);
    await requireNothingErased(queryable, partitionId, file);
    const first = await findPart(queryable, partitionId, jobId, 0);
    if (!first) throw noFile(job);
    const arrivedMs = Date.now();
    const requireReader = async () =>
      requireStillReader(admission, request, partitionId, arrivedMs);
    reply.header('content-disposition', `attachment; filename="evidence-${jobId}.zip"`);
    const parts = Readable.from(partsOf(queryable, { job, file, first }, requireReader), {
      objectMode: false,
    });
    return showing(parts, [shownInEvidence(job.evidence)]);
  });

  mount(removeEvidence, async ({ params: { partitionId, jobId }, caller, request }) => {
    const job = await evidenceJob(database, caller, partitionId, jobId);
    await requireCreatorOrOwner(admission, caller, job, writesAsOwner);
    await database.transaction(async (transaction) => {
      await removeFile(transaction, partitionId, jobId);
      const after = {
        ...(job.evidence && describeEvidenceRequest(job.evidence.subject, job.evidence)),
        job: jobId,
      };
      await trail.record(
        transaction,
        { caller, request },
        partitionId,
        eventOfOwner({ action: 'evidence.deleted', after }, job.createdUserId, caller.userId),
      );
    });
    return evidenceJob(database, caller, partitionId, jobId);
  });
}

/** @throws Problem 404 */
async function evidenceJob(
  database: Queryable,
  caller: Caller,
  partitionId: string,
  id: string,
): Promise<Transfer> {
  const job = await findTransfer(database, scopeOf(caller), partitionId, id);
  if (job?.kind !== 'EVIDENCE') throw notFound('evidence');
  return job;
}

/** @throws Problem 409 */
async function requireRoom(
  transaction: Queryable,
  partitionId: string,
  { userId }: Caller,
): Promise<void> {
  const { count, bytes } = await countEvidence(transaction, partitionId, userId);
  if (count >= maxEvidencePerUser)
    throw conflict('too_much_evidence', say('tooMuchEvidence', { maxEvidencePerUser }));
  if (bytes >= maxStoredBytes) throw conflict('too_much_evidence', say('evidenceSpaceFull'));
}

const readsAsOwner: typeof writesAsOwner = (_, role) => role === 'OWNER';

/**
 * @param mayAsOwner the rule for everyone but the user who started it: `readsAsOwner` to read, `writesAsOwner` to write
 * @throws Problem 403
 */
async function requireCreatorOrOwner(
  { findMemberRole }: Admission,
  caller: Caller,
  { partitionId, createdUserId }: Transfer,
  mayAsOwner: typeof writesAsOwner,
): Promise<void> {
  if (createdUserId === caller.userId) return;
  if (!mayAsOwner(caller, await findMemberRole(caller, partitionId)))
    throw forbidden(say('jobOfOther'));
}

/** A file contains users whom its creator may see. @throws Problem 403 for others, unless they may see everybody */
function requireSameVisibility(caller: Caller, { createdUserId }: Transfer): void {
  if (createdUserId !== caller.userId && !mayReadEveryone(caller))
    throw forbidden(say('evidenceNamesUsers'));
}

/** The erasure has already removed the file, unless it did not see it. @throws Problem 409 */
async function requireNothingErased(
  database: Queryable,
  partitionId: string,
  { logSize }: FileOfJob,
): Promise<void> {
  if (await isErasedSince(database, partitionId, logSize))
    throw conflict('erased_since', say('erasedAfterEvidence'));
}

function noFile({ state, expiresDate }: Transfer) {
  if (state === 'RUNNING') return conflict('evidence_not_ready', say('evidenceNotReady'));
  if (state === 'DONE' && expiresDate) return conflict('evidence_not_kept', say('evidenceExpired'));
  return conflict('evidence_not_kept', say('evidenceFileMissing'));
}

interface EvidenceFile {
  job: Pick<Transfer, 'partitionId' | 'id'>;
  file: FileOfJob;
  first: Uint8Array;
}

/**
 * Piece by piece, each read after the previous ones are sent, and only while the caller may read.
 * @throws Problem 409 if the file was removed meanwhile, which ends the connection
 */
async function* partsOf(
  database: Queryable,
  { job: { partitionId, id }, file, first }: EvidenceFile,
  requireReader: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  yield first;
  let bytes = first.length;
  for (let number = 1; bytes < file.bytes; number += 1) {
    await requireReader();
    const part = await findPart(database, partitionId, id, number);
    if (!part) throw conflict('evidence_not_kept', say('evidenceFileMissing'));
    bytes += part.length;
    yield part;
  }
}
