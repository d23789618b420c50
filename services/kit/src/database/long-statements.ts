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
  /** After an attempt, the connection is left to the others for so long, so that few of their calls are delayed. */
  restMs: number;
}

export const patience: Patience = {
  firstMs: 100,
  longestMs: 2_000,
  attempts: 6,
  restMs: 10_000,
};

/**
 * Runs a statement that may take long, such as VACUUM. It is cancelled when others have waited for it, and tried again
 * with more patience: on a busy server it takes several attempts, and none of them delays others for long.
 * @throws GaveWay if no attempt was long enough, or when `closing` is aborted
 */
export async function runLong<Row extends object>(
  database: Pick<PooledDatabase, 'runGivingWay'>,
  statement: Sql,
  { firstMs, longestMs, attempts, restMs }: Patience,
  closing: AbortSignal,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    const patienceMs = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
    try {
      return await database.runGivingWay<Row>(statement, patienceMs, closing);
    } catch (error) {
      if (!(error instanceof GaveWay) || attempt >= attempts || closing.aborted) throw error;
    }
    await rest(restMs, closing);
  }
}

/** Ends early when `closing` is aborted. */
export async function rest(milliseconds: number, closing: AbortSignal): Promise<void> {
  if (closing.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    closing.addEventListener('abort', end);
  });
}
