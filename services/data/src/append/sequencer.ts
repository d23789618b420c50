import {
  DatabaseUnavailable,
  DeadlineExceeded,
  DiskFull,
  type Database,
} from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import { decideOnce, type Job } from './append-command.ts';
import { AppendQueue, type TakenJob, type WaitingJob } from './append-queue.ts';
import { appendTogether, appendToFree, type Answers, type Share } from './append-transaction.ts';

export interface SequencerOptions {
  /** Told after each commit that may have brought versions. */
  appended?: (partitionId: string) => void;
  /** Told what goes into one transaction. */
  taken?: (jobs: readonly TakenJob[]) => void;
}

/** While one of them commits, the others are decided. More of them would share less. */
const mostShared = 2;
const mostPartitionsTogether = 20;

interface QueueShare extends Share {
  queue: AppendQueue;
  jobs: WaitingJob[];
}

/**
 * The one way to append. What waits for a partition while its last transaction commits goes into the next one together,
 * and with it what waits for other partitions. Of those none waits for another: whose lock somebody else has, and what is
 * large, has a transaction of its own. Between servers the lock on the partition's row keeps the order.
 */
export class Sequencer {
  readonly #database: Database;
  readonly #appended: (partitionId: string) => void;
  readonly #taken: (jobs: readonly TakenJob[]) => void;
  /** Those with jobs that wait or are being written. */
  readonly #queues = new Map<string, AppendQueue>();
  /** Those of them of which nothing is being written, and that share. */
  #ready: AppendQueue[] = [];
  #shared = 0;
  readonly #running = new Set<Promise<void>>();

  constructor(
    database: Database,
    { appended = () => undefined, taken = () => undefined }: SequencerOptions = {},
  ) {
    this.#database = database;
    this.#appended = appended;
    this.#taken = taken;
  }

  /** Resolves when what the job decided is committed. */
  async append<Answer>(partitionId: string, job: Job<Answer>): Promise<Answer> {
    const queue = this.#queues.get(partitionId);
    if (queue?.full === true)
      throw new Problem(
        503,
        'too_busy',
        'Too much is being written to this partition. Try again shortly.',
        {
          retryAfter: 1,
        },
      );
    return new Promise<Answer>((resolve, fail) => {
      const waiting: WaitingJob = {
        needs: { ...job.needs, idempotency: job.idempotency },
        versions: job.versions,
        bytes: job.bytes,
        doesMore: job.along !== undefined,
        since: performance.now(),
        decide: (draft) => decideOnce(draft, job, resolve),
        fail,
      };
      if (queue) queue.push(waiting);
      else this.#start(partitionId, waiting);
    });
  }

  /** How many jobs wait for the transaction before their own. */
  get waiting(): number {
    let waiting = 0;
    for (const { length } of this.#queues.values()) waiting += length;
    return waiting;
  }

  /** Resolves when nothing is being written any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(partitionId: string, first: WaitingJob): void {
    const queue = new AppendQueue(partitionId);
    queue.push(first);
    this.#queues.set(partitionId, queue);
    this.#goOn(queue);
  }

  /** With what has come meanwhile. */
  #goOn(queue: AppendQueue): void {
    if (queue.length === 0) {
      this.#queues.delete(queue.partitionId);
      return;
    }
    this.#ready.push(queue);
    this.#share();
  }

  #share(): void {
    while (this.#shared < mostShared && this.#ready.length > 0) {
      const queues = this.#ready.splice(0, mostPartitionsTogether);
      const shares: QueueShare[] = [];
      for (const queue of queues) {
        const jobs = queue.takeShare(queues.length === 1);
        if (jobs.length > 0) shares.push({ queue, partitionId: queue.partitionId, jobs });
        else this.#run(this.#appendAlone(queue, this.#told(queue.take())));
      }
      if (shares.length === 0) continue;
      this.#told(shares.flatMap(({ jobs }) => jobs));
      this.#shared += 1;
      this.#run(
        this.#appendShares(shares).then((written) => {
          this.#shared -= 1;
          for (const { queue } of written) this.#goOn(queue);
          this.#share();
        }),
      );
    }
  }

  #told(jobs: WaitingJob[]): WaitingJob[] {
    this.#taken(jobs);
    return jobs;
  }

  #run(work: Promise<void>): void {
    const run = work.finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** @returns those it is over with; the others go on by themselves */
  async #appendShares(shares: QueueShare[]): Promise<QueueShare[]> {
    let answers: Map<string, Answers>;
    try {
      answers = await appendToFree(this.#database, shares);
    } catch (error) {
      for (const share of shares) await this.#afterFailure(share, error, shares.length > 1);
      return shares;
    }
    return shares.filter(({ queue, partitionId, jobs }) => {
      const own = answers.get(partitionId);
      if (own) this.#answer(partitionId, own);
      else {
        queue.contended = true;
        this.#run(this.#appendAlone(queue, jobs));
      }
      return own !== undefined;
    });
  }

  async #appendAlone(queue: AppendQueue, jobs: WaitingJob[]): Promise<void> {
    await this.#appendOwn({ queue, partitionId: queue.partitionId, jobs });
    queue.contended = queue.contended && queue.length > 0;
    this.#goOn(queue);
  }

  /** In a transaction of its own, which waits for the partition's lock. */
  async #appendOwn(share: QueueShare): Promise<void> {
    try {
      this.#answer(share.partitionId, await appendTogether(this.#database, share));
    } catch (error) {
      await this.#afterFailure(share, error, false);
    }
  }

  #answer(partitionId: string, answers: Answers): void {
    for (const answer of answers) answer();
    this.#appended(partitionId);
  }

  /**
   * One of the jobs made the transaction fail: only that one is to fail.
   * @param shared with other partitions, whose jobs it may have been
   */
  async #afterFailure(share: QueueShare, error: unknown, shared: boolean): Promise<void> {
    const { queue, jobs } = share;
    if (isPassing(error)) for (const job of [...jobs, ...queue.takeAll()]) job.fail(error);
    else if (shared) await this.#appendOwn(share);
    else if (jobs.length === 1) for (const job of jobs) job.fail(error);
    else for (const job of jobs) await this.#appendOwn({ ...share, jobs: [job] });
  }
}

/** The database is away, full or too slow: no job is to blame, and the next one would fare no better. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    error instanceof DeadlineExceeded ||
    error instanceof DiskFull
  );
}
