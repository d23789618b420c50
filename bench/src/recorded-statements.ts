import type { Database, Queryable } from '@annals/kit/database/database';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Records the statements that a function sends, with `begin` and `commit` around those of a transaction. */
export interface RecordingDatabase extends Database {
  statementsOf(work: () => Promise<unknown>): Promise<Statement[]>;
}

export function recordingStatements(database: Database): RecordingDatabase {
  let recorded: Statement[] | undefined;
  const recording =
    (target: Queryable): Queryable['query'] =>
    (statement, name) => {
      recorded?.push({ text: statement.text, values: statement.values });
      return target.query(statement, name);
    };
  return {
    kind: database.kind,
    query: recording(database),
    transaction: async (work) => {
      recorded?.push({ text: 'begin', values: [] });
      const result = await database.transaction((inside) =>
        work({
          query: recording(inside),
          write: (statement, name) => {
            recorded?.push({ text: statement.text, values: statement.values });
            inside.write(statement, name);
          },
        }),
      );
      recorded?.push({ text: 'commit', values: [] });
      return result;
    },
    exclusively: (key, work) => database.exclusively(key, work),
    queryUnparsed: (statement, name, signal) => database.queryUnparsed(statement, name, signal),
    ping: () => database.ping(),
    close: () => database.close(),
    async statementsOf(work) {
      const statements: Statement[] = [];
      recorded = statements;
      try {
        await work();
      } finally {
        recorded = undefined;
      }
      return statements;
    },
  };
}

/** A literal in which pgbench recognizes none of its variables. */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Buffer.isBuffer(value)) return `${quoted(`\\x${value.toString('hex')}`)}::bytea`;
  if (Array.isArray(value)) return quoted(`{${value.map((one) => `"${String(one)}"`).join(',')}}`);
  return quoted(typeof value === 'object' ? JSON.stringify(value) : `${value as string | boolean}`);
}

const quoted = (text: string): string =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll(':', '\\x3a').replaceAll('\n', '\\n')}'`;

/** The statement on one line with its values inserted by `valueOf`. */
export function inlineValues({ text, values }: Statement, valueOf = literalOf): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, (literal) =>
      literal.includes(':') ? `E${literal.replaceAll(':', '\\x3a')}` : literal,
    )
    .replaceAll(/\$(\d+)\b/g, (_, number: string) => valueOf(values[Number(number) - 1]));
}
