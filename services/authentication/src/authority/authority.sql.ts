import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { unitInSight, unitsWithinReach, userInSight, type Sight } from './sight.sql.ts';

export interface LockedUser {
  id: string;
  username: string;
  name: string;
  email: string | null;
  status: 'INVITED' | 'ACTIVE' | 'DISABLED';
  lang: string;
  version: number;
  /** All that count, direct or through a unit. */
  roles: string[];
  directRoles: string[];
  /** Whether one of the user's units is beyond the reach of the one who asks. */
  reachesBeyond: boolean;
}

/** The user in sight, with its row locked until the transaction is over. */
export async function lockUser(
  transaction: Queryable,
  sight: Sight,
  userId: string,
): Promise<LockedUser | undefined> {
  const beyond =
    sight.reach === 'unit'
      ? sql`exists (select from authentication.organizational_unit_member m
          where m.user_id = u.id and m.unit_id not in ${unitsWithinReach(sight.readerId)})`
      : sql`false`;
  const [user] = await transaction.query<LockedUser>(sql`
    select u.id, u.username, u.name, u.email, u.status, u.lang, u.version,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
      array(select role from authentication.user_role where user_id = u.id order by role) as "directRoles",
      ${beyond} as "reachesBeyond"
    from authentication.user_account u
    where u.id = ${userId} and ${userInSight(sight, sql`u.id`)}
    for update of u`);
  return user;
}

export async function unitIsInSight(
  database: Queryable,
  sight: Sight,
  unitId: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.organizational_unit unit
    where unit.id = ${unitId} and ${unitInSight(sight, sql`unit.id`)}
    for key share`);
  return rows.length === 1;
}

/** Until the transaction is over no other one takes a global master away. */
export async function lockMasters(transaction: Queryable): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended('annals global masters', 0))`,
  );
}

export async function someMasterIsActive(transaction: Queryable): Promise<boolean> {
  const rows = await transaction.query(sql`
    select 1 as found from authentication.user_role r join authentication.user_account u on u.id = r.user_id
    where r.role = 'GLOBAL_MASTER' and u.status = 'ACTIVE' limit 1`);
  return rows.length === 1;
}
