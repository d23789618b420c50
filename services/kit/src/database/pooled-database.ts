import { setTimeout as pause } from 'node:timers/promises';
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { DeadlineExceeded, GaveWay, unavailable } from './errors.ts';
import type { DatabaseMetrics } from './database-metrics.ts';
import { Connection, watchConnectionLoss, type ConnectionRules } from './connection.ts';
import { SharedTrips } from './shared-trips.ts';
import type { UnparsedRows } from './unparsed-rows.ts';
import type {
  AbortableQueryOptions,
  Database,
  ExclusiveConnection,
  Queryable,
  Stop,
  Transaction,
} from './queryable.ts';

export interface PooledOptions extends ConnectionRules {
  kind: Database['kind'];
  /** Longest pause between two statements of a transaction, in milliseconds. */
  idleInTransactionMs: number;
  metrics: DatabaseMetrics | undefined;
  refuseNested: boolean | undefined;
  /** How many servers may be the one that takes writes. */
  hosts?: number;
  onClose(): Promise<void>;
}

/** Implements both databases, which differ only in the connections of the pool. */
export class PooledDatabase implements Database {
  readonly kind: Database['kind'];
  readonly #pool: pg.Pool;
  readonly #options: PooledOptions;
  #exclusive: Promise<unknown> = Promise.resolve();
  readonly #sharedTrips = new SharedTrips(
    () => this.#connect(),
    ({ statement, name, signal }) => this.#queryAlone(statement, name, signal),
  );
  readonly #inside: AsyncLocalStorage<{ open: boolean }> | undefined;

  constructor(pool: pg.Pool, options: PooledOptions) {
    this.kind = options.kind;
    this.#pool = pool;
    const { metrics } = options;
    if (options.refuseNested) this.#inside = new AsyncLocalStorage();
    this.#options = {
      ...options,
      checkNames: options.refuseNested,
      ...(metrics && { translate: (error) => metrics.failed(options.translate(error)) }),
    };
    // The pool listens only to idle connections; one that breaks while it is checked would end the process.
    pool.on('connect', watchConnectionLoss);
  }

  async query<Row extends object>(
    statement: Sql,
    name?: string,
    { signal, isShortRead }: AbortableQueryOptions = {},
  ): Promise<Row[]> {
    signal?.throwIfAborted();
    if (isShortRead === true && name !== undefined) {
      this.#refuseNested();
      return this.#sharedTrips.run<Row>(statement, name, signal);
    }
    return this.#queryAlone<Row>(statement, name, signal);
  }

  async queryUnparsed(statement: Sql, name?: string, signal?: Stop): Promise<UnparsedRows> {
    signal?.throwIfAborted();
    const connection = await this.#connect();
    try {
      return await connection.runUnparsed(statement, name, signal);
    } finally {
      connection.release();
    }
  }

  async #queryAlone<Row extends object>(
    statement: Sql,
    name: string | undefined,
    signal: Stop | undefined,
  ): Promise<Row[]> {
    const connection = await this.#connect();
    try {
      return (await connection.run<Row>(statement, name, signal)).rows;
    } finally {
      connection.release();
    }
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    const idle = new IdleWatch(this.#options.idleInTransactionMs);
    try {
      connection.begin();
      const result = await this.#alone(() =>
        Promise.race([work(idle.watching(connection)), idle.exceeded]),
      ).finally(() => connection.close('The transaction is over.'));
      idle.stop();
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      throw error;
    } finally {
      idle.stop();
      connection.release();
    }
  }

  async exclusively<T>(
    key: string,
    work: (connection: ExclusiveConnection) => Promise<T>,
  ): Promise<T> {
    if (this.#options.cancelAfterMs !== undefined) {
      // One at a time: each takes two connections, so several could wait for each other's second one.
      const turn = this.#exclusive.then(() => this.#exclusivelyPooled(key, work));
      this.#exclusive = turn.catch(() => undefined);
      return turn;
    }
    const connection = await this.#connect();
    try {
      await connection.liftDeadline();
      while (!(await isLocked(connection, 'pg_try_advisory_lock', key))) await pause(100);
      return await this.#alone(() => work(connection));
    } finally {
      connection.close('The exclusive work is over.');
      await connection.rollback();
      // a connection on which this fails is closed, which frees the lock as well
      await connection
        .run(sql`select pg_advisory_unlock(hashtextextended(${key}, 0))`)
        .catch(() => connection.abandon());
      await connection.restoreDeadline().catch(() => connection.abandon());
      connection.release();
    }
  }

  /**
   * A session lock would stay with a connection that others get later, so an open transaction on another connection
   * holds the lock.
   */
  async #exclusivelyPooled<T>(
    key: string,
    work: (connection: ExclusiveConnection) => Promise<T>,
  ): Promise<T> {
    const holder = await this.#connect();
    try {
      await holder.liftDeadline();
      await holder.query(raw('begin'));
      await holder.query(raw('set local statement_timeout = 0'));
      await holder.query(raw('set local idle_in_transaction_session_timeout = 0'));
      while (!(await isLocked(holder, 'pg_try_advisory_xact_lock', key))) await pause(100);
      const connection = await this.#connect();
      try {
        await connection.liftDeadline();
        return await this.#alone(() => work(connection));
      } finally {
        connection.close('The exclusive work is over.');
        await connection.rollback();
        await connection.restoreDeadline();
        connection.release();
      }
    } finally {
      await holder.rollback();
      await holder.restoreDeadline();
      holder.release();
    }
  }

  /**
   * Runs a statement without a deadline, and cancels it once others have waited for a connection for `patienceMs`, as
   * PostgreSQL cancels an autovacuum that is in the way of others.
   * @param closing cancels it as well
   * @throws GaveWay
   */
  async runGivingWay<Row extends object>(
    statement: Sql,
    patienceMs: number,
    closing: AbortSignal,
  ): Promise<Row[]> {
    const connection = await this.#connect();
    const stop = new AbortController();
    const giveWay = () => stop.abort(new GaveWay());
    closing.addEventListener('abort', giveWay);
    let watch: NodeJS.Timeout | undefined;
    try {
      await connection.liftDeadline();
      watch = this.#onceAwaited(patienceMs, giveWay);
      if (closing.aborted) giveWay();
      return (await connection.run<Row>(statement, undefined, stop.signal)).rows;
    } finally {
      clearInterval(watch);
      closing.removeEventListener('abort', giveWay);
      await connection.restoreDeadline().catch(() => connection.abandon());
      connection.release();
    }
  }

  /** Calls `then` once others have waited for a connection without a break for so many milliseconds. */
  #onceAwaited(ms: number, then: () => void): NodeJS.Timeout {
    let since: number | undefined;
    return setInterval(() => {
      if (this.#pool.waitingCount === 0) since = undefined;
      else if (performance.now() - (since ??= performance.now()) >= ms) then();
    }, awaitedCheckMs);
  }

  async ping(): Promise<void> {
    await this.query(sql`select 1`);
  }

  async close(): Promise<void> {
    await this.#pool.end();
    this.#inside?.disable();
    await this.#options.onClose();
  }

  #refuseNested(): void {
    if (this.#inside?.getStore()?.open === true) {
      // the embedded database has one connection: waiting for it here would deadlock
      throw new Error(
        'A transaction is open: use the transaction that was given, not the database.',
      );
    }
  }

  async #connect(): Promise<Connection> {
    this.#refuseNested();
    try {
      return new Connection(await this.#connectToAny(), this.#options);
    } catch (error) {
      const away = unavailable(error);
      throw this.#options.metrics?.failed(away) ?? away;
    }
  }

  /** Connects to the first server that accepts writes. */
  async #connectToAny(): Promise<pg.PoolClient> {
    for (let left = this.#options.hosts ?? 1; ; left -= 1) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (left <= 1 || isTimeout(error)) throw error;
      }
    }
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#inside) return work();
    const scope = { open: true };
    try {
      return await this.#inside.run(scope, work);
    } finally {
      scope.open = false;
    }
  }
}

