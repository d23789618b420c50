import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable, DiskFull } from './errors.ts';

export interface EmbeddedStart {
  /** Undefined: in memory. */
  dataDir: string | undefined;
  templateFile: string | undefined;
  /** Awaited before each start. */
  before: () => Promise<void>;
}

type Reply =
  | { ready: true }
  | { wire: Uint8Array }
  | { closed: true }
  | { failed: string; code: string | undefined };

/** Creates the connections of the embedded database: one at a time, each with its own worker thread. */
export class EmbeddedServer {
  readonly #start: EmbeddedStart;
  #stopped: Promise<void> = Promise.resolve();

  constructor(start: EmbeddedStart) {
    this.#start = start;
  }

  /** A stream for pg's `stream` option. Two threads on one directory would corrupt it, so each waits for the end of the one before. */
  stream(): EmbeddedStream {
    const previous = this.#stopped;
    const stream = new EmbeddedStream(previous, this.#start);
    this.#stopped = previous.then(() => stream.stopped);
    return stream;
  }

  /** Resolves when no worker thread runs any more. */
  async stopped(): Promise<void> {
    await this.#stopped;
  }
}

/**
 * Stands in for pg's socket: speaks PostgreSQL's wire protocol with a worker thread that lives as long as the stream.
 */
export class EmbeddedStream extends Duplex {
  readonly #previous: Promise<void>;
  readonly #start: EmbeddedStart;
  #worker: Worker | undefined;
  #afterClose: (() => void) | undefined;
  /** The requests so far. */
  #requests = 0;
  /** Shared with the worker: the number of the request to be cancelled. */
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly stopped: Promise<void>;

  constructor(previous: Promise<void>, start: EmbeddedStart) {
    super();
    this.#previous = previous;
    this.#start = start;
    this.stopped = new Promise((resolve) => this.once('close', resolve));
  }

  connect(): void {
    this.#previous.then(async () => this.#launch()).catch((error: Error) => this.destroy(error));
  }

  async #launch(): Promise<void> {
    const { dataDir, templateFile, before } = this.#start;
    await before();
    if (this.destroyed) return;
    const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
      workerData: { dataDir, templateFile, cancelled: this.#cancelled },
    });
    worker.on('message', (reply: Reply) => this.#receive(reply));
    worker.on('error', (cause) =>
      this.destroy(new DatabaseUnavailable('The embedded database failed.', { cause })),
    );
    worker.on('exit', () =>
      this.destroy(new DatabaseUnavailable('The embedded database stopped.')),
    );
    this.#worker = worker;
  }

  #receive(reply: Reply): void {
    if ('wire' in reply) this.push(reply.wire);
    else if ('ready' in reply) this.emit('connect');
    else if ('closed' in reply) this.#afterClose?.();
    else if (reply.code === 'ENOSPC')
      this.destroy(
        new DiskFull(
          `The disk of ${this.#start.dataDir ?? 'the database'} is full. Free space there, or name another directory in DATA_DIR.`,
          { cause: new Error(reply.failed) },
        ),
      );
    else this.destroy(new DatabaseUnavailable(reply.failed));
  }

  override _read(): void {
    // replies come when the worker has them
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk);
    done();
  }

  // The worker answers a whole batch up to Sync at once, so one statement is one message.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  /**
   * Cancels the statement that was sent last, at its next access to a file. In memory (`memory://`), and if it has
   * ended, this has no effect.
   */
  cancel(): void {
    Atomics.store(this.#cancelled, 0, this.#requests);
  }

  #send(bytes: Buffer): void {
    this.#requests += 1;
    this.#worker?.postMessage({ wire: new Uint8Array(bytes) });
  }

  /** A graceful end: the worker writes a checkpoint and closes its files. */
  override _final(done: () => void): void {
    if (this.#worker === undefined) {
      done();
      return;
    }
    this.#afterClose = () => {
      done();
      this.destroy();
    };
    this.#worker.postMessage({ close: true });
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // An error that was already sent still arrives, and would end the program without a listener.
    this.#worker?.removeAllListeners().on('error', () => undefined);
    const stopping = this.#worker?.terminate() ?? Promise.resolve(0);
    void stopping.then(() => done(error));
  }

  // The rest of what pg expects of a socket has no meaning here.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
