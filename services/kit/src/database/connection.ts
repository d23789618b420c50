import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { raw, type Sql } from 'sql-template-tag';
import { codeOf, DatabaseUnavailable, DeadlineExceeded, endsConnection } from './errors.ts';
import {
  PreparedExecution,
  shapeOf,
  parametersOf,
  type TransactionBounds,
  type Executed,
  type PreparedStatement,
  type RowShape,
} from './prepared-execution.ts';
import { needsCustomPlan } from './queryable.ts';
import type { ExclusiveConnection, Stop, Transaction } from './queryable.ts';
import { unparsedRows, type UnparsedRows } from './unparsed-rows.ts';

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
  /**
   * Set behind a pooler, where each transaction may run on another connection of the server: statements are not
   * prepared, nothing is set for a session, and a statement is cancelled from here after this time, in milliseconds.
   */
  cancelAfterMs?: number | undefined;
  /** Throws if a prepared name is used with another text. For tests, because comparing each text costs time. */
  checkNames?: boolean | undefined;
}

interface Prepared {
  text: string;
  shape: RowShape;
}

interface Statement {
  statement: Sql;
  name: string | undefined;
}

const queryCancelled = '57014';

/** By name, the statements that each connection of the pool has prepared. */
const preparedBy = new WeakMap<pg.PoolClient, Map<string, Prepared>>();

const lost = new WeakSet<pg.ClientBase>();

/** Clients whose session plans each prepared statement once, for any values. */
const plansOnce = new WeakSet<object>();

export const notePlansOnce = (client: object): void => void plansOnce.add(client);

/** Clients whose last commit no standby has confirmed. */
const unconfirmed = new WeakSet<pg.ClientBase>();

/** Records when the connection of a client breaks; without a listener that error would end the process. */
export function watchConnectionLoss(client: pg.ClientBase): void {
  client.on('error', () => lost.add(client));
  // A commit that waits for a synchronous standby is not undone at its deadline: it succeeds with this warning.
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') unconfirmed.add(client);
  });
}

const writing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY']);

/** One connection taken from the pool, for one statement, one transaction or one exclusive piece of work. */
export class Connection implements Transaction, ExclusiveConnection {
  readonly #client: pg.PoolClient;
  readonly #rules: ConnectionRules;
  #last: Promise<unknown> = Promise.resolve();
  #broken = false;
  /** The reason why no more statements are accepted. */
  #closed: string | undefined;
  #deadlineMs: number | undefined;
  /** Whether the next statement begins the transaction. */
  #beginsNext = false;
  /** Statements that are sent together with the next one. */
  #held: Statement[] = [];

  constructor(client: pg.PoolClient, rules: ConnectionRules) {
    this.#client = client;
    this.#rules = rules;
    this.#deadlineMs = rules.deadlineMs;
  }

