import sql from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { cachedForScrape } from '@annals/kit/metrics/cached-for-scrape';
import { toTimestamp, type Clock } from '../context/clock.ts';

const figuresMaxAgeMs = 10_000;
/** At most this many rows are counted: a larger number adds no information. */
const maxCounted = 10_000;

/** @param migrated whether the tables exist */
export function watchOutbox(
  metrics: Metrics,
  database: Database,
  clock: Clock,
  migrated: () => boolean,
): void {
  const figures = cachedForScrape(
    async () => (migrated() ? readOutboxFigures(database, toTimestamp(clock())) : undefined),
    figuresMaxAgeMs,
  );
  metrics.gauge(
    'annals_outbox_mails',
    'Mails in the outbox, of all servers on this database; failed: tried, and to be retried.',
    async () => {
      const counts = await figures();
      return counts && { waiting: counts.waiting, failed: counts.failed };
    },
    { label: 'state', aggregator: 'max' },
  );
  metrics.gauge(
    'annals_outbox_oldest_seconds',
    'Age of the oldest mail in the outbox; 0 when it is empty.',
    async () => (await figures())?.oldestSeconds,
    { aggregator: 'max' },
  );
}

interface OutboxFigures {
  /** Not tried yet, or being sent for the first time. */
  waiting: number;
  /** Could not be sent so far and will be tried again. */
  failed: number;
  oldestSeconds: number;
}

async function readOutboxFigures(database: Queryable, at: string): Promise<OutboxFigures> {
  const [figures] = await database.query<OutboxFigures>(
    sql`select count(*) filter (where failure is null)::int as waiting,
        count(*) filter (where failure is not null)::int as failed,
        coalesce(greatest(extract(epoch from ${at}::timestamptz - min(created)), 0), 0)::float8 as "oldestSeconds"
      from (select failure, created from authentication.mail order by next_attempt limit ${maxCounted}) as mail`,
    'authentication.outboxFigures',
  );
  if (!figures) throw new Error('The outbox returned no figures.');
  return figures;
}
