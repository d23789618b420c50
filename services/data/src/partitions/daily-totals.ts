import sql from 'sql-template-tag';
import { BackgroundWorker } from '@annals/kit/background/background-worker';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import { isUnsupportedStatement } from '@annals/kit/database/errors';
import { isDistributed } from '@annals/kit/distribution/distribute';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { countPartitions } from './partition-counts.sql.ts';

/** How often new versions are counted; until then readers count them. */
const everyMs = 15_000;
/** The versions counted in one transaction, which blocks appends to its partitions. */
const atOnce = 20_000;
const together = 50;
const readAtOnce = 500;

/**
 * Maintains the number of versions of each day over all partitions (data.versions_of_day), and how many partitions and
 * memberships there are (data.partition_count). Any number of servers do it
 * at once: each counts a partition under the lock of its row, and skips locked ones.
 */
export class DailyTotals {
  readonly #database: Database;
  readonly #worker: BackgroundWorker;
  #together = together;

  constructor(database: Database, log: DatabaseLog, metrics?: Metrics) {
    this.#database = database;
    this.#worker = new BackgroundWorker({
      name: 'daily_totals',
      run: (_, stop) => this.count(stop),
      pollEveryMs: everyMs,
      failure: 'The versions of each day could not be counted; retrying in 15 seconds.',
      log,
      metrics,
    });
  }

  start(): void {
    this.#worker.start();
    this.#worker.wake();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Counts everything that is not counted yet, except in partitions that are being written to. */
  async count(stop: Pick<AbortSignal, 'aborted'> = { aborted: false }): Promise<void> {
    // On several servers, members of most partitions get the versions of each of them.
    if (!(await isDistributed(this.#database)))
      await countPartitions(this.#database, () => stop.aborted);
    for (let after = '00000000-0000-0000-0000-000000000000'; !stop.aborted;) {
      const found = await this.#database.query<{ id: string }>(
        sql`select partition_id as id from data.partition_head where not counted and partition_id > ${after}::uuid
          order by partition_id limit ${readAtOnce}`,
        'days-uncounted',
      );
      for (let from = 0; from < found.length && !stop.aborted; from += this.#together)
        await this.#countAll(
          found.slice(from, from + this.#together).map(({ id }) => id),
          stop,
        );
      const last = found.at(-1);
      if (!last || found.length < readAtOnce) return;
      after = last.id;
    }
  }

  async #countAll(
    partitionIds: readonly string[],
    stop: Pick<AbortSignal, 'aborted'>,
  ): Promise<void> {
    for (let left = partitionIds; left.length > 0 && !stop.aborted;)
      try {
        left = await countNext(this.#database, left);
      } catch (error) {
        if (left.length === 1 || !isUnsupportedStatement(error)) throw error;
        this.#together = 1;
        for (const id of left) await this.#countAll([id], stop);
        return;
      }
  }
}

/**
 * Counts the next versions of those of the partitions that nobody writes to.
 * @returns those that have more
 * @throws a database error (isUnsupportedStatement) for several whose rows are on different servers
 */
async function countNext(database: Database, partitionIds: readonly string[]): Promise<string[]> {
  const [first] = partitionIds;
  const of =
    partitionIds.length === 1 ? sql`= ${first}::uuid` : sql`= any(${partitionIds}::uuid[])`;
  const kind = partitionIds.length === 1 ? 'of-one' : 'of-several';
  return database.transaction(async (transaction) => {
    const heads = await transaction.query<{
      id: string;
      after: number;
      upTo: number;
      newest: number;
    }>(
      sql`select partition_id as id, counted_seq as after, next_seq - 1 as newest,
          least(next_seq - 1, counted_seq + ${Math.ceil(atOnce / partitionIds.length)}::bigint) as "upTo"
        from data.partition_head where partition_id ${of} and not counted for update skip locked`,
      `days-lock-${kind}`,
    );
    if (heads.length === 0) return [];
    const counted = sql`unnest(${heads.map(({ id }) => id)}::uuid[], ${heads.map(({ after }) => after)}::bigint[],
      ${heads.map(({ upTo }) => upTo)}::bigint[]) as counted (id, after, up_to)`;
    const days = await transaction.query<{ day: string; count: number }>(
      sql`select ((v.modification_date at time zone 'UTC')::date)::text as day, count(*) as count
        from ${counted} join data.version v
          on v.partition_id = counted.id and v.seq > counted.after and v.seq <= counted.up_to
        where v.partition_id ${of} group by 1 order by 1`,
      `days-count-${kind}`,
    );
    // Ordered by day, so that two servers do not deadlock.
    await transaction.query(
      sql`insert into data.versions_of_day as known (day, version_count)
        select * from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ count }) => count)}::bigint[])
        on conflict (day) do update set version_count = known.version_count + excluded.version_count`,
      'days-add',
    );
    await transaction.query(
      sql`update data.partition_head head set counted_seq = counted.up_to, counted = counted.up_to = head.next_seq - 1
        from ${counted} where head.partition_id ${of} and head.partition_id = counted.id`,
      `days-counted-${kind}`,
    );
    return heads.filter(({ upTo, newest }) => upTo < newest).map(({ id }) => id);
  });
}
