import type { Sql } from 'sql-template-tag';
import { GaveWay } from './errors.ts';
import type { PooledDatabase } from './pooled-database.ts';

/** How long others wait for a long statement on the only connection of the embedded database. */
export interface Patience {
  /** In milliseconds, at the first attempt; twice as long at each further one… */
  firstMs: number;
  /** …but no longer. It is far below the five seconds after which waiting requests are refused. */
  longestMs: number;
  attempts: number;
  /** After an attempt, the connection is left to the others for this many times as long. */
  restFactor: number;
}

export const patience: Patience = { firstMs: 100, longestMs: 2_000, attempts: 6, restFactor: 4 };

/**
 * Runs a statement that may take long, such as VACUUM. It is cancelled when others have waited for it, and tried again
 * with more patience: on a busy server it takes several attempts, and none of them delays others for long.
 * @throws GaveWay if no attempt was long enough
 */
export async function runLong<Row extends object>(
  database: Pick<PooledDatabase, 'runGivingWay'>,
  statement: Sql,
  { firstMs, longestMs, attempts, restFactor }: Patience,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    const patienceMs = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
    try {
      return await database.runGivingWay<Row>(statement, patienceMs);
    } catch (error) {
      if (!(error instanceof GaveWay) || attempt >= attempts) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, patienceMs * restFactor));
  }
}
