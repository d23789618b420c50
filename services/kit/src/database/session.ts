import type pg from 'pg';
import { raw, type Sql } from 'sql-template-tag';
import { codeOf, DatabaseUnavailable, DeadlineExceeded, endsConnection } from './errors.ts';
import type { Queryable } from './queryable.ts';

export interface SessionRules {
  /** Time after which a statement is stopped by ending its connection, in milliseconds. */
  deadlineMs: number;
  /** The error callers see for one of the driver. */
  translate(error: unknown): unknown;
  /** Told how many rows a finished statement wrote. */
  onWrite(rows: number): void;
  /** The connection takes statements before the ones before them are answered. */
  pipelined: boolean;
}

const inFailedTransaction = '25P02';
const writing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY']);

/** One connection taken from the pool, for one statement, one transaction or one exclusive piece of work. */
export class Session implements Queryable {
  readonly #client: pg.PoolClient;
  readonly #rules: SessionRules;
  #last: Promise<unknown> = Promise.resolve();
  /** Of the statement that failed and with it the ones after it, which say less. */
  #failure: { error: unknown } | undefined;
  #broken = false;
  #closed: Error | undefined;
  #deadlineMs: number | undefined;

  constructor(client: pg.PoolClient, rules: SessionRules) {
    this.#client = client;
    this.#rules = rules;
    this.#deadlineMs = rules.deadlineMs;
    client.on('error', this.#onError);
  }

  readonly #onError = (): void => {
    this.#broken = true;
  };

  /**
   * Statements run one after the other, also when the caller does not wait for each. What failed makes `commit` fail with
   * its error.
   */
  async query<Row extends object>(statement: Sql, name?: string): Promise<Row[]> {
    return (await this.#inTurn(() => this.run<Row>(statement, name))).rows;
  }

  async #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const runOpen = async () => {
      if (this.#closed !== undefined) throw this.#closed;
      return run();
    };
    const turn = this.#rules.pipelined ? runOpen() : before.then(runOpen);
    this.#last = turn.then(
      () => {
        this.#failure = undefined;
      },
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    try {
      return await turn;
    } catch (error) {
      await before;
      throw codeOf(error) === inFailedTransaction ? (this.#failure?.error ?? error) : error;
    }
  }

  /** Runs at once, outside the order of `query`. */
  async run<Row extends object>(statement: Sql, name?: string): Promise<pg.QueryResult<Row>> {
    const deadlineMs = this.#deadlineMs;
    let overrun: DeadlineExceeded | undefined;
    const deadline =
      deadlineMs === undefined
        ? undefined
        : setTimeout(() => {
            overrun = new DeadlineExceeded(
              `The database took longer than ${deadlineMs} ms and was stopped.`,
            );
            this.#client.connection.stream.destroy(overrun);
          }, deadlineMs);
    try {
      const { text, values } = statement;
      const result = await this.#client.query<Row>(
        name === undefined ? { text, values } : { name, text, values },
      );
      if (writing.has(result.command)) this.#rules.onWrite(result.rowCount ?? 0);
      return result;
    } catch (error) {
      if (overrun !== undefined || endsConnection(error)) this.#broken = true;
      throw this.#rules.translate(overrun ?? error);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Statements from here on may take as long as they take. */
  async liftDeadline(): Promise<void> {
    this.#deadlineMs = undefined;
    await this.run(raw('set statement_timeout = 0'));
  }

  async restoreDeadline(): Promise<void> {
    await this.run(raw('reset statement_timeout'));
    this.#deadlineMs = this.#rules.deadlineMs;
  }

  /** The connection is closed at its release. */
  abandon(): void {
    this.#broken = true;
  }

  /** Resolves before it is answered where the connection is pipelined. */
  async begin(): Promise<void> {
    const begun = this.#inTurn(() => this.run(raw('begin')));
    // What follows fails with it, and so does the commit.
    if (this.#rules.pipelined) begun.catch(() => undefined);
    else await begun;
  }

  /** @throws what the first of its statements failed with, whether or not somebody waited for it */
  async commit(): Promise<void> {
    if (!this.#rules.pipelined) await this.#last;
    const committed = this.run(raw('commit'));
    const last = this.#last;
    const { command } = await committed;
    // PostgreSQL answers COMMIT of a failed transaction with a successful ROLLBACK
    if (command === 'COMMIT') return;
    await last;
    throw (
      this.#failure?.error ??
      new Error('The transaction was rolled back: one of its statements had failed.')
    );
  }

  /** Never throws: a connection that cannot roll back is closed, which rolls back. */
  async rollback(): Promise<void> {
    await this.#last;
    if (this.#broken || this.#client.getTransactionStatus() === 'I') return;
    await this.run(raw('rollback')).catch(() => {
      this.#broken = true;
    });
  }

  /** Refuses further statements; the connection goes back to the pool, or is closed when it is no good. */
  release(why: string): void {
    this.#closed = new Error(why);
    this.#client.off('error', this.#onError);
    const end = this.#broken || this.#client.getTransactionStatus() !== 'I';
    this.#client.release(
      end ? new DatabaseUnavailable('The connection is not used again.') : undefined,
    );
  }
}
