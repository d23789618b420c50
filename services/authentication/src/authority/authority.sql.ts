import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { unitInScope, userInScope, userExceedsScope, type Scope } from './scope.sql.ts';

export interface LockedUser {
  id: string;
  username: string;
  name: string;
  email: string | null;
  status: 'INVITED' | 'ACTIVE' | 'DISABLED';
  lang: string;
  changeSetMails: boolean;
  accessEndsDate: string | null;
  version: number;
  /** All effective roles, direct or through a unit. */
  roles: string[];
  directRoles: string[];
  /** Whether one of the user's units is outside the caller's scope. */
  exceedsScope: boolean;
}

/** The user in scope, locked until the end of the transaction. */
export async function lockUser(
  transaction: Queryable,
  scope: Scope,
  userId: string,
): Promise<LockedUser | undefined> {
  // Locked first: changes to roles and units by an earlier transaction are only visible to statements that start after
  // it.
  await transaction.query(
    sql`select 1 as locked from authentication.user_account where id = ${userId} for update`,
  );
  const [user] = await transaction.query<LockedUser>(sql`
    select u.id, u.username, u.name, u.email, u.status, u.lang, u.change_set_mails as "changeSetMails",
      u.access_ends as "accessEndsDate", u.version,
      array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
      array(select role from authentication.user_role where user_id = u.id order by role) as "directRoles",
      ${userExceedsScope(scope, sql`u.id`)} as "exceedsScope"
    from authentication.user_account u
    where u.id = ${userId} and ${userInScope(scope, sql`u.id`)}`);
  return user;
}

/** The roles that members of the unit hold through it and the units above; none without a unit. */
export async function selectRolesThroughUnit(
  database: Queryable,
  unitId: string | null,
): Promise<string[]> {
  const rows = await database.query<{ role: string }>(sql`
    select distinct r.role
    from authentication.organizational_unit_path p
    join authentication.organizational_unit_role r on r.unit_id = p.ancestor_id
    where p.descendant_id = ${unitId} order by r.role`);
  return rows.map(({ role }) => role);
}

export async function unitIsInScope(
  database: Queryable,
  scope: Scope,
  unitId: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.organizational_unit unit
    where unit.id = ${unitId} and ${unitInScope(scope, sql`unit.id`)}
    for key share`);
  return rows.length === 1;
}

/** Whether somebody in the unit, or in one below, is also in a unit outside the scope. */
export async function someMemberExceedsScope(
  database: Queryable,
  scope: Scope,
  unitId: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.organizational_unit_path below
    join authentication.organizational_unit_member member on member.unit_id = below.descendant_id
    where below.ancestor_id = ${unitId} and ${userExceedsScope(scope, sql`member.user_id`)} limit 1`);
  return rows.length === 1;
}

export async function isAtOrBelow(
  database: Queryable,
  unitId: string,
  above: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.organizational_unit_path
    where ancestor_id = ${above} and descendant_id = ${unitId}`);
  return rows.length === 1;
}

/** Prevents other transactions from removing a global master until the end of this one. */
export async function lockMasters(transaction: Queryable): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended('annals global masters', 0))`,
  );
}

export async function someMasterIsActive(transaction: Queryable): Promise<boolean> {
  const rows = await transaction.query(sql`
    select 1 as found from authentication.user_role r join authentication.user_account u on u.id = r.user_id
    where r.role = 'GLOBAL_MASTER' and u.status = 'ACTIVE' and u.access_ends is null limit 1`);
  return rows.length === 1;
}

/** Whether the user exists and the reader may see it. */
export async function userIsInScope(
  database: Queryable,
  scope: Scope,
  userId: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 as found from authentication.user_account u
    where u.id = ${userId} and ${userInScope(scope, sql`u.id`)}`);
  return rows.length === 1;
}

/** Whether a user or an application with this id exists, regardless of scope. */
export async function userExists(database: Queryable, userId: string): Promise<boolean> {
  const found = await database.query(
    sql`select from authentication.user_account where id = ${userId}
      union all select from authentication.application where id = ${userId} and deleted is null`,
    'authentication.userExists',
  );
  return found.length > 0;
}

/** Whether this is the active account of a person, who can sign in. */
export async function isActivePerson(
  database: Queryable,
  userId: string,
  at: string,
): Promise<boolean> {
  const found = await database.query(
    sql`select from authentication.user_account
      where id = ${userId} and status = 'ACTIVE' and (access_ends is null or access_ends > ${at})`,
    'authentication.isActivePerson',
  );
  return found.length > 0;
}

/** The name of a user or an application, regardless of scope; undefined for any other id. */
export async function findUserNames(
  database: Queryable,
  userId: string,
): Promise<{ username: string; name: string } | undefined> {
  const [found] = await database.query<{ username: string; name: string }>(
    sql`select username, coalesce(name, '') as name from authentication.user_account where id = ${userId}
      union all select 'application:' || name, name from authentication.application where id = ${userId} and deleted is null`,
    'authentication.userNames',
  );
  return found;
}

export interface LockedApplication {
  id: string;
  name: string;
  description: string | null;
  unitId: string | null;
  roles: string[];
  version: number;
}

/** The application in scope, locked until the end of the transaction. */
export async function lockApplication(
  transaction: Queryable,
  scope: Scope,
  applicationId: string,
): Promise<LockedApplication | undefined> {
  const [application] = await transaction.query<LockedApplication>(sql`
    select a.id, a.name, a.description, a.unit_id as "unitId", a.roles, a.version
    from authentication.application a
    where a.id = ${applicationId} and a.deleted is null and ${unitInScope(scope, sql`a.unit_id`)}
    for no key update of a`);
  return application;
}
