import { maxEvidenceBytes } from '@annals/contracts/evidence';
import { say } from '@annals/contracts/messages';
import type { ScopeOfUser } from '@annals/kit/caller';
import { withAbortSignal, type Database } from '@annals/kit/database/queryable';
import { conflict, notFound } from '@annals/kit/problem';
import type { SearchLimits } from '../search/search-limits.ts';
import type { ClaimedJob } from '../transfers/claimed-jobs.sql.ts';
import { insertPart } from '../transfers/job-files.sql.ts';
import type { RecordEnd } from '../transfers/job-ends.ts';
import { actorOf, requireRightsToRead } from '../transfers/job-rights.ts';
import type { WorkPage } from '../transfers/job-worker.ts';
import { accessFor, type FindAccess } from './evidence-access.ts';
import { erasedMeanwhile } from './evidence-files.ts';
import { beginFile, endFile, lockAgainstErasure, writeSteps } from './evidence-jobs.sql.ts';
import { findEvidence, requestOf } from './evidence-request.ts';
import type { EvidenceProcesses } from './evidence-process.ts';
import type { EvidenceTurns } from './evidence-turns.ts';
import { isErasedSince } from './evidence.sql.ts';

export interface EvidenceWork {
  database: Database;
  limits: SearchLimits;
  scopeOfUser: ScopeOfUser;
  processes: EvidenceProcesses;
  turns: EvidenceTurns;
  /** Undefined if roles are unknown here. */
  findAccess: FindAccess | undefined;
  ended: RecordEnd;
  /** The maximum size of a file; for tests. */
  maxBytes?: number | undefined;
}

const bytesOfPart = 1024 * 1024;
/** How often progress is written, and read access is checked. */
const heartbeatMs = 500;
/** The most attempts, so that a job that crashes servers does not do so for ever. */
const maxAttempts = 10;

/** Creates the file of evidence, and stores it in the database, where each server and each erasure finds it. */
export const evidenceWork =
  (options: EvidenceWork): WorkPage =>
  async (job, holder, stop) => {
    const turn = options.turns.hold(job.userId, holder);
    try {
      await createFile(options, job, holder, AbortSignal.any([stop, turn.lost]));
    } finally {
      await turn.release();
    }
    return { cursor: null, finished: true };
  };

async function createFile(
  options: EvidenceWork,
  job: ClaimedJob,
  holder: string,
  stop: AbortSignal,
): Promise<void> {
  const { database, limits, processes, maxBytes = maxEvidenceBytes } = options;
  const { findAccess, scopeOfUser } = options;
  const { partitionId } = job;
  const steps = { done: 0, total: null as number | null };
  let beaten = performance.now();
  const beat = async () => {
    stop.throwIfAborted();
    if (performance.now() - beaten < heartbeatMs) return;
    await requireRightsToRead(options, job);
    await writeSteps(database, job, holder, steps);
    beaten = performance.now();
  };

  await requireRightsToRead(options, job);
  if (Number(job.cursor ?? 0) >= maxAttempts) throw attemptsExhausted();
  await database.transaction(async (transaction) => beginFile(transaction, job, holder));
  const reading = withAbortSignal(database, stop);
  const context = { limits, signal: stop };
  const actor = actorOf(job, await scopeOfUser(job.userId));
  const access = accessFor(findAccess, actor, partitionId);
  const found = await findEvidence(reading, queryOf(job), { ...requesterOf(job), access }, context);
  const request = await requestOf(reading, found);
  const zip = await processes.create(request, {
    query: (statement, name) => database.queryUnparsed(statement, name, stop),
    requireReader: beat,
    progress: {
      expect: (total) => {
        steps.total = total;
      },
      step: (count) => {
        steps.done += count;
      },
    },
    signal: stop,
    id: job.id,
  });
  const parts = new Parts(database, job, maxBytes);
  for await (const piece of zip) {
    await parts.add(piece as Uint8Array, async (transaction) =>
      writeSteps(transaction, job, holder, steps),
    );
    await beat();
  }
  await database.transaction(async (transaction) => {
    await lockAgainstErasure(transaction, partitionId);
    if (await isErasedSince(transaction, partitionId, request.sizeWhenMade))
      throw erasedMeanwhile();
    await parts.end(transaction);
    const { bytes } = parts;
    const end = { bytes, logSize: request.sizeWhenMade, steps: steps.total ?? steps.done };
    await endFile(transaction, job, holder, end);
    await options.ended(transaction, job, 'DONE');
  });
}

/** In the form of the query of a direct request. */
function queryOf({ evidence }: ClaimedJob) {
  if (!evidence) throw notFound('evidence');
  const { objectId, query, asOf, asHeld, language } = evidence;
  return { objectId, query, asOf, asHeld, language };
}

/** The present of evidence is when it was requested, however long ago. */
function requesterOf({ partitionId, userId, userName, createdDate }: ClaimedJob) {
  if (createdDate === undefined) throw notFound('evidence');
  const by = { userId, name: userName ?? userId };
  return { partitionId, by, date: createdDate, isPast: true };
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Stores the file of a job in pieces, each written when it is complete. */
class Parts {
  bytes = 0;
  readonly #database: Database;
  readonly #job: ClaimedJob;
  readonly #maxBytes: number;
  #number = 0;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(database: Database, job: ClaimedJob, maxBytes: number) {
    this.#database = database;
    this.#job = job;
    this.#maxBytes = maxBytes;
  }

  /** @param write runs in the transaction of a piece, and throws if it may not be written */
  async add(piece: Uint8Array, write: (transaction: Transaction) => Promise<void>): Promise<void> {
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    this.bytes += piece.length;
    if (this.bytes > this.#maxBytes) throw tooLarge();
    if (this.#waitingBytes < bytesOfPart) return;
    await this.#database.transaction(async (transaction) => {
      await write(transaction);
      await this.end(transaction);
    });
  }

  /** Writes the rest. */
  async end(transaction: Transaction): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    await insertPart(transaction, this.#job, this.#number, bytes);
    this.#number += 1;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

const tooLarge = () => conflict('evidence_too_large', say('evidenceFileTooLarge'));

const attemptsExhausted = () => conflict('evidence_given_up', say('evidenceNeverFinished'));
