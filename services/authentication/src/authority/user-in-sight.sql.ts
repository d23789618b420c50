import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { userInSight, type Sight } from './sight.sql.ts';

/** Whether there is such a user, and the reader may see it. */
export async function userIsInSight(
  database: Queryable,
  sight: Sight,
  userId: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.user_account u
    where u.id = ${userId} and ${userInSight(sight, sql`u.id`)}`);
  return rows.length === 1;
}
