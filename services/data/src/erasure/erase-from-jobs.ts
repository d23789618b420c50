import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** In the place of what was said of the data of a row. */
const notKept =
  'What was wrong with the data is not kept, since values of the partition were erased afterwards.';
/** What is said of data names its place, which begins with this. */
const aboutData = '%objectData%';

/**
 * Erases what jobs, and the answers to imports that are kept for repetitions, say of refused data: it names properties.
 * All of it, since a refused row belongs to no timeline: nobody can tell which rows are of the person whose values are
 * erased. How many rows were refused, which ones and with which code stays.
 */
export async function eraseFromJobs(transaction: Queryable, partitionId: string): Promise<void> {
  await transaction.query(
    sql`update data.job set refusals = (
          select coalesce(jsonb_agg(case when refusal ->> 'message' like ${aboutData}
              then jsonb_set(refusal, '{message}', to_jsonb(${notKept}::text)) else refusal end order by place), '[]')
          from jsonb_array_elements(refusals) with ordinality as each (refusal, place))
      where partition_id = ${partitionId} and refusals::text like ${aboutData}`,
    'job-erase-refusals',
  );
  // A copy says what stopped it in the words of its source, too.
  await transaction.query(
    sql`update data.job set error = ${notKept}
      where ${partitionId} in (partition_id, from_partition_id) and error like ${aboutData}`,
    'job-erase-errors',
  );
  await transaction.query(
    sql`update data.idempotency set answer = jsonb_set(answer::jsonb, '{refused}', (
          select coalesce(jsonb_agg(case when refusal ->> 'message' like ${aboutData}
              then jsonb_set(refusal, '{message}', to_jsonb(${notKept}::text)) else refusal end order by place), '[]')
          from jsonb_array_elements(answer::jsonb -> 'refused') with ordinality as each (refusal, place)))::text
      where partition_id = ${partitionId} and answer like ${importAnswer}`,
    'idempotency-erase-refusals',
  );
}

/** Answers to imports begin with their counts, as those to other writes do not. */
const importAnswer = `{"created":%"refused":[{${aboutData}`;
