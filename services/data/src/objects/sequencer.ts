import {
  DatabaseUnavailable,
  DeadlineExceeded,
  DiskFull,
  type Database,
  type Queryable,
} from '@annals/kit/database/database';
import { conflict, Problem } from '@annals/kit/problem';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { storedAnswer } from '../idempotency/stored-answer.ts';
import { appendTogether, type Decided, type Decision, type Needs } from './appending.ts';
import type { Draft } from './draft.ts';

/** One write: what it must know, how heavy it is, and what it decides. */
export interface Job<Answer> {
  needs: Omit<Needs, 'idempotency'>;
  /** How many versions it writes at most. */
  versions: number;
  /** About how large they are together. */
  bytes: number;
  idempotency: Idempotency | undefined;
  /** The schema version of the partition that its data was checked by; undefined where nothing is to be checked. */
  schemaVersion?: number;
  /** Appends to the draft, or throws to refuse. */
  decide(draft: Draft): Answer;
  /** Written in the same transaction after the versions; a throw refuses the job. Left out for a repetition. */
  along?(transaction: Queryable, answer: Answer): Promise<void>;
}

/** Data was checked by the JSON Schemas of before: they are others by now. */
export class SchemaChanged extends Error {
  override readonly name = 'SchemaChanged';

  constructor(readonly schemaVersion: number) {
    super('The JSON Schemas of the partition were changed.');
  }
}

/** A job whose turn has come. */
export interface TakenJob {
  versions: number;
  /** When it came, by performance.now(). */
  since: number;
}

interface Waiting extends Decision, TakenJob {
  bytes: number;
}

const mebibyte = 1024 * 1024;
/** What waits for its turn, with the bytes of all of it. */
interface Queue {
  jobs: Waiting[];
  bytes: number;
}

export interface SequencerOptions {
  /** Told after each commit that may have brought versions. */
  appended?: (partitionId: string) => void;
  /** Told what goes into one transaction. */
  taken?: (jobs: readonly TakenJob[]) => void;
}

const largestTransaction = { versions: 500, bytes: 8 * mebibyte };
const longestQueue = { jobs: 2000, bytes: 64 * mebibyte };

/**
 * The one way to append. What waits for a partition while its last transaction commits goes into the next one
 * together; partitions do not wait for each other. Between servers the lock on the partition's row keeps the order.
 */
export class Sequencer {
  readonly #database: Database;
  readonly #appended: (partitionId: string) => void;
  readonly #taken: SequencerOptions['taken'];
  readonly #queues = new Map<string, Queue>();
  readonly #running = new Set<Promise<void>>();

  constructor(database: Database, { appended = () => undefined, taken }: SequencerOptions = {}) {
    this.#database = database;
    this.#appended = appended;
    this.#taken = taken;
  }

  /** Resolves when what the job decided is committed. */
  async append<Answer>(partitionId: string, job: Job<Answer>): Promise<Answer> {
    const queue = this.#queues.get(partitionId);
    if (queue && (queue.jobs.length >= longestQueue.jobs || queue.bytes >= longestQueue.bytes))
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
        since: performance.now(),
        decide: (draft) => decideOnce(draft, job, resolve),
        fail,
      };
      if (queue) {
        queue.jobs.push(waiting);
        queue.bytes += waiting.bytes;
      } else this.#start(partitionId, waiting);
    });
  }

  /** How many jobs wait for the transaction before their own. */
  get waiting(): number {
    let waiting = 0;
    for (const { jobs } of this.#queues.values()) waiting += jobs.length;
    return waiting;
  }

  /** Resolves when nothing is being written any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(partitionId: string, first: Waiting): void {
    const queue = { jobs: [first], bytes: first.bytes };
    this.#queues.set(partitionId, queue);
    const run = this.#work(partitionId, queue).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #work(partitionId: string, queue: Queue): Promise<void> {
    while (queue.jobs.length > 0) {
      const jobs = takeTogether(queue);
      this.#taken?.(jobs);
      try {
        await this.#append(partitionId, jobs);
      } catch (error) {
        if (isPassing(error)) for (const job of [...jobs, ...takeAll(queue)]) job.fail(error);
        else await this.#appendApart(partitionId, jobs, error);
      }
    }
    this.#queues.delete(partitionId);
  }

  async #append(partitionId: string, jobs: Waiting[]): Promise<void> {
    const answers = await appendTogether(this.#database, partitionId, jobs);
    for (const answer of answers) answer();
    this.#appended(partitionId);
  }

  /** One of the jobs made the transaction fail: only that one is to fail. */
  async #appendApart(partitionId: string, jobs: Waiting[], error: unknown): Promise<void> {
    if (jobs.length === 1) for (const job of jobs) job.fail(error);
    else
      for (const job of jobs)
        await this.#append(partitionId, [job]).catch((reason: unknown) => job.fail(reason));
  }
}

function takeTogether(queue: Queue): Waiting[] {
  let versions = 0;
  let bytes = 0;
  const end = queue.jobs.findIndex((job, index) => {
    versions += job.versions;
    bytes += job.bytes;
    return (
      index > 0 && (versions > largestTransaction.versions || bytes > largestTransaction.bytes)
    );
  });
  if (end === -1) return takeAll(queue);
  const taken = queue.jobs.splice(0, end);
  for (const job of taken) queue.bytes -= job.bytes;
  return taken;
}

function takeAll(queue: Queue): Waiting[] {
  queue.bytes = 0;
  return queue.jobs.splice(0);
}

/** The database is away, full or too slow: no job is to blame, and the next one would fare no better. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    error instanceof DeadlineExceeded ||
    error instanceof DiskFull
  );
}

function decideOnce<Answer>(
  draft: Draft,
  job: Job<Answer>,
  resolve: (answer: Answer) => void,
): Decided {
  const { idempotency } = job;
  const stored = idempotency && draft.answer(idempotency.userId, idempotency.key);
  if (stored) {
    const answer = storedAnswer(idempotency, stored) as Answer;
    return { answer: () => resolve(answer) };
  }
  requireWritable(draft, job);
  const answer = job.decide(draft);
  if (idempotency) {
    const { userId, key, hash } = idempotency;
    draft.answers.push({ userId, key, hash, answer: JSON.stringify(answer) });
  }
  const along = job.along?.bind(job);
  return {
    answer: () => resolve(answer),
    ...(along ? { along: async (transaction) => along(transaction, answer) } : {}),
  };
}

function requireWritable(
  { clock }: Draft,
  { schemaVersion = clock.schemaVersion }: Pick<Job<unknown>, 'schemaVersion'>,
): void {
  if (clock.archived)
    throw conflict(
      'partition_archived',
      'This partition is archived: it can be read, and nothing can be written. An owner can take it out of the archive.',
    );
  if (schemaVersion !== clock.schemaVersion) throw new SchemaChanged(clock.schemaVersion);
}
