import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** Removes sessions, links and delays that nothing asks for any more. */
export async function deleteOutdated(database: Queryable, now: string): Promise<void> {
  await database.query(sql`
    delete from authentication.session where expires_absolute < ${now}::timestamptz - interval '30 days'`);
  await database.query(sql`
    delete from authentication.one_time_link where expires < ${now}::timestamptz - interval '30 days'`);
  await database.query(sql`
    delete from authentication.sign_in_delay where last_failure < ${now}::timestamptz - interval '1 hour'`);
}
