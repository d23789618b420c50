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

/** The most statements of one trip, of which the last waits for all others. */
const maxStatements = 8;
/** With two, the responses of one are processed here while the server executes the other. */
const maxTrips = 2;
/** If statements take longer than this on average, as on a slow disk, they run concurrently on separate connections. */
const longMs = 4;
/** The weight of the newest trip in the average. */
const weight = 0.1;

/**
 * Sends short reads of different requests to the server together. Most of the cost of a read by key is the round trip:
 * both sides write to and read from the socket, and the server begins and ends a transaction. Reads that arrive while
 * two trips are in progress wait for the third, so a single client never waits.
 */
export class SharedTrips {
  readonly #connect: () => Promise<Connection>;
  readonly #runAlone: (read: Read) => Promise<object[]>;
  #waiting: Waiting[] = [];
  #trips = 0;
  #isScheduled = false;
  #averageMs = 0;
  /** False once a connection turns out to lead to a pooler or a cluster, which execute one statement at a time. */
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

  /** Rejects as soon as the signal is aborted, even during the trip. */
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

  /** Sends after all requests of this turn of the event loop have arrived. */
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
      // One failed statement fails the whole trip, so each is repeated alone and gets its own result.
      for (const read of reads) this.#runAlone(read).then(read.resolve, read.reject);
    } finally {
      this.#trips -= 1;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }

  /** @throws if one of them fails */
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
