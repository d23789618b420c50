import { open, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseLog } from './queryable.ts';

const MiB = 1024 * 1024;

// Below this the database only reads: a log that cannot grow stops PostgreSQL altogether.
const low = 32 * MiB;
// What PostgreSQL may need to recover after it ran into a full disk: one log file and its buffers.
const reserve = 48 * MiB;
// Well above `low` after the reserve was deleted, so that deleting it does not count as free space.
const enough = low + reserve + 32 * MiB;

const lookEveryMs = 1_000;

/**
 * Watches the disk under the embedded database. When it is nearly full, the database becomes read-only. A reserve file
 * on the same disk is deleted when needed, so that the database can start and read even when others filled the disk.
 */
export class DiskGuard {
  readonly #directory: string;
  readonly #log: DatabaseLog;
  readonly #freeBytes: () => Promise<number>;
  #full = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(directory: string, log: DatabaseLog, freeBytes = async () => freeOf(directory)) {
    this.#directory = directory;
    this.#log = log;
    this.#freeBytes = freeBytes;
  }

  /** True while writes are refused. */
  get full(): boolean {
    return this.#full;
  }

  get #reserveFile(): string {
    return path.join(this.#directory, 'reserve');
  }

  /** Call it before each start of the database, while the database does not run. */
  async beforeStart(): Promise<void> {
    await this.#look();
    if (this.#full) await rm(this.#reserveFile, { force: true });
    else await this.#keepReserve();
  }

  /** Calls `apply` whenever `full` has changed, and again each second until it succeeds. */
  watch(apply: () => Promise<void>): void {
    let applied = this.#full;
    let lastFailure: string | undefined;
    this.#timer = setInterval(() => {
      this.#look()
        .then(async () => {
          const full = this.#full;
          if (full === applied) return;
          await apply();
          applied = full;
          if (!full) await this.#keepReserve();
        })
        .then(() => (lastFailure = undefined))
        .catch((error: unknown) => {
          // A directory that was deleted stays deleted: it is said once, not each second.
          const failure = String(error);
          if (failure === lastFailure) return;
          lastFailure = failure;
          this.#log.warn(
            { err: error },
            'The free space of the disk could not be seen to. It is tried again each second.',
          );
        });
    }, lookEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const free = await this.#freeBytes();
    const full = this.#full ? free < enough : free < low;
    if (full === this.#full) return;
    this.#full = full;
    const details = { freeMiB: Math.floor(free / MiB), directory: this.#directory };
    if (full)
      this.#log.error(
        details,
        `The disk is nearly full: the database only reads until ${enough / MiB} MiB are free.`,
      );
    else this.#log.info(details, 'There is room on the disk again: the database takes writes.');
  }

  async #keepReserve(): Promise<void> {
    const reserveStat = await stat(this.#reserveFile).catch(() => undefined);
    if (reserveStat?.size === reserve || (await this.#freeBytes()) < enough) return;
    const file = await open(this.#reserveFile, 'w', 0o600);
    try {
      // written, not truncated to its size, which would reserve nothing
      const block = Buffer.alloc(MiB);
      for (let written = 0; written < reserve; written += MiB) await file.write(block);
    } finally {
      await file.close();
    }
  }
}

async function freeOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
