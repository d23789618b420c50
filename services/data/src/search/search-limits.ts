import { setImmediate as yieldToEventLoop, setTimeout } from 'node:timers/promises';
import { maxSorted } from '@annals/contracts/object-search';
import type { Stop } from '@annals/kit/database/queryable';

/** Limits of the work of one request. The rest comes with the next page. */
export interface SearchLimits {
  /** The most objects that the index of words may return; beyond that, the newest objects are scanned instead. */
  candidates: number;
  /** The same for the index of values. It reads the data of what it returns, so large data counts several times. */
  valueCandidates: number;
  /** Matches that are ranked together. */
  ranked: number;
  /**
   * The newest objects are scanned up to this number before an index is used: common matches are found among them.
   */
  firstWindow: number;
  /** A further scan if matches turn out to be common. */
  secondWindow: number;
  /** The most objects that a list scans. */
  listed: number;
  /** The most objects that one request sorts in an order without an index. */
  sorted: number;
  /** The most bytes of their data, if it contains the sort key. */
  sortedBytes: number;
  /** The most objects that a ranking scans. */
  scanned: number;
  /** Bytes of data that conditions are checked on, once for each condition. */
  checkedBytes: number;
  /** Bytes of words that are ranked, weighted by the number of searched words. */
  rankedBytes: number;
  /** Bytes of data that are read to search for words; if the index knows the words, their bytes. */
  readBytes: number;
  /** The limits for one statement. A single larger object is read alone. */
  statement: { rows: number; checkedBytes: number; rankedBytes: number; readBytes: number };
}

const mebibyte = 1024 * 1024;

/** With these a statement takes some ten milliseconds, on the embedded database too. */
export const searchLimits: SearchLimits = {
  candidates: 5000,
  valueCandidates: 2000,
  ranked: 2000,
  firstWindow: 50,
  secondWindow: 350,
  listed: 2000,
  sorted: maxSorted,
  sortedBytes: 32 * mebibyte,
  scanned: 10_000,
  checkedBytes: 8 * mebibyte,
  rankedBytes: 16 * mebibyte,
  readBytes: 8 * mebibyte,
  statement: {
    rows: 500,
    checkedBytes: mebibyte / 4,
    rankedBytes: mebibyte / 2,
    readBytes: mebibyte / 2,
  },
};

/** The dependencies of a search. */
export interface SearchContext {
  limits: SearchLimits;
  /** Stops the search between two statements. */
  signal?: Stop | undefined;
  /** Collects the words of a partition in the background, because parts of words are searched. */
  wantWords?: ((partitionId: string) => void) | undefined;
}

/** In milliseconds, however busy the server is. */
const maxRestMs = 100;

/** The remaining limits of a request. */
export class SearchBudget {
  #rows: number;
  #bytes: number;
  readonly #statement: { rows: number; bytes: number };
  readonly #signal: Stop | undefined;
  readonly #restBelow: number;

  constructor(
    total: { rows: number; bytes: number },
    statement: { rows: number; bytes: number },
    signal: Stop | undefined,
  ) {
    this.#rows = total.rows;
    this.#bytes = total.bytes;
    this.#statement = statement;
    this.#signal = signal;
    this.#restBelow = total.bytes - 2 * statement.bytes;
  }

  /** Whether more rows may be scanned. */
  get hasRows(): boolean {
    return this.#rows > 0;
  }

  /** Whether more bytes may be read. */
  get hasBytes(): boolean {
    return this.#bytes > 0;
  }

  /** How many rows the next statement may scan; counts them as scanned. */
  takeRows(wanted = Infinity): number {
    const rows = Math.max(1, Math.min(wanted, this.#rows, this.#statement.rows));
    this.#rows -= rows;
    return rows;
  }

  takeBytes(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** How many conditions one statement may check on this many bytes. */
  conditionsFor(bytes: number): number {
    return Math.max(1, Math.floor(this.#statement.bytes / Math.max(1, bytes)));
  }

  /** Yields to other requests between two statements, and stops when the client has gone. */
  async betweenStatements(): Promise<void> {
    await yieldToEventLoop();
    this.#signal?.throwIfAborted();
  }

  /**
   * Pauses for twice the time that a statement over much data took, in milliseconds, so that a caller who sends such
   * searches in sequence uses a third of a processor. The first statements read little and cause no pause.
   */
  async rest(took: number): Promise<void> {
    if (this.#bytes > this.#restBelow) return;
    await setTimeout(Math.min(2 * took, maxRestMs));
    this.#signal?.throwIfAborted();
  }

  /** Splits the rows for single statements, at least one row each; stops early without bytes left. */
  *pieces<Row>(rows: readonly Row[], bytesOf: (row: Row) => number): Generator<Row[]> {
    let piece: Row[] = [];
    let bytes = 0;
    for (const row of rows) {
      const more = bytesOf(row);
      const isFull = piece.length === this.#statement.rows || bytes + more > this.#statement.bytes;
      if (piece.length > 0 && isFull) {
        if (!this.hasBytes) return;
        yield piece;
        piece = [];
        bytes = 0;
      }
      piece.push(row);
      bytes += more;
    }
    if (piece.length > 0 && this.hasBytes) yield piece;
  }
}

/** The budget of a search that checks versions one by one. */
export const budgetOfChecks = ({ limits, signal }: SearchContext): SearchBudget =>
  new SearchBudget(
    { rows: limits.listed, bytes: limits.checkedBytes },
    { rows: limits.statement.rows, bytes: limits.statement.checkedBytes },
    signal,
  );
