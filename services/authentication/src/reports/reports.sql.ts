import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** Records events as reported. @returns the ids of those that were new */
export async function recordReported(
  transaction: Queryable,
  ids: string[],
  at: string,
): Promise<Set<string>> {
  const rows = await transaction.query<{ id: string }>(sql`
    insert into authentication.reported_event (id, reported)
    select id, ${at}::timestamptz from unnest(${ids}::uuid[]) id
    on conflict (id) do nothing returning id`);
  return new Set(rows.map(({ id }) => id));
}

/** Those of the users who have an email and are active. */
export function selectReachable(
  transaction: Queryable,
  userIds: string[],
): Promise<{ userId: string; email: string; lang: string }[]> {
  return transaction.query(sql`
    select id as "userId", email, lang from authentication.user_account
    where id = any(${userIds}::uuid[]) and email is not null and status = 'ACTIVE'
    order by id`);
}

/** Those of the users who have an email, are active and want emails about change sets. */
export function selectSubscribed(
  transaction: Queryable,
  userIds: string[],
): Promise<{ userId: string; email: string; lang: string }[]> {
  return transaction.query(sql`
    select id as "userId", email, lang from authentication.user_account
    where id = any(${userIds}::uuid[]) and email is not null and status = 'ACTIVE' and change_set_mails
    order by id`);
}
