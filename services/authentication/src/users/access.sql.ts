import sql, { type Sql } from 'sql-template-tag';
import type { Permission, RoleScope } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { unitInScope, userInScope, type Scope } from '../authority/scope.sql.ts';

/** The user or application whose access is explained. */
export interface AccessSubject {
  id: string;
  kind: 'USER' | 'APPLICATION';
}

/** The user or application with this id, if the caller may see it. */
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

/** The status of the user, now or at the moment; undefined if the user did not exist then. */
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
  scope: RoleScope;
  /** The unit through which the role is held; null for one that was granted directly. */
  unitId: string | null;
  unitName: string | null;
  sinceDate: string;
  /** As of a past moment: when it ended, if it has. */
  untilDate?: string | null;
  byId: string | null;
}

/** The roles of users with what they allow, direct ones first, now or as of a moment. */
export function selectHeldRoles(
  database: Queryable,
  userIds: readonly string[],
  asOf: string | undefined,
): Promise<(HeldRole & { userId: string })[]> {
  return database.query(asOf === undefined ? rolesNow(userIds) : rolesAsOf(userIds, asOf));
}

function rolesNow(userIds: readonly string[]): Sql {
  return sql`
    select held.user_id as "userId", held.role, role.permissions, role.scope, held.unit_id as "unitId", unit.name as "unitName",
      held.granted_at as "sinceDate", held.granted_by as "byId"
    from authentication.effective_role held
    join authentication.role role on role.name = held.role
    left join authentication.organizational_unit unit on unit.id = held.unit_id
    where held.user_id = any(${[...userIds]}::uuid[])
    order by held.unit_id is not null, held.role, held.granted_at`;
}

/** Selects the periods that contain the moment. */
const holding = (from: Sql, to: Sql, asOf: string) =>
  sql`${from} <= ${asOf} and (${to} is null or ${to} > ${asOf})`;

/** The units as they were. */
const unitAsOfCte = (asOf: string) => sql`unit as (
      select * from (
        select distinct on (unit_id) unit_id, name, parent_id, deleted
        from authentication.organizational_unit_version where changed <= ${asOf}
        order by unit_id, version desc) newest
      where not deleted)`;

function rolesAsOf(userIds: readonly string[], asOf: string): Sql {
  return sql`
    with recursive ${unitAsOfCte(asOf)},
    up(user_id, unit_id, assigned_at, removed_at) as (
      select m.user_id, m.unit_id, m.assigned_at, m.removed_at
      from authentication.organizational_unit_member_period m
      where m.user_id = any(${[...userIds]}::uuid[]) and ${holding(sql`m.assigned_at`, sql`m.removed_at`, asOf)}
      union
      select up.user_id, unit.parent_id, up.assigned_at, up.removed_at
      from up join unit on unit.unit_id = up.unit_id
      where unit.parent_id is not null),
    held as (
      select r.user_id, r.role, null::uuid as unit_id, null::text as unit_name, r.granted_at, r.removed_at, r.granted_by
      from authentication.user_role_period r
      where r.user_id = any(${[...userIds]}::uuid[]) and ${holding(sql`r.granted_at`, sql`r.removed_at`, asOf)}
      union all
      select up.user_id, r.role, r.unit_id, unit.name, greatest(r.granted_at, up.assigned_at),
        least(r.removed_at, up.removed_at), r.granted_by
      from up join unit on unit.unit_id = up.unit_id
      join authentication.organizational_unit_role_period r on r.unit_id = up.unit_id
        and ${holding(sql`r.granted_at`, sql`r.removed_at`, asOf)}),
    ${rolesAsOfCte(asOf)}
    select held.user_id as "userId", held.role, role_then.permissions, role_then.scope, held.unit_id as "unitId",
      held.unit_name as "unitName", held.granted_at as "sinceDate", held.removed_at as "untilDate",
      held.granted_by as "byId"
    from held join role_then on role_then.name = held.role
    order by held.unit_id is not null, held.role, held.granted_at`;
}

export interface AccessHolderRow extends AccessSubject {
  name: string;
  username: string | null;
  /** The status of a user at the moment; null if there was no account yet. */
  status: string | null;
  lastSignInDate: string | null;
}

/**
 * The users and applications in scope who hold one of the roles, or are among the members, by their ids: at most
 * `limit` after `after`.
 */
