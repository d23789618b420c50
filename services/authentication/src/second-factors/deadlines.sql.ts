import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Users who need a second factor and have none, with the shortest grace period that applies to them. Users of an
 * identity provider that requires one have it there.
 */
const usersWithoutFactor = sql`
  select u.id as user_id, min(r.grace_hours) as grace_hours
  from (
    select e.user_id, role.second_factor_grace_hours as grace_hours
    from authentication.role join authentication.effective_role e on e.role = role.name
    where role.second_factor_required
    union all
    select m.user_id, unit.second_factor_grace_hours
    from authentication.organizational_unit unit
    join authentication.organizational_unit_path p on p.ancestor_id = unit.id
    join authentication.organizational_unit_member m on m.unit_id = p.descendant_id
    where unit.second_factor_required) r
  join authentication.user_account u on u.id = r.user_id and u.status = 'ACTIVE'
  where not exists (select from authentication.second_factor f where f.user_id = u.id and f.confirmed)
    and not exists (
      select from authentication.user_identity i join authentication.identity_provider provider on provider.id = i.provider_id
      where i.user_id = u.id and provider.enabled and provider.trust_second_factor)
  group by u.id`;

export interface NewDeadline {
  userId: string;
  email: string | null;
  lang: string;
  due: string;
}

/**
 * Updates the deadlines to the requirements of units and roles. A deadline counts from when the requirement was first
 * found for the user; a changed grace period moves it. Returns the new ones.
 */
export async function updateDeadlines(transaction: Queryable, at: string): Promise<NewDeadline[]> {
  const now = sql`${at}::timestamptz`;
  const hours = (number: Sql) => sql`make_interval(hours => ${number})`;
  // Concurrent servers do this one after the other.
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended('annals second factor deadlines', 0))`,
  );
  await transaction.query(sql`
    delete from authentication.second_factor_deadline d
    where not exists (select from (${usersWithoutFactor}) needed where needed.user_id = d.user_id)`);
  await transaction.query(sql`
    update authentication.second_factor_deadline d set due = d.since + ${hours(sql`needed.grace_hours`)}
    from (${usersWithoutFactor}) needed
    where needed.user_id = d.user_id and d.due <> d.since + ${hours(sql`needed.grace_hours`)}
      and d.enforced is null`);
  return transaction.query(sql`
    with made as (
      insert into authentication.second_factor_deadline (user_id, since, due)
      select needed.user_id, ${now}, ${now} + ${hours(sql`needed.grace_hours`)} from (${usersWithoutFactor}) needed
      order by needed.user_id
      on conflict (user_id) do nothing returning user_id, due)
    select made.user_id as "userId", u.email, u.lang, made.due
    from made join authentication.user_account u on u.id = made.user_id order by made.user_id`);
}

/** Users whose deadline has passed and whose sessions were not ended for it; each is returned once. */
export async function takeOverdue(transaction: Queryable, at: string): Promise<string[]> {
  const rows = await transaction.query<{ userId: string }>(sql`
    update authentication.second_factor_deadline set enforced = ${at}
    where due <= ${at} and enforced is null returning user_id as "userId"`);
  return rows.map(({ userId }) => userId).sort();
}

/** The user has a second factor now. */
export async function deleteDeadline(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(
    sql`delete from authentication.second_factor_deadline where user_id = ${userId}`,
  );
}
