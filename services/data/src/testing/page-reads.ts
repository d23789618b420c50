import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import { needsCustomPlan } from '@annals/kit/database/queryable';
import { parametersOf } from '@annals/kit/database/prepared-execution';

interface Explained {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[];
}

/** A database that counts the pages of tables and indexes that its reads access. */
export interface CountingDatabase extends Database {
  /** The pages that reads during `work` access. */
  pagesDuring(work: () => Promise<unknown>): Promise<number>;
}

const isRead = /^\s*(?:select|with)\b(?!.*\b(?:insert into|update data|delete from)\b)/is;

/**
 * PostgreSQL only. Each read runs once more under EXPLAIN, planned as the service plans it: generically, or for these
 * values if it is marked so.
 */
export function countingPages(database: Database): CountingDatabase {
  let pages = 0;
  let counting = false;
  const query: Queryable['query'] = async (statement, name) => {
    // Excludes background work of the server.
    if (counting && isRead.test(statement.sql) && !statement.sql.includes('data.job')) {
      // Others are counted meanwhile.
      const looked = await pagesOf(database, statement);
      pages += looked;
    }
    return database.query(statement, name);
  };
  return {
    kind: database.kind,
    query,
    transaction: (work) => database.transaction(work),
    exclusively: (key, work) => database.exclusively(key, work),
    queryUnparsed: (statement, name, signal) => database.queryUnparsed(statement, name, signal),
    ping: () => database.ping(),
    close: () => database.close(),
    async pagesDuring(work) {
      pages = 0;
      counting = true;
      try {
        await work();
      } finally {
        counting = false;
      }
      return pages;
    },
  };
}

let prepared = 0;

const pagesIn = (explained: Explained | undefined): number => {
  const plan = explained?.['QUERY PLAN'][0]?.Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
};

async function pagesOf(database: Database, statement: Sql): Promise<number> {
  if (needsCustomPlan(statement)) {
    const [explained] = await database.query<Explained>(
      sql`explain (analyze, buffers, format json) ${statement}`,
    );
    return pagesIn(explained);
  }
  const values = parametersOf(statement.values);
  if (!values) throw new Error(`A parameter cannot be written: ${statement.text}`);
  const name = `counted_${(prepared += 1)}`;
  const given = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`;
  return database.transaction(async (transaction) => {
    await transaction.query(raw(`prepare ${name} as ${statement.text}`));
    const [explained] = await transaction.query<Explained>(
      raw(`explain (analyze, buffers, format json) execute ${name}${given}`),
    );
    await transaction.query(raw(`deallocate ${name}`));
    return pagesIn(explained);
  });
}

function literalOf(value: string | Buffer | null): string {
  if (value === null) return 'null';
  return typeof value === 'string'
    ? `'${value.replaceAll("'", "''")}'`
    : `'\\x${value.toString('hex')}'`;
}

/** Whether a read accesses over a quarter more, apart from the few pages that depend on where its rows happen to be. */
export const hasGrown = (before: number, pages: number) =>
  pages > Math.max(before * 1.25, before + 10);