export function selectAccessHolders(
  database: Queryable,
  { users, applications }: { users: Scope; applications: Scope },
  { roles, memberIds }: { roles: readonly string[]; memberIds: readonly string[] },
  { asOf, after, limit }: { asOf: string | undefined; after: string | undefined; limit: number },
): Promise<AccessHolderRow[]> {
  const beyond = (id: Sql) => (after === undefined ? sql`true` : sql`${id} > ${after}::uuid`);
  const named = sql`${[...roles]}::text[]`;
  const given = sql`any(${[...memberIds]}::uuid[])`;
  const holders = asOf === undefined ? holdersNow(named) : holdersAsOf(named, asOf);
  const status =
    asOf === undefined
      ? sql`u.status`
      : sql`(select v.status from authentication.user_account_version v
          where v.user_id = u.id and v.changed <= ${asOf} order by v.version desc limit 1)`;
  return database.query(sql`
    ${holders}
    select u.id, 'USER' as kind, u.name, u.username, ${status} as status, u.last_sign_in as "lastSignInDate"
    from authentication.user_account u
    where (u.id = ${given} or u.id in (select user_id from holder))
      and ${beyond(sql`u.id`)} and ${userInScope(users, sql`u.id`)}
    union all
    select a.id, 'APPLICATION', a.name, null, 'ACTIVE', null
    from authentication.application a
    join lateral (
      select v.roles, v.deleted from authentication.application_version v
      where v.application_id = a.id and v.changed <= ${asOf ?? 'infinity'}::timestamptz
      order by v.version desc limit 1) then_version on not then_version.deleted
    where (a.id = ${given} or then_version.roles && ${named})
      and ${beyond(sql`a.id`)}
      and (a.id = ${applications.readerId} or ${unitInScope(applications, sql`a.unit_id`)})
    order by id limit ${limit}`);
}

const holdersNow = (roles: Sql) => sql`
    with holder as (
      select held.user_id from authentication.effective_role held where held.role = any(${roles}))`;

const holdersAsOf = (roles: Sql, asOf: string) => sql`
    with recursive ${unitAsOfCte(asOf)},
    below(unit_id) as (
      select r.unit_id from authentication.organizational_unit_role_period r
      join unit on unit.unit_id = r.unit_id
      where r.role = any(${roles}) and ${holding(sql`r.granted_at`, sql`r.removed_at`, asOf)}
      union
      select unit.unit_id from below join unit on unit.parent_id = below.unit_id),
    holder as (
      select r.user_id from authentication.user_role_period r
      where r.role = any(${roles}) and ${holding(sql`r.granted_at`, sql`r.removed_at`, asOf)}
      union all
      select m.user_id from authentication.organizational_unit_member_period m
      join below on below.unit_id = m.unit_id
      where ${holding(sql`m.assigned_at`, sql`m.removed_at`, asOf)})`;

/** The roles as they were defined. */
const rolesAsOfCte = (asOf: string) => sql`role_then as (
    select * from (
      select distinct on (name) name, permissions, scope, deleted
      from authentication.role_version where changed <= ${asOf} order by name, version desc) newest
    where not deleted)`;

export interface ApplicationVersion {
  applicationId: string;
  changed: string;
  changedById: string | null;
  roles: string[];
  deleted: boolean;
}

/** The versions of applications, each with its start. */
export function selectApplicationVersions(
  database: Queryable,
  applicationIds: readonly string[],
  asOf: string | undefined,
): Promise<ApplicationVersion[]> {
  return database.query(sql`
    select application_id as "applicationId", changed, changed_by as "changedById", roles, deleted
    from authentication.application_version
    where application_id = any(${[...applicationIds]}::uuid[]) and changed <= ${asOf ?? 'infinity'}::timestamptz order by version`);
}

export type RoleMeaning = Pick<HeldRole, 'role' | 'permissions' | 'scope'>;

/** What roles allow, now or as of a moment. */
export function selectRoleMeanings(
  database: Queryable,
  asOf: string | undefined,
): Promise<RoleMeaning[]> {
  return database.query(
    asOf === undefined
      ? sql`select name as role, permissions, scope from authentication.role order by name`
      : sql`with ${rolesAsOfCte(asOf)} select name as role, permissions, scope from role_then order by name`,
  );
}

/** Names of users and applications that the reader may see; unit administrators only see those of their units. */
export function selectNames(
  database: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const within = (condition: Sql) => (scope.kind === 'unit' ? condition : sql`true`);
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
