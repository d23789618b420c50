import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface JobFigures {
  /** Somebody works on it. */
  held: number;
  /** Nobody does: a server will take it, or the browser that sends its file has stopped. */
  unheld: number;
}

export async function readJobFigures(database: Queryable): Promise<JobFigures> {
  const [figures] = await database.query<JobFigures>(
    sql`select count(*) filter (where held_until >= clock_timestamp())::int as held,
        count(*) filter (where held_until is null or held_until < clock_timestamp())::int as unheld
      from data.job where state = 'RUNNING' and kind in ('COPY', 'REINDEX')`,
    'data.jobFigures',
  );
  if (!figures) throw new Error('The jobs have no figures.');
  return figures;
}

export interface LogFigures {
  unanchoredPartitions: number;
  /** Null while there is no anchor. */
  anchorAgeSeconds: number | null;
}

export async function readLogFigures(database: Queryable): Promise<LogFigures> {
  const [figures] = await database.query<LogFigures>(
    sql`select count(*) filter (where log.size > log.anchored_size)::int as "unanchoredPartitions",
        (select extract(epoch from clock_timestamp() - anchored_date)::float8 from data.anchor
          order by log_index desc limit 1) as "anchorAgeSeconds"
      from data.partition_head join data.log_head log using (partition_id)`,
    'data.logFigures',
  );
  if (!figures) throw new Error('The logs have no figures.');
  return figures;
}