  get #isPooled(): boolean {
    return this.#rules.cancelAfterMs !== undefined;
  }

  get #isLost(): boolean {
    return this.#broken || lost.has(this.#client);
  }

  /** Statements run one after the other, even if the caller does not wait for them. */
  async query<Row extends object>(statement: Sql, name?: string): Promise<Row[]> {
    const executed = await this.#next<Row>({ statement, name }, false);
    return executed.at(-1)?.rows ?? [];
  }

  write(statement: Sql, name: string): void {
    if (this.#closed !== undefined) throw new Error(this.#closed);
    this.#held.push({ statement, name });
  }

  async copyIn(statement: Sql, data: string): Promise<void> {
    if (this.#closed !== undefined) throw new Error(this.#closed);
    const turn = this.#last.then(() =>
      this.#bounded(async () => {
        const copying = this.#client.query(copyFrom(statement.text));
        copying.end(data);
        await once(copying, 'finish');
        return [{ command: 'COPY', rowCount: copying.rowCount, rows: [] }];
      }),
    );
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  /** Sends the held statements and this one once the previous ones are answered. */
  async #next<Row extends object>(
    last: Statement | undefined,
    commits: boolean,
  ): Promise<Executed<Row>[]> {
    if (this.#closed !== undefined && !commits) throw new Error(this.#closed);
    const statements = last ? [...this.#held, last] : this.#held;
    this.#held = [];
    const turn = this.#last.then(() => {
      const begins = this.#beginsNext;
      this.#beginsNext = false;
      // An empty transaction need not be sent.
      if (begins && commits && statements.length === 0) return [];
      return this.#bounded(() => this.#send<Row>(statements, { begins, commits }));
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Runs at once, outside the order of `query`. */
  async run<Row extends object>(
    statement: Sql,
    name?: string,
    signal?: Stop,
  ): Promise<Executed<Row>> {
    const alone = { begins: false, commits: false };
    const [executed] = await this.#bounded(
      () => this.#send<Row>([{ statement, name }], alone),
      signal,
    );
    return executed as Executed<Row>;
  }

  /** Runs at once, and leaves the rows to another process to parse. */
  async runUnparsed(
    statement: Sql,
    name: string | undefined,
    signal: Stop | undefined,
  ): Promise<UnparsedRows> {
    let fields: pg.FieldDef[] = [];
    const [executed] = await this.#bounded(async () => {
      const result = await this.#execute<(string | null)[]>(statement, name, unparsedRows);
      fields = result.fields;
      return [result];
    }, signal);
    const columns = fields.map(({ name: column, dataTypeID: type }) => ({ name: column, type }));
    return { columns, rows: executed?.rows ?? [] };
  }

  /** Whether `runTogether` helps: only on a single server that keeps prepared statements. */
  get mayShareTrips(): boolean {
    return plansOnce.has(this.#client);
  }

  /**
   * Runs reads in one round trip, which fails if one of them does. A statement that this connection has not prepared
   * yet takes a round trip of its own.
   */
  async runTogether<Row extends object>(reads: readonly Statement[]): Promise<Executed<Row>[]> {
    return this.#bounded(() => this.#send<Row>(reads, { begins: false, commits: false }));
  }

  /** Ends the connection at the deadline, and cancels the running statement at the signal. */
  async #bounded<Row extends object>(
    work: () => Promise<Executed<Row>[]>,
    signal?: Stop,
  ): Promise<Executed<Row>[]> {
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
    const { cancelAfterMs } = this.#rules;
    const cancelling =
      deadlineMs === undefined || cancelAfterMs === undefined
        ? undefined
        : setTimeout(cancel, cancelAfterMs);
    try {
      const results = await work();
      for (const { command, rowCount } of results)
        if (writing.has(command)) this.#rules.onWrite(rowCount ?? 0);
      signal?.throwIfAborted();
      if (unconfirmed.has(this.#client))
        throw new DatabaseUnavailable('No standby has confirmed the write, which may be lost.');
      return results;
    } catch (error) {
      // The stack of the socket is useless; that of the caller is not.
      if (error instanceof Error) Error.captureStackTrace(error);
      const isCancelled = signal?.aborted === true && codeOf(error) === queryCancelled;
      if (overrun !== undefined || (endsConnection(error) && !isCancelled)) this.#broken = true;
      if (isCancelled || error === signal?.reason) throw signal?.reason;
      throw this.#rules.translate(overrun ?? error);
    } finally {
      clearTimeout(deadline);
      clearTimeout(cancelling);
      signal?.removeEventListener('abort', cancel);
      // A pending cancel request would hit the next statement of this connection.
      await cancelled;
    }
  }

  /**
   * Sends the statements in one piece if all of them are prepared on this connection, otherwise one after the other.
   */
  async #send<Row extends object>(
    statements: readonly Statement[],
    { begins, commits }: TransactionBounds,
  ): Promise<Executed<Row>[]> {
    const client = this.#client;
    const prepared = statements.map((each) => this.#prepared(each));
    if (statements.length > 0 && prepared.every((each) => each !== undefined))
      return client.query(new PreparedExecution<Row>(prepared, { begins, commits })).done;
    const executed: Executed<Row>[] = [];
    if (begins) await client.query('begin');
    for (const { statement, name } of statements)
      executed.push(await this.#execute<Row>(statement, name));
    if (commits) executed.push(await client.query<Row>('commit'));
    return executed;
  }

  #prepared({ statement, name }: Statement): PreparedStatement | undefined {
    const namesake = name === undefined ? undefined : preparedBy.get(this.#client)?.get(name);
    if (name === undefined || namesake === undefined) return undefined;
    if (this.#rules.checkNames === true && namesake.text !== statement.text)
      throw new Error(`Two statements have the name ${name}.`);
    const parameters = parametersOf(statement.values);
    return parameters && { name, parameters, shape: namesake.shape };
  }

  /** Executes with the driver's own query, which prepares a named statement at its first use on this connection. */
  async #execute<Row extends object>(
    statement: Sql,
    name: string | undefined,
    format: object = {},
  ): Promise<pg.QueryResult<Row>> {
    const client = this.#client;
    const { text, values } = statement;
    if (name === undefined && needsCustomPlan(statement) && plansOnce.has(client))
      return this.#executeAsItIs<Row>({ ...format, text, values });
    if (name === undefined || this.#isPooled) return client.query<Row>({ ...format, text, values });
    const result = await client.query<Row>({ ...format, name, text, values });
    const preparedByName = preparedBy.get(client) ?? new Map<string, Prepared>();
    preparedBy.set(client, preparedByName.set(name, { text, shape: shapeOf(result.fields) }));
    return result;
  }

  async #executeAsItIs<Row extends object>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = this.#client;
    await client.query('set plan_cache_mode = force_custom_plan');
    try {
      return await client.query<Row>(query);
    } finally {
      // A failed transaction restores the setting itself, and a lost connection has none.
      await client.query('reset plan_cache_mode').catch(() => undefined);
    }
  }

  /** Following statements have no time limit. */
  async liftDeadline(): Promise<void> {
    this.#deadlineMs = undefined;
    if (!this.#isPooled) await this.run(raw('set statement_timeout = 0'));
  }

  async restoreDeadline(): Promise<void> {
    if (!this.#isPooled) await this.run(raw('reset statement_timeout'));
    this.#deadlineMs = this.#rules.deadlineMs;
  }

  /** The connection is closed at its release. */
  abandon(): void {
    this.#broken = true;
  }

  /** The transaction begins with its first statement. */
  begin(): void {
    this.#beginsNext = true;
  }

  async commit(): Promise<void> {
    const executed = await this.#next(undefined, true);
    // PostgreSQL answers COMMIT of a failed transaction with a successful ROLLBACK
    if (executed.length > 0 && executed.at(-1)?.command !== 'COMMIT')
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
