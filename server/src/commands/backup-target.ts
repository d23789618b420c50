import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CommandError } from './command-error.ts';

/**
 * The target of a backup: standard output, or a new file that gets its name once it is complete and on disk. Until then
 * it is called `….unfinished`, which is what a killed command leaves behind.
 */
export class BackupTarget {
  /** Undefined for standard output. */
  readonly file: string | undefined;
  readonly #unfinished: string | undefined;
  // A higher level takes half as long again for two percent.
  readonly #gzip = createGzip({ level: 3 });
  readonly #flowed: Promise<void>;
  #bytes = 0;

  private constructor(file: string | undefined) {
    this.file = file;
    this.#unfinished =
      file === undefined ? undefined : `${file}.${randomBytes(4).toString('hex')}.unfinished`;
    this.#gzip.on('data', (chunk: Buffer) => (this.#bytes += chunk.length));
    const out: Writable =
      this.#unfinished === undefined
        ? process.stdout
        : createWriteStream(this.#unfinished, { flags: 'wx', mode: 0o600 });
    this.#flowed = pipeline(this.#gzip, out, { end: this.#unfinished !== undefined });
    this.#flowed.catch(() => undefined);
    process.once('SIGINT', this.#onSignal).once('SIGTERM', this.#onSignal);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    if (this.#unfinished !== undefined) rmSync(this.#unfinished, { force: true });
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };

  /**
   * @param target a new file, a directory, or `-`
   * @throws CommandError
   */
  static open(target: string, now = new Date()): BackupTarget {
    if (target === '-') {
      if (process.stdout.isTTY)
        throw new CommandError(
          'A backup is not written to a terminal: redirect it to a file or a program.',
          2,
        );
      return new BackupTarget(undefined);
    }
    const named = path.resolve(target);
    const isDirectory = existsSync(named) && statSync(named).isDirectory();
    const file = isDirectory ? newFileIn(named, now) : named;
    if (existsSync(file))
      throw new CommandError(`${file} already exists. Name another file, or a directory.`, 2);
    if (!existsSync(path.dirname(file)))
      throw new CommandError(`There is no directory ${path.dirname(file)}.`, 2);
    return new BackupTarget(file);
  }

  /** The compressed size so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(text: string): Promise<void> {
    if (!this.#gzip.write(text)) await Promise.race([once(this.#gzip, 'drain'), this.#flowed]);
    // Discards what is still written after the pipe failed.
    if (this.#gzip.destroyed) await this.#flowed;
  }

  async finish(): Promise<void> {
    this.#gzip.end();
    await this.#flowed;
    this.#unwatch();
    if (this.file === undefined || this.#unfinished === undefined) return;
    await syncFile(this.#unfinished, 'r+');
    await rename(this.#unfinished, this.file);
    // Windows cannot open directories; its file systems journal names themselves.
    if (process.platform !== 'win32') await syncFile(path.dirname(this.file), 'r');
  }

  async discard(): Promise<void> {
    this.#unwatch();
    this.#gzip.destroy();
    await this.#flowed.catch(() => undefined);
    if (this.#unfinished !== undefined) await rm(this.#unfinished, { force: true });
  }

  #unwatch(): void {
    process.off('SIGINT', this.#onSignal).off('SIGTERM', this.#onSignal);
  }

  /** The message for a failed write; undefined for any other error. */
  explain(error: unknown): string | undefined {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
    const { code, syscall } = error;
    // Others are about the database.
    if (!writingCalls.has(String(syscall))) return undefined;
    if (this.file === undefined)
      return code === 'EPIPE'
        ? 'The program that receives the backup has ended. It does not have a complete backup.'
        : `Standard output cannot be written (${String(code)}). What was written is not a complete backup.`;
    const directory = path.dirname(this.file);
    return code === 'ENOSPC' || code === 'EDQUOT'
      ? `The disk of ${directory} is full. The incomplete backup was deleted.`
      : `The backup cannot be written into ${directory} (${String(code)}).`;
  }
}

/** A file named after the moment, or the first second after it that no backup has: two may be made in one second. */
function newFileIn(directory: string, moment: Date): string {
  const time = moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const file = path.join(directory, `annals-${time}.backup.gz`);
  return existsSync(file) ? newFileIn(directory, new Date(moment.getTime() + 1_000)) : file;
}

const writingCalls = new Set(['open', 'write', 'fsync', 'rename', 'close']);

async function syncFile(file: string, flags: string): Promise<void> {
  const handle = await open(file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
