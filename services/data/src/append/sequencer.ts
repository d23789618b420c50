import { say } from '@annals/contracts/messages';
import {
  DatabaseUnavailable,
  DeadlineExceeded,
  DiskFull,
  type Database,
} from '@annals/kit/database/database';
import { isUnsupportedStatement } from '@annals/kit/database/errors';
import { Problem } from '@annals/kit/problem';
import type { AppendCommand, Outcome } from './append-command.ts';
import { appendBatch, appendUnlockedBatches } from './append-transaction.ts';

/** A command with the promise of its caller. */
export interface QueuedCommand {
  command: AppendCommand<unknown>;
  /** Time of arrival, by performance.now(). */
  since: number;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

interface Amount {
  versions: number;
  bytes: number;
}

const mebibyte = 1024 * 1024;
const maxQueue = { commands: 2000, bytes: 64 * mebibyte };
const maxTransaction: Amount = { versions: 500, bytes: 8 * mebibyte };
/** Of one partition in a shared transaction: a larger command would keep the other partitions waiting. */
const maxShare: Amount = { versions: 50, bytes: mebibyte / 4 };

/** The commands that wait to be written to one partition, in order of arrival. */
export class AppendQueue {
  readonly partitionId: string;
  /** Another server holds the lock of the partition: waiting for it must not keep other partitions waiting. */
  contended = false;
  #waiting: QueuedCommand[] = [];
  #bytes = 0;

  constructor(partitionId: string) {
    this.partitionId = partitionId;
  }

  get length(): number {
    return this.#waiting.length;
  }

  get full(): boolean {
    return this.#waiting.length >= maxQueue.commands || this.#bytes >= maxQueue.bytes;
  }

  push(queued: QueuedCommand): void {
    this.#waiting.push(queued);
    this.#bytes += queued.command.bytes;
  }

  /** The commands for one transaction, at least one. */
  take(): QueuedCommand[] {
    return this.#takeWhile(maxTransaction, () => true);
  }

  /**
   * The commands that can share a transaction with other partitions; none if the first needs a transaction of its own.
   * @param alone no other partition shares it
   */
  takeShare(alone: boolean): QueuedCommand[] {
    const [first] = this.#waiting;
    if (this.contended || !first || !isLight(first)) return [];
    return this.#takeWhile(alone ? maxTransaction : maxShare, isLight);
  }

  takeAll(): QueuedCommand[] {
    this.#bytes = 0;
    return this.#waiting.splice(0);
  }

  #takeWhile(limit: Amount, fits: (queued: QueuedCommand) => boolean): QueuedCommand[] {
    let versions = 0;
    let bytes = 0;
    const end = this.#waiting.findIndex((queued, index) => {
      versions += queued.command.versions;
      bytes += queued.command.bytes;
      return index > 0 && (versions > limit.versions || bytes > limit.bytes || !fits(queued));
    });
    if (end === -1) return this.takeAll();
    const taken = this.#waiting.splice(0, end);
    for (const { command } of taken) this.#bytes -= command.bytes;
    return taken;
  }
}

/** Work after the insert can be slow. */
const isLight = ({ command }: QueuedCommand): boolean =>
  !command.afterInsert && command.versions <= maxShare.versions && command.bytes <= maxShare.bytes;

export interface SequencerOptions {
  /** Called after each commit that may have brought versions. */
  notifyChange?: (partitionId: string) => void;
  /** Called with the commands that go into one transaction. */
  observeBatch?: (commands: readonly QueuedCommand[]) => void;
}

/** While one commits, the next is decided. With more transactions, fewer commands would share a commit. */
const maxSharedTransactions = 2;
/** Where each has one partition. The others of the ten connections are for reads. */
const maxApart = 6;
const maxBatchPartitions = 20;

/** What a queue gives to one transaction. */
interface Taken {
  queue: AppendQueue;
  commands: QueuedCommand[];
}

/**
 * All appends go through this group commit. Commands that wait while the last transaction of their partition commits
 * share the next one, also with those of other partitions. No partition waits for another: one whose lock another
 * server holds, and a large command, get a transaction of their own. Between servers the lock on the partition's row
 * keeps the order.
 */
export class Sequencer {
  readonly #database: Database;
  readonly #notifyChange: (partitionId: string) => void;
  readonly #observeBatch: (commands: readonly QueuedCommand[]) => void;
  /** Those with commands that wait or are being written. */
  readonly #queues = new Map<string, AppendQueue>();
  /** Those of them that can go into the next shared transaction. */
  #ready: AppendQueue[] = [];
  #sharedTransactions = 0;
  #partitionsTogether = maxBatchPartitions;
  #transactionsAtOnce = maxSharedTransactions;
  readonly #running = new Set<Promise<void>>();

  constructor(
    database: Database,
    { notifyChange = () => undefined, observeBatch = () => undefined }: SequencerOptions = {},
  ) {
    this.#database = database;
    this.#notifyChange = notifyChange;
    this.#observeBatch = observeBatch;
  }

