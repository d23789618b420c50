import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** Whether there is a user or an application with this id, whoever may see it. */
export async function userExists(database: Queryable, userId: string): Promise<boolean> {
  const found = await database.query(
    sql`select from authentication.user_account where id = ${userId}
      union all select from authentication.application where id = ${userId} and deleted is null`,
    'authentication.userExists',
  );
  return found.length > 0;
}
