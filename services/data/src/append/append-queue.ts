import type { AppendCommand } from './append-command.ts';

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
const longestQueue = { commands: 2000, bytes: 64 * mebibyte };
const largestTransaction: Amount = { versions: 500, bytes: 8 * mebibyte };
/** Of one partition in a shared transaction: a larger command would keep the other partitions waiting. */
const largestShare: Amount = { versions: 50, bytes: mebibyte / 4 };

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
    return this.#waiting.length >= longestQueue.commands || this.#bytes >= longestQueue.bytes;
  }

  push(queued: QueuedCommand): void {
    this.#waiting.push(queued);
    this.#bytes += queued.command.bytes;
  }

  /** The commands for one transaction, at least one. */
  take(): QueuedCommand[] {
    return this.#takeWhile(largestTransaction, () => true);
  }

  /**
   * The commands that can share a transaction with other partitions; none if the first needs a transaction of its own.
   * @param alone no other partition shares it
   */
  takeShare(alone: boolean): QueuedCommand[] {
    const [first] = this.#waiting;
    if (this.contended || !first || !isLight(first)) return [];
    return this.#takeWhile(alone ? largestTransaction : largestShare, isLight);
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
  !command.afterInsert &&
  command.versions <= largestShare.versions &&
  command.bytes <= largestShare.bytes;
