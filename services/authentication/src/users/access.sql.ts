import sql, { type Sql } from 'sql-template-tag';
import type { Permission, Reach } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { unitInScope, userInScope, type Scope } from '../authority/scope.sql.ts';

/** The user, or the application, whose access is asked about. */
export interface AccessSubject {
  id: string;
  kind: 'USER' | 'APPLICATION';
}

/** The user or application with this id, when the one who asks may see it. */
export async function findAccessSubject(
  database: Queryable,
  { users, applications }: { users: Scope; applications: Scope },
  subjectId: string,
): Promise<AccessSubject | undefined> {
  const [subject] = await database.query<AccessSubject>(sql`
    select u.id, 'USER' as kind from authentication.user_account u
    where u.id = ${subjectId} and ${userInScope(users, sql`u.id`)}
    union all
    select a.id, 'APPLICATION' from authentication.application a
    where a.id = ${subjectId} and a.deleted is null
      and (a.id = ${applications.readerId} or ${unitInScope(applications, sql`a.unit_id`)})`);
  return subject;
}

/** What the user's status is, or was at the moment; undefined when there was no such user yet. */
export async function selectStatus(
  database: Queryable,
  userId: string,
  asOf: string | undefined,
): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>(
    asOf === undefined
      ? sql`select status from authentication.user_account where id = ${userId}`
      : sql`select status from authentication.user_account_version
          where user_id = ${userId} and changed <= ${asOf} order by version desc limit 1`,
  );
  return row?.status;
}

export interface HeldRole {
  role: string;
  permissions: Permission[];
  reach: Reach;
  /** The unit through which the role is held; null for one that was given directly. */
  unitId: string | null;
  unitName: string | null;
  sinceDate: string;
  byId: string | null;
}

/** The roles of a user with what they allow, direct ones first, now or as of a moment. */
export function selectHeldRoles(
  database: Queryable,
  userId: string,
  asOf: string | undefined,
): Promise<HeldRole[]> {
  return database.query(asOf === undefined ? rolesNow(userId) : rolesAsOf(userId, asOf));
}

function rolesNow(userId: string): Sql {
  return sql`
    select held.role, role.permissions, role.reach, held.unit_id as "unitId", unit.name as "unitName",
      held.granted_at as "sinceDate", held.granted_by as "byId"
    from authentication.effective_role held
    join authentication.role role on role.name = held.role
    left join authentication.organizational_unit unit on unit.id = held.unit_id
    where held.user_id = ${userId}
    order by held.unit_id is not null, held.role, held.granted_at`;
}

/** Of periods those that held at the moment. */
const holding = (from: Sql, to: Sql, asOf: string) =>
  sql`${from} <= ${asOf} and (${to} is null or ${to} > ${asOf})`;

function rolesAsOf(userId: string, asOf: string): Sql {
  return sql`
    with recursive unit as (
      select * from (
        select distinct on (unit_id) unit_id, name, parent_id, deleted
        from authentication.organizational_unit_version where changed <= ${asOf}
        order by unit_id, version desc) newest
      where not deleted),
    up(unit_id, assigned_at) as (
      select m.unit_id, m.assigned_at from authentication.organizational_unit_member_period m
      where m.user_id = ${userId} and ${holding(sql`m.assigned_at`, sql`m.removed_at`, asOf)}
      union
      select unit.parent_id, up.assigned_at from up join unit on unit.unit_id = up.unit_id
      where unit.parent_id is not null),
    held as (
      select r.role, null::uuid as unit_id, null::text as unit_name, r.granted_at, r.granted_by
      from authentication.user_role_period r
      where r.user_id = ${userId} and ${holding(sql`r.granted_at`, sql`r.removed_at`, asOf)}
      union all
      select r.role, r.unit_id, unit.name, greatest(r.granted_at, up.assigned_at), r.granted_by
      from up join unit on unit.unit_id = up.unit_id
      join authentication.organizational_unit_role_period r on r.unit_id = up.unit_id
        and ${holding(sql`r.granted_at`, sql`r.removed_at`, asOf)}),
    ${rolesAsOfCte(asOf)}
    select held.role, role_then.permissions, role_then.reach, held.unit_id as "unitId", held.unit_name as "unitName",
      held.granted_at as "sinceDate", held.granted_by as "byId"
    from held join role_then on role_then.name = held.role
    order by held.unit_id is not null, held.role, held.granted_at`;
}

/** The roles as they were defined. */
const rolesAsOfCte = (asOf: string) => sql`role_then as (
    select * from (
      select distinct on (name) name, permissions, reach, deleted
      from authentication.role_version where changed <= ${asOf} order by name, version desc) newest
    where not deleted)`;

export interface ApplicationVersion {
  changed: string;
  changedById: string | null;
  roles: string[];
  deleted: boolean;
}

/** What an application was, from its beginning on. */
export function selectApplicationVersions(
  database: Queryable,
  applicationId: string,
  asOf: string | undefined,
): Promise<ApplicationVersion[]> {
  return database.query(sql`
    select changed, changed_by as "changedById", roles, deleted
    from authentication.application_version
    where application_id = ${applicationId} and changed <= ${asOf ?? 'infinity'}::timestamptz order by version`);
}

export type RoleMeaning = Pick<HeldRole, 'role' | 'permissions' | 'reach'>;

/** What roles allow, now or as of a moment. */
export function selectRoleMeanings(
  database: Queryable,
  asOf: string | undefined,
): Promise<RoleMeaning[]> {
  return database.query(
    asOf === undefined
      ? sql`select name as role, permissions, reach from authentication.role order by name`
      : sql`with ${rolesAsOfCte(asOf)} select name as role, permissions, reach from role_then order by name`,
  );
}

/** Names of users and applications that the reader may see; who administers units sees those of these units alone. */
export function selectNames(
  database: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const within = (condition: Sql) => (scope.reach === 'unit' ? condition : sql`true`);
  return database.query(sql`
    select u.id, u.name from authentication.user_account u
    where u.id = any(${[...ids]}::uuid[]) and ${within(userInScope(scope, sql`u.id`))}
    union all
    select a.id, a.name from authentication.application a
    where a.id = any(${[...ids]}::uuid[]) and ${within(unitInScope(scope, sql`a.unit_id`))}`);
}

/** Which of these units the reader may see. */
export async function selectUnitsInScope(
  database: Queryable,
  scope: Scope,
  unitIds: readonly string[],
): Promise<Set<string>> {
  const rows = await database.query<{ id: string }>(sql`
    select unit.id from authentication.organizational_unit unit
    where unit.id = any(${[...unitIds]}::uuid[]) and ${unitInScope(scope, sql`unit.id`)}`);
  return new Set(rows.map(({ id }) => id));
}
