import type { Decision } from './append-transaction.ts';

/** A job whose turn has come. */
export interface TakenJob {
  versions: number;
  /** When it came, by performance.now(). */
  since: number;
}

export interface WaitingJob extends Decision, TakenJob {
  bytes: number;
  /** It does more than append, which may take its time. */
  doesMore: boolean;
}

interface Amount {
  versions: number;
  bytes: number;
}

const mebibyte = 1024 * 1024;
const longestQueue = { jobs: 2000, bytes: 64 * mebibyte };
const largestTransaction: Amount = { versions: 500, bytes: 8 * mebibyte };
/** Of what several partitions share; a job that is larger by itself keeps no other partition waiting. */
const largestShare: Amount = { versions: 50, bytes: mebibyte / 4 };

/** What waits to be written to one partition, in its order. */
export class AppendQueue {
  readonly partitionId: string;
  /** Somebody else has the partition's lock: to wait for it must keep no other partition waiting. */
  contended = false;
  #jobs: WaitingJob[] = [];
  #bytes = 0;

  constructor(partitionId: string) {
    this.partitionId = partitionId;
  }

  get length(): number {
    return this.#jobs.length;
  }

  get full(): boolean {
    return this.#jobs.length >= longestQueue.jobs || this.#bytes >= longestQueue.bytes;
  }

  push(job: WaitingJob): void {
    this.#jobs.push(job);
    this.#bytes += job.bytes;
  }

  /** As many as one transaction takes, one at least. */
  take(): WaitingJob[] {
    return this.#takeWhile(largestTransaction, () => true);
  }

  /**
   * As many as it gives to a transaction with other partitions; none where it is to have one of its own.
   * @param alone whether there are no others
   */
  takeShare(alone: boolean): WaitingJob[] {
    const [first] = this.#jobs;
    if (this.contended || !first || !isLight(first)) return [];
    return this.#takeWhile(alone ? largestTransaction : largestShare, isLight);
  }

  takeAll(): WaitingJob[] {
    this.#bytes = 0;
    return this.#jobs.splice(0);
  }

  #takeWhile(most: Amount, fits: (job: WaitingJob) => boolean): WaitingJob[] {
    let versions = 0;
    let bytes = 0;
    const end = this.#jobs.findIndex((job, index) => {
      versions += job.versions;
      bytes += job.bytes;
      return index > 0 && (versions > most.versions || bytes > most.bytes || !fits(job));
    });
    if (end === -1) return this.takeAll();
    const taken = this.#jobs.splice(0, end);
    for (const job of taken) this.#bytes -= job.bytes;
    return taken;
  }
}

const isLight = ({ versions, bytes, doesMore }: WaitingJob): boolean =>
  !doesMore && versions <= largestShare.versions && bytes <= largestShare.bytes;