const awaitedCheckMs = 10;

/** All connections may be in use: then another server does not help. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded');

/** Ends a transaction that stays idle for too long, because it blocks others. */
class IdleWatch {
  readonly exceeded: Promise<never>;
  readonly #limitMs: number;
  #fail: (error: Error) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.exceeded = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.exceeded.catch(() => undefined);
  }

  watching(connection: Transaction): Transaction {
    let running = 0;
    this.#start();
    return {
      write: (statement, name) => connection.write(statement, name),
      query: async (statement, name) => {
        running += 1;
        this.stop();
        try {
          return await connection.query(statement, name);
        } finally {
          running -= 1;
          if (running === 0) this.#start();
        }
      },
    };
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#timer = setTimeout(() => {
      this.#fail(
        new DeadlineExceeded(
          `The transaction did nothing for ${this.#limitMs} ms and was rolled back.`,
        ),
      );
    }, this.#limitMs).unref();
  }
}

/**
 * Tries once, so that a caller who polls has no open statement between two attempts, for which a concurrently created
 * index would wait. The key is part of the text, because in a transaction the portal of a statement with parameters
 * stays open with its snapshot.
 */
async function isLocked(
  connection: Queryable,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_xact_lock',
  key: string,
): Promise<boolean> {
  const literal = `'${key.replaceAll("'", "''")}'`;
  const [tried] = await connection.query<{ held: boolean }>(
    raw(`select ${lock}(hashtextextended(${literal}, 0)) as held`),
  );
  return tried?.held === true;
}
