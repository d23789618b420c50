import sql from 'sql-template-tag';
import { type Visit, visitPauseMinutes } from '@annals/contracts/visits';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Records that a person is here now.
 * @param readDate up to when they have read; earlier than what is stored, or undefined, it changes nothing
 */
export async function continueVisit(
  database: Queryable,
  userId: string,
  readDate: string | undefined,
): Promise<Visit> {
  const read = sql`case when ${readDate ?? null}::timestamptz is not null
    then least(${readDate ?? null}::timestamptz, statement_timestamp()) end`;
  const isNew = sql`v.active_date < statement_timestamp() - ${visitPauseMinutes} * interval '1 minute'`;
  const [visit] = await database.query<Visit>(
    sql`insert into data.visit as v (user_id, started_date, active_date, read_date)
      values (${userId}, statement_timestamp(), statement_timestamp(), ${read})
      on conflict (user_id) do update set
        started_date = case when ${isNew} then excluded.started_date else v.started_date end,
        previous_date = case when ${isNew} then v.active_date else v.previous_date end,
        active_date = greatest(v.active_date, excluded.active_date),
        read_date = greatest(v.read_date, excluded.read_date),
        read_before_date = case when v.read_date is null or excluded.read_date > v.read_date
          then coalesce(v.read_date, case when excluded.read_date is not null then v.previous_date end)
          else v.read_before_date end
      returning started_date as "startedDate", previous_date as "previousDate", read_date as "readDate",
        read_before_date as "readBeforeDate"`,
    'visit-continue',
  );
  if (visit === undefined) throw new Error('The statement returned no visit.');
  return visit;
}
