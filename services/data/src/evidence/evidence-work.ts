import { mostEvidenceBytes } from '@annals/contracts/evidence';
import { abortable, type Database } from '@annals/kit/database/queryable';
import { conflict, notFound } from '@annals/kit/problem';
import type { Checkpoints } from '../log/checkpoints.ts';
import type { SearchLimits } from '../search/search-limits.ts';
import type { HeldJob } from '../transfers/held-jobs.sql.ts';
import { insertPart } from '../transfers/job-files.sql.ts';
import { actorOf, requireRightsToRead, type ReachOfUser } from '../transfers/job-rights.ts';
import type { WorkPage } from '../transfers/job-worker.ts';
import { accessFor, type FindAccess } from './evidence-access.ts';
import { EvidenceContent } from './evidence-content.ts';
import { erasedMeanwhile, evidenceFiles } from './evidence-files.ts';
import { beginFile, endFile, lockAgainstErasure, writeSteps } from './evidence-jobs.sql.ts';
import { findEvidence, requestOf } from './evidence-request.ts';
import type { FindVerifier } from './evidence.routes.ts';
import { isErasedSince } from './evidence.sql.ts';
import { zipOf } from './zip.ts';

export interface EvidenceWork {
  database: Database;
  checkpoints: Checkpoints;
  limits: SearchLimits;
  reachOfUser: ReachOfUser;
  findVerifier: FindVerifier;
  /** Undefined where nobody knows of roles. */
  findAccess: FindAccess | undefined;
  /** Of a file; for tests. */
  mostBytes?: number | undefined;
}

const bytesOfPart = 1024 * 1024;
/** How often it is written how far it is, and whether the person may still read is asked. */
const beatMs = 500;
/** How often it is begun, by whatever it was stopped: what stops a server must not do so for ever. */
const mostAttempts = 10;

/** Makes the file of an evidence, and keeps it in the database, where each server and each erasure finds it. */
export const evidenceWork =
  (options: EvidenceWork): WorkPage =>
  async (job, holder, stop) => {
    const { database, checkpoints, limits, findVerifier, mostBytes = mostEvidenceBytes } = options;
    const { findAccess, reachOfUser } = options;
    const { partitionId } = job;
    const steps = { done: 0, total: null as number | null };
    let beaten = performance.now();
    const beat = async () => {
      stop.throwIfAborted();
      if (performance.now() - beaten < beatMs) return;
      await requireRightsToRead(options, job);
      await writeSteps(database, job, holder, steps);
      beaten = performance.now();
    };

    await requireRightsToRead(options, job);
    if (Number(job.cursor ?? 0) >= mostAttempts) throw givenUp();
    await database.transaction(async (transaction) => beginFile(transaction, job, holder));
    const reading = abortable(database, stop);
    const context = { limits, signal: stop };
    const actor = actorOf(job, await reachOfUser(job.userId));
    const access = accessFor(findAccess, actor, partitionId);
    const found = await findEvidence(reading, askedOf(job), { ...askingOf(job), access }, context);
    const request = await requestOf(reading, checkpoints, found);
    const content = new EvidenceContent(request, reading, context, beat);
    const files = evidenceFiles(content, {
      database,
      queryable: reading,
      checkpoints,
      verifier: await findVerifier(),
      requireReader: beat,
      progress: {
        expect: (total) => {
          steps.total = total;
        },
        step: (count) => {
          steps.done += count;
        },
      },
    });
    const zip = zipOf(files, new Date(request.madeDate));
    const parts = new Parts(database, job, mostBytes);
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
    });
    return { cursor: null, finished: true };
  };

/** As the query of the call that makes one at once has it. */
function askedOf({ evidence }: HeldJob) {
  if (!evidence) throw notFound('evidence');
  const { objectId, query, asOf, asHeld, language } = evidence;
  return { objectId, query, asOf, asHeld, language };
}

/** The present of an evidence is when it was asked for, however long that is ago. */
function askingOf({ partitionId, userId, userName, createdDate }: HeldJob) {
  if (createdDate === undefined) throw notFound('evidence');
  const by = { userId, name: userName ?? userId };
  return { partitionId, by, date: createdDate, isPast: true };
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The file of a job in pieces, each written when it is whole. */
class Parts {
  bytes = 0;
  readonly #database: Database;
  readonly #job: HeldJob;
  readonly #mostBytes: number;
  #number = 0;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(database: Database, job: HeldJob, mostBytes: number) {
    this.#database = database;
    this.#job = job;
    this.#mostBytes = mostBytes;
  }

  /** @param write what goes into the transaction of a piece, and throws where it may not be written */
  async add(piece: Uint8Array, write: (transaction: Transaction) => Promise<void>): Promise<void> {
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    this.bytes += piece.length;
    if (this.bytes > this.#mostBytes) throw tooLarge();
    if (this.#waitingBytes < bytesOfPart) return;
    await this.#database.transaction(async (transaction) => {
      await write(transaction);
      await this.end(transaction);
    });
  }

  /** Writes what is left. */
  async end(transaction: Transaction): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    await insertPart(transaction, this.#job, this.#number, bytes);
    this.#number += 1;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

const tooLarge = () =>
  conflict(
    'evidence_too_large',
    'The file is larger than what is kept. Ask for less, or fetch it without a job, as annals evidence --direct does.',
  );

const givenUp = () =>
  conflict(
    'evidence_given_up',
    'It was begun ten times and never finished, since servers were stopped or the database was too busy. Ask for less, or create it again.',
  );
