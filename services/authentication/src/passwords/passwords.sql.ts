import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** Sets the password of a user. */
export async function upsertPassword(
  transaction: Queryable,
  password: { userId: string; hash: string; changed: string },
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.password (user_id, hash, changed)
    values (${password.userId}, ${password.hash}, ${password.changed})
    on conflict (user_id) do update set hash = excluded.hash, changed = excluded.changed`);
}
