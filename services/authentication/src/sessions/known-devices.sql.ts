import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface Device {
  network: string;
  program: string;
}

/** Whether the user with this normalized name has signed in from the network in the last 30 days. */
export async function isKnownNetwork(
  database: Queryable,
  name: string,
  network: string,
  at: string,
): Promise<boolean> {
  const rows = await database.query(
    sql`
    select 1 as found
    from authentication.sign_in_name n join authentication.known_device d on d.user_id = n.user_id
    where n.key = ${name} and d.network = ${network}
      and d.last_sign_in > ${at}::timestamptz - interval '30 days'
    limit 1`,
    'authentication.isKnownNetwork',
  );
  return rows.length === 1;
}

/** Stores a sign-in, and returns whether the same device was used in the previous 90 days. Lock the user first. */
export async function recordDevice(
  transaction: Queryable,
  userId: string,
  { network, program }: Device,
  at: string,
): Promise<boolean> {
  const [noted] = await transaction.query<{ known: boolean }>(sql`
    with before as (
      select 1 from authentication.known_device
      where user_id = ${userId} and network = ${network} and program = ${program}
        and last_sign_in > ${at}::timestamptz - interval '90 days')
    insert into authentication.known_device as d (user_id, network, program, last_sign_in)
    values (${userId}, ${network}, ${program}, ${at})
    on conflict (user_id, network, program)
      do update set last_sign_in = greatest(d.last_sign_in, excluded.last_sign_in)
    returning exists (select from before) as known`);
  return noted?.known ?? false;
}
