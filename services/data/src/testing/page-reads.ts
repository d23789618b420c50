import sql from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';

interface Explained {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[];
}

/** A database that tells how many pages of tables and indexes its reads look at. */
export interface CountingDatabase extends Database {
  /** The pages that what is read during `work` looks at. */
  pagesDuring(work: () => Promise<unknown>): Promise<number>;
}

const isRead = /^\s*(?:select|with)\b(?!.*\b(?:insert into|update data|delete from)\b)/is;

/** PostgreSQL only. Each read runs once more under EXPLAIN, with what PostgreSQL plans for just these values. */
export function countingPages(database: Database): CountingDatabase {
  let pages = 0;
  let counting = false;
  const query: Queryable['query'] = async (statement, name) => {
    // What the server does by itself meanwhile is no part of a request.
    if (counting && isRead.test(statement.sql) && !statement.sql.includes('data.job')) {
      const [explained] = await database.query<Explained>(
        sql`explain (analyze, buffers, format json) ${statement}`,
      );
      const plan = explained?.['QUERY PLAN'][0]?.Plan;
      pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    }
    return database.query(statement, name);
  };
  return {
    kind: database.kind,
    query,
    transaction: (work) => database.transaction(work),
    exclusively: (key, work) => database.exclusively(key, work),
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

/** Whether a read looks at over a quarter more, apart from the few pages that depend on where its rows happen to lie. */
export const hasGrown = (before: number, pages: number) =>
  pages > Math.max(before * 1.25, before + 10);
