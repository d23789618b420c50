import {
  DatabaseUnavailable,
  DeadlineExceeded,
  DiskFull,
  type Database,
} from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { storedAnswer } from '../idempotency/stored-answer.ts';
import { appendTogether, type Decision, type Needs } from './appending.ts';
import type { Draft } from './draft.ts';

/** One write: what it must know, how heavy it is, and what it decides. */
export interface Job<Answer> {
  needs: Omit<Needs, 'idempotency'>;
  /** How many versions it writes at most. */
  versions: number;
  /** About how large they are together. */
  bytes: number;
  idempotency: Idempotency | undefined;
  /** Appends to the draft, or throws to refuse. */
  decide(draft: Draft): Answer;
}

interface Waiting extends Decision {
  versions: number;
  bytes: number;
}

const mebibyte = 1024 * 1024;
const largestTransaction = { versions: 500, bytes: 8 * mebibyte };
const longestQueue = { jobs: 2000, bytes: 64 * mebibyte };

/**
 * The one way to append. What waits for a partition while its last transaction commits goes into the next one
 * together; partitions do not wait for each other. Between servers the lock on the partition's row keeps the order.
 */
export class Sequencer {
  readonly #database: Database;
  readonly #queues = new Map<string, Waiting[]>();
  readonly #running = new Set<Promise<void>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves when what the job decided is committed. */
  async append<Answer>(partitionId: string, job: Job<Answer>): Promise<Answer> {
    const queue = this.#queues.get(partitionId);
    if (queue && (queue.length >= longestQueue.jobs || bytesOf(queue) >= longestQueue.bytes))
      throw new Problem(
        503,
        'too_busy',
        'Too much is being written to this partition. Try again shortly.',
        {
          retryAfter: 1,
        },
      );
    return new Promise<Answer>((resolve, fail) => {
      const waiting: Waiting = {
        needs: { ...job.needs, idempotency: job.idempotency },
        versions: job.versions,
        bytes: job.bytes,
        decide: (draft) => {
          const answer = decideOnce(draft, job);
          return () => resolve(answer);
        },
        fail,
      };
      if (queue) queue.push(waiting);
      else this.#start(partitionId, waiting);
    });
  }

  /** Resolves when nothing is being written any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(partitionId: string, first: Waiting): void {
    const queue = [first];
    this.#queues.set(partitionId, queue);
    const run = this.#work(partitionId, queue).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #work(partitionId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const jobs = takeTogether(queue);
      try {
        await appendTogether(this.#database, partitionId, jobs);
      } catch (error) {
        if (isPassing(error)) for (const job of [...jobs, ...queue.splice(0)]) job.fail(error);
        else await this.#appendApart(partitionId, jobs, error);
      }
    }
    this.#queues.delete(partitionId);
  }

  /** One of the jobs made the transaction fail: only that one is to fail. */
  async #appendApart(partitionId: string, jobs: Waiting[], error: unknown): Promise<void> {
    if (jobs.length === 1) for (const job of jobs) job.fail(error);
    else
      for (const job of jobs)
        await appendTogether(this.#database, partitionId, [job]).catch((reason: unknown) =>
          job.fail(reason),
        );
  }
}

const bytesOf = (queue: Waiting[]) => queue.reduce((sum, { bytes }) => sum + bytes, 0);

function takeTogether(queue: Waiting[]): Waiting[] {
  let versions = 0;
  let bytes = 0;
  const end = queue.findIndex((job, index) => {
    versions += job.versions;
    bytes += job.bytes;
    return (
      index > 0 && (versions > largestTransaction.versions || bytes > largestTransaction.bytes)
    );
  });
  return queue.splice(0, end === -1 ? queue.length : end);
}

/** The database is away, full or too slow: no job is to blame, and the next one would fare no better. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    error instanceof DeadlineExceeded ||
    error instanceof DiskFull
  );
}

function decideOnce<Answer>(draft: Draft, job: Job<Answer>): Answer {
  const { idempotency } = job;
  if (!idempotency) return job.decide(draft);
  const stored = draft.answer(idempotency.userId, idempotency.key);
  if (stored) return storedAnswer(idempotency, stored) as Answer;
  const answer = job.decide(draft);
  const { userId, key, hash } = idempotency;
  draft.answers.push({ userId, key, hash, answer: JSON.stringify(answer) });
  return answer;
}
