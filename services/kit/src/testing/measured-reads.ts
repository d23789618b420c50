import type { Database, Queryable } from '../database/database.ts';

/** The bytes of row values that requests read from the database. */
export interface BytesRead {
  /** All statements together. */
  total: number;
  /** The statement that read the most. */
  largest: number;
}

export interface MeasuringDatabase extends Database {
  /** Measures what is read during `work`. */
  readDuring(work: () => Promise<unknown>): Promise<BytesRead>;
}

/** A database that counts the bytes its statements return: the same number on any machine. */
export function measuringReads(database: Database): MeasuringDatabase {
  let read: BytesRead = { total: 0, largest: 0 };
  const measuring = (connection: Queryable): Queryable => ({
    query: async <Row extends object>(...asked: Parameters<Queryable['query']>) => {
      const rows = await connection.query<Row>(...asked);
      const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
      read.total += bytes;
      read.largest = Math.max(read.largest, bytes);
      return rows;
    },
  });
  return {
    kind: database.kind,
    ...measuring(database),
    transaction: (work) =>
      database.transaction((transaction) =>
        work({
          ...measuring(transaction),
          write: (statement, name) => transaction.write(statement, name),
        }),
      ),
    exclusively: (key, work) => database.exclusively(key, work),
    queryUnparsed: (statement, name, signal) => database.queryUnparsed(statement, name, signal),
    ping: () => database.ping(),
    close: () => database.close(),
    async readDuring(work) {
      read = { total: 0, largest: 0 };
      await work();
      return read;
    },
  };
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + bytesOf(item), 0);
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + name.length + bytesOf(inner),
    0,
  );
}
