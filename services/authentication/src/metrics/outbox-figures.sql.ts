import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface OutboxFigures {
  /** Not tried yet, or under way for the first time. */
  waiting: number;
  /** Could not be sent so far and will be tried again. */
  failed: number;
  oldestSeconds: number;
}

/** As many rows are looked at: beyond that a figure says no more. */
const most = 10_000;

export async function readOutboxFigures(database: Queryable, at: string): Promise<OutboxFigures> {
  const [figures] = await database.query<OutboxFigures>(
    sql`select count(*) filter (where failure is null)::int as waiting,
        count(*) filter (where failure is not null)::int as failed,
        coalesce(greatest(extract(epoch from ${at}::timestamptz - min(created)), 0), 0)::float8 as "oldestSeconds"
      from (select failure, created from authentication.mail order by next_attempt limit ${most}) as mail`,
    'authentication.outboxFigures',
  );
  if (!figures) throw new Error('The outbox has no figures.');
  return figures;
}
