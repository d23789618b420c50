import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** Holders renew it several times meanwhile. After a crash, the user waits for the rest of it. */
export const leaseMs = 30_000;
const lease = sql`${leaseMs} * interval '1 millisecond'`;

/** @returns false if another holder has the turn of the user */
export async function takeTurn(
  database: Queryable,
  userId: string,
  holder: string,
): Promise<boolean> {
  const taken = await database.query(
    sql`insert into data.evidence_turn as t (user_id, holder, held_until, taken_date)
      values (${userId}, ${holder}, statement_timestamp() + ${lease}, statement_timestamp())
      on conflict (user_id) do update
        set holder = excluded.holder, held_until = excluded.held_until, taken_date = excluded.taken_date
        where t.held_until <= statement_timestamp() or t.holder = excluded.holder
      returning user_id`,
    'evidence-turn-take',
  );
  return taken.length > 0;
}

/** @returns false if another holder has taken it, because it was not renewed in time */
export async function renewTurn(
  database: Queryable,
  userId: string,
  holder: string,
): Promise<boolean> {
  const renewed = await database.query(
    sql`update data.evidence_turn set held_until = statement_timestamp() + ${lease}
      where user_id = ${userId} and holder = ${holder} returning user_id`,
    'evidence-turn-renew',
  );
  return renewed.length > 0;
}

/** When it was taken stays stored for a day, because users whose last turn is longer ago come first. */
export async function releaseTurn(
  database: Queryable,
  userId: string,
  holder: string,
): Promise<void> {
  await database.query(
    sql`update data.evidence_turn set held_until = statement_timestamp()
      where user_id = ${userId} and holder = ${holder}`,
    'evidence-turn-release',
  );
}

/** The users whose turn it may be now; the one whose last turn is longest ago comes first. */
export async function sortByTurn(
  database: Queryable,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await database.query<{ userId: string }>(
    sql`select u.user_id as "userId" from unnest(${[...userIds]}::uuid[]) with ordinality u (user_id, number)
      left join data.evidence_turn t on t.user_id = u.user_id
      where t.user_id is null or t.held_until <= statement_timestamp()
      order by t.taken_date nulls first, u.number`,
    'evidence-turns',
  );
  return rows.map(({ userId }) => userId);
}

/** Call it only if no other process can hold any. */
export async function releaseAll(database: Queryable): Promise<void> {
  await database.query(
    sql`update data.evidence_turn set held_until = statement_timestamp()
      where held_until > statement_timestamp()`,
    'evidence-turns-release-all',
  );
}

export async function sweepTurns(database: Queryable): Promise<void> {
  await database.query(
    sql`delete from data.evidence_turn where held_until < statement_timestamp() - interval '1 day'`,
    'evidence-turns-sweep',
  );
}
