import type { Sql } from 'sql-template-tag';
import type { Connection } from './connection.ts';
import type { Stop } from './queryable.ts';

interface Read {
  statement: Sql;
  name: string;
  signal: Stop | undefined;
}

interface Waiting extends Read {
  resolve: (rows: object[]) => void;
  reject: (error: unknown) => void;
}

/** What one trip carries: the last of its statements waits for those before it. */
const maxStatements = 8;
/** With two, one is answered here while the server runs the other. */
const maxTrips = 2;
/** Where statements take longer, as on a slow disk, connections of their own run them at the same time. */
const longMs = 4;
/** The weight of the newest trip in the average. */
const weight = 0.1;

/**
 * Sends short reads of different requests to the server together. A read by its key spends most of its time on the way:
 * both sides write to and read from the socket once for each trip, and the server begins and ends a transaction. Reads that
 * come in while two trips are under way wait for the third, so a single client waits for nothing.
 */
export class SharedTrips {
  readonly #connect: () => Promise<Connection>;
  readonly #runAlone: (read: Read) => Promise<object[]>;
  #waiting: Waiting[] = [];
  #trips = 0;
  #isScheduled = false;
  #averageMs = 0;
  /** False once a connection turns out to be to a pooler or a cluster, which get one statement at a time. */
  #isPossible = true;

  constructor(connect: () => Promise<Connection>, runAlone: (read: Read) => Promise<object[]>) {
    this.#connect = connect;
    this.#runAlone = runAlone;
  }

  async run<Row extends object>(statement: Sql, name: string, signal?: Stop): Promise<Row[]> {
    const read = { statement, name, signal };
    if (this.#isPossible && this.#averageMs < longMs) return (await this.#share(read)) as Row[];
    const began = performance.now();
    try {
      return (await this.#runAlone(read)) as Row[];
    } finally {
      this.#note(performance.now() - began);
    }
  }

  /** Rejects as soon as the signal is aborted, also while the trip is under way. */
  async #share(read: Read): Promise<object[]> {
    let leave = () => {};
    try {
      return await new Promise<object[]>((resolve, reject) => {
        leave = () => reject(read.signal?.reason);
        read.signal?.addEventListener('abort', leave);
        this.#waiting.push({ ...read, resolve, reject });
        this.#schedule();
      });
    } finally {
      read.signal?.removeEventListener('abort', leave);
    }
  }

  /** After the requests that have arrived in this turn of the event loop. */
  #schedule(): void {
    if (this.#isScheduled || this.#trips >= maxTrips) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#waiting.length > 0 && this.#trips < maxTrips)
        void this.#send(this.#waiting.splice(0, maxStatements));
    });
  }

  async #send(asked: readonly Waiting[]): Promise<void> {
    this.#trips += 1;
    const reads = asked.filter(({ signal }) => signal?.aborted !== true);
    try {
      const answers = await this.#answersTo(reads);
      for (const [index, { resolve }] of reads.entries()) resolve(answers[index] ?? []);
    } catch {
      // One that fails takes the others with it, so each is told its own error.
      for (const read of reads) this.#runAlone(read).then(read.resolve, read.reject);
    } finally {
      this.#trips -= 1;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }

  /** @throws when one of them fails */
  async #answersTo(reads: readonly Waiting[]): Promise<object[][]> {
    if (reads.length === 0) return [];
    const connection = await this.#connect();
    try {
      this.#isPossible = connection.mayShareTrips;
      if (!this.#isPossible) throw new Error('The server takes one statement at a time.');
      const began = performance.now();
      const executed = await connection.runTogether(reads);
      this.#note((performance.now() - began) / reads.length);
      return executed.map(({ rows }) => rows);
    } finally {
      connection.release();
    }
  }

  #note(ms: number): void {
    this.#averageMs += (ms - this.#averageMs) * weight;
  }
}