  /** Resolves when the command is committed. */
  async append<Result>(partitionId: string, command: AppendCommand<Result>): Promise<Result> {
    const queue = this.#queues.get(partitionId);
    if (queue?.full === true) throw new Problem(503, 'too_busy', say('busy'), { retryAfter: 1 });
    const result = await new Promise<unknown>((resolve, reject) => {
      const queued = { command, since: performance.now(), resolve, reject };
      if (queue) queue.push(queued);
      else this.#start(partitionId, queued);
    });
    return result as Result;
  }

  /** How many commands wait for the transaction before their own. */
  get waiting(): number {
    let waiting = 0;
    for (const { length } of this.#queues.values()) waiting += length;
    return waiting;
  }

  /** Resolves when nothing is being written any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(partitionId: string, first: QueuedCommand): void {
    const queue = new AppendQueue(partitionId);
    queue.push(first);
    this.#queues.set(partitionId, queue);
    this.#continue(queue);
  }

  /** Continues with the commands that arrived since the queue's last transaction. */
  #continue(queue: AppendQueue): void {
    if (queue.length === 0) {
      this.#queues.delete(queue.partitionId);
      return;
    }
    this.#ready.push(queue);
    this.#startShared();
  }

  #startShared(): void {
    while (this.#sharedTransactions < this.#transactionsAtOnce && this.#ready.length > 0) {
      const queues = this.#ready.splice(0, this.#partitionsTogether);
      const shares: Taken[] = [];
      for (const queue of queues) {
        const commands = queue.takeShare(queues.length === 1);
        if (commands.length > 0) shares.push({ queue, commands });
        else {
          const all = queue.take();
          this.#observeBatch(all);
          this.#run(this.#appendAlone({ queue, commands: all }));
        }
      }
      if (shares.length === 0) continue;
      this.#observeBatch(shares.flatMap(({ commands }) => commands));
      this.#sharedTransactions += 1;
      this.#run(
        this.#appendShared(shares).then((finished) => {
          this.#sharedTransactions -= 1;
          for (const { queue } of finished) this.#continue(queue);
          this.#startShared();
        }),
      );
    }
  }

  #run(work: Promise<void>): void {
    const run = work.finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** @returns those that are finished; the others continue in transactions of their own */
  async #appendShared(shares: Taken[]): Promise<Taken[]> {
    let outcomes: Map<string, Outcome[]>;
    try {
      outcomes = await appendUnlockedBatches(this.#database, shares.map(batchOf));
    } catch (error) {
      // Partitions on several servers cannot be locked in one statement.
      if (shares.length > 1 && isUnsupportedStatement(error)) {
        this.#partitionsTogether = 1;
        this.#transactionsAtOnce = maxApart;
      }
      for (const share of shares) await this.#afterFailure(share, error, shares.length > 1);
      return shares;
    }
    return shares.filter((share) => {
      const own = outcomes.get(share.queue.partitionId);
      if (own) this.#settle(share, own);
      else {
        share.queue.contended = true;
        this.#run(this.#appendAlone(share));
      }
      return own !== undefined;
    });
  }

  async #appendAlone(taken: Taken): Promise<void> {
    await this.#append(taken);
    const { queue } = taken;
    queue.contended = queue.contended && queue.length > 0;
    this.#continue(queue);
  }

  /** In a transaction of its own, which waits for the partition's lock. */
  async #append(taken: Taken): Promise<void> {
    try {
      this.#settle(taken, await appendBatch(this.#database, batchOf(taken)));
    } catch (error) {
      await this.#afterFailure(taken, error, false);
    }
  }

  #settle({ queue, commands }: Taken, outcomes: Outcome[]): void {
    for (const [index, { resolve, reject }] of commands.entries()) {
      const outcome = outcomes[index];
      if (outcome && 'result' in outcome) resolve(outcome.result);
      else reject(outcome?.error);
    }
    this.#notifyChange(queue.partitionId);
  }

  /**
   * One of the commands made the transaction fail: only that command must fail.
   * @param shared with other partitions, one of whose commands it may have been
   */
  async #afterFailure(taken: Taken, error: unknown, shared: boolean): Promise<void> {
    const { queue, commands } = taken;
    const [first] = commands;
    if (isTransient(error))
      for (const { reject } of [...commands, ...queue.takeAll()]) reject(error);
    else if (shared) await this.#append(taken);
    else if (commands.length === 1) first?.reject(error);
    else for (const command of commands) await this.#append({ queue, commands: [command] });
  }
}

const batchOf = ({ queue: { partitionId }, commands }: Taken) => ({
  partitionId,
  commands: commands.map(({ command }) => command),
});

/** The database is down, full or too slow: no command is the cause, and the next one would fail too. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    error instanceof DeadlineExceeded ||
    error instanceof DiskFull
  );
}
