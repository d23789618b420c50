import type { Sql } from 'sql-template-tag';
import type { Tracing } from '../tracing.ts';
import type {
  AbortableQueryOptions,
  Database,
  Queryable,
  QueryOptions,
  Transaction,
} from './queryable.ts';

/**
 * Each statement and transaction that a traced call leads to as a span, by its name: neither its values nor its text are
 * recorded. What no call asks for, such as looking for mails to send, would be thousands of traces of one span.
 */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  const system = { 'db.system.name': 'postgresql' };
  const trace = <T>(statement: Sql, name: string | undefined, run: () => Promise<T[]>) => {
    if (tracing.traceparent() === undefined) return run();
    const operation = name ?? operationOf(statement);
    const attributes = { ...system, 'db.operation.name': operation };
    return tracing.span({ name: operation, kind: 'client', attributes }, async (note) => {
      const rows = await run();
      note({ 'db.response.returned_rows': rows.length });
      return rows;
    });
  };
  const tracedQueryable = (queryable: Queryable): Queryable => ({
    query: <Row extends object>(statement: Sql, name?: string, options?: QueryOptions) =>
      trace(statement, name, () => queryable.query<Row>(statement, name, options)),
  });
  const tracedTransaction = (transaction: Transaction): Transaction => ({
    ...tracedQueryable(transaction),
    // It takes no time of its own: it goes out with the next one, or with the commit.
    write: (statement, name) => {
      const attributes = { ...system, 'db.operation.name': name };
      transaction.write(statement, name);
      void tracing.span({ name, kind: 'client', attributes }, () => Promise.resolve());
    },
  });
  const { copy, vacuum } = database;
  return {
    kind: database.kind,
    query: <Row extends object>(statement: Sql, name?: string, options?: AbortableQueryOptions) =>
      trace(statement, name, () => database.query<Row>(statement, name, options)),
    // Of evidence, which no call of the client waits for.
    queryUnparsed: (statement, name, signal) => database.queryUnparsed(statement, name, signal),
    transaction: (work) => {
      if (tracing.traceparent() === undefined) return database.transaction(work);
      return tracing.span({ name: 'transaction', kind: 'internal', attributes: system }, () =>
        database.transaction((transaction) => work(tracedTransaction(transaction))),
      );
    },
    exclusively: (key, work) =>
      database.exclusively(key, (connection) =>
        work({
          ...tracedQueryable(connection),
          // Of a restore, which has no trace.
          copyIn: (statement, data) => connection.copyIn(statement, data),
        }),
      ),
    ping: () => database.ping(),
    ...(copy && { copy }),
    ...(vacuum && { vacuum }),
    close: () => database.close(),
  };
}

/** The first word: SELECT, UPDATE. */
const operationOf = ({ text }: Sql): string => /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'SQL';
