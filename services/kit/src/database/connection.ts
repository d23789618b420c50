import type pg from 'pg';
import { raw, type Sql } from 'sql-template-tag';
import { codeOf, DatabaseUnavailable, DeadlineExceeded, endsConnection } from './errors.ts';
import {
  PreparedExecution,
  shapeOf,
  parametersOf,
  type Executed,
  type RowShape,
} from './prepared-execution.ts';
import type { Queryable, Stop } from './queryable.ts';

export interface ConnectionRules {
  /** Time after which a statement is stopped by ending its connection, in milliseconds. */
  deadlineMs: number;
  /** The error callers see for one of the driver. */
  translate(error: unknown): unknown;
  /** Called with the number of rows that a finished statement wrote. */
  onWrite(rows: number): void;
  /**
   * Asks the server to cancel the running statement; resolves when the request was handled or has failed. Undefined
   * where a running statement cannot be cancelled.
   */
  cancel?: ((client: pg.PoolClient) => Promise<void>) | undefined;
  /** Throws where a name that is prepared is given to another text. For tests: writing each text costs time. */
  checkNames?: boolean | undefined;
}

interface Prepared {
  text: string;
  shape: RowShape;
}

const queryCancelled = '57014';

/** By name, the statements that each connection of the pool has prepared. */
const preparedBy = new WeakMap<pg.PoolClient, Map<string, Prepared>>();

const lost = new WeakSet<pg.ClientBase>();

/** Remembers when the connection of a new client breaks, and keeps that from ending the process. */
export function noteLoss(client: pg.ClientBase): void {
  client.on('error', () => lost.add(client));
}

const writing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY']);

/** One connection taken from the pool, for one statement, one transaction or one exclusive piece of work. */
export class Connection implements Queryable {
  readonly #client: pg.PoolClient;
  readonly #rules: ConnectionRules;
  #last: Promise<unknown> = Promise.resolve();
  #broken = false;
  /** The reason why no more statements are accepted. */
  #closed: string | undefined;
  #deadlineMs: number | undefined;

  constructor(client: pg.PoolClient, rules: ConnectionRules) {
    this.#client = client;
    this.#rules = rules;
    this.#deadlineMs = rules.deadlineMs;
  }

  get #isLost(): boolean {
    return this.#broken || lost.has(this.#client);
  }

  /** Statements run one after the other, also when the caller does not wait for each. */
  async query<Row extends object>(statement: Sql, name?: string): Promise<Row[]> {
    if (this.#closed !== undefined) throw new Error(this.#closed);
    const turn = this.#last.then(() => this.run<Row>(statement, name));
    this.#last = turn.catch(() => undefined);
    return (await turn).rows;
  }

  /** Runs at once, outside the order of `query`. */
  async run<Row extends object>(
    statement: Sql,
    name?: string,
    signal?: Stop,
  ): Promise<Executed<Row>> {
    signal?.throwIfAborted();
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      cancelled = this.#rules.cancel?.(this.#client);
    };
    signal?.addEventListener('abort', cancel);
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
      const result = await (name === undefined
        ? this.#client.query<Row>({ text: statement.text, values: statement.values })
        : this.#execute<Row>(statement, name));
      if (writing.has(result.command)) this.#rules.onWrite(result.rowCount ?? 0);
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      // Leads here from the socket; who asked tells more.
      if (error instanceof Error) Error.captureStackTrace(error);
      const isCancelled = signal?.aborted === true && codeOf(error) === queryCancelled;
      if (overrun !== undefined || (endsConnection(error) && !isCancelled)) this.#broken = true;
      if (isCancelled || error === signal?.reason) throw signal?.reason;
      throw this.#rules.translate(overrun ?? error);
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', cancel);
      // A pending cancel request would hit the next statement of this connection.
      await cancelled;
    }
  }

  /** The first time on this connection it prepares the statement. */
  async #execute<Row extends object>(statement: Sql, name: string): Promise<Executed<Row>> {
    const client = this.#client;
    const prepared = preparedBy.get(client)?.get(name);
    if (prepared && this.#rules.checkNames === true && prepared.text !== statement.text)
      throw new Error(`Two statements have the name ${name}.`);
    const parameters = prepared && parametersOf(statement.values);
    if (parameters)
      return client.query(new PreparedExecution<Row>(name, parameters, prepared.shape)).done;
    const { text, values } = statement;
    const result = await client.query<Row>({ name, text, values });
    const known = preparedBy.get(client) ?? new Map<string, Prepared>();
    preparedBy.set(client, known.set(name, { text, shape: shapeOf(result.fields) }));
    return result;
  }

  /** Following statements have no time limit. */
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

  async begin(): Promise<void> {
    await this.run(raw('begin'));
  }

  async commit(): Promise<void> {
    await this.#last;
    const { command } = await this.run(raw('commit'));
    // PostgreSQL answers COMMIT of a failed transaction with a successful ROLLBACK
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: one of its statements had failed.');
  }

  /** Never throws: a connection that cannot roll back is closed, which rolls back. */
  async rollback(): Promise<void> {
    await this.#last;
    if (this.#isLost || this.#client.getTransactionStatus() === 'I') return;
    await this.run(raw('rollback')).catch(() => {
      this.#broken = true;
    });
  }

  /** Refuses further statements: after the end of a transaction each would run on its own. */
  close(why: string): void {
    this.#closed = why;
  }

  /** Returns the connection to the pool, or closes it when it is broken. */
  release(): void {
    const end = this.#isLost || this.#client.getTransactionStatus() !== 'I';
    this.#client.release(
      end ? new DatabaseUnavailable('The connection is not used again.') : undefined,
    );
  }
}
