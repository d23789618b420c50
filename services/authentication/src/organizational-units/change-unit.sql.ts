import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { unitInScope, type Scope } from '../authority/scope.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';

export interface UnitFields {
  name: string;
  parentId: string | null;
  emailDomains: string[];
  secondFactorRequired: boolean;
  secondFactorGraceHours: number;
}

export type LockedUnit = UnitFields & {
  id: string;
  version: number;
  /** Whether the caller may change the parent too; also true without a parent. */
  parentInScope: boolean;
};

/** Locks the tree of units until the end of the transaction. Take this lock before any row lock. */
export async function lockTree(transaction: Queryable): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended('annals organizational units', 0))`,
  );
}

/** The unit in scope, locked; before a deletion, also against new members. */
export async function lockUnit(
  transaction: Queryable,
  scope: Scope,
  unitId: string,
  { toDelete = false } = {},
): Promise<LockedUnit | undefined> {
  const [unit] = await transaction.query<LockedUnit>(sql`
    select unit.id, unit.name, unit.parent_id as "parentId", unit.second_factor_required as "secondFactorRequired",
      unit.second_factor_grace_hours as "secondFactorGraceHours", unit.version,
      array(select d.domain from authentication.email_domain d where d.unit_id = unit.id order by d.domain)
        as "emailDomains",
      coalesce(${unitInScope(scope, sql`unit.parent_id`)}, false) as "parentInScope"
    from authentication.organizational_unit unit
    where unit.id = ${unitId} and ${unitInScope(scope, sql`unit.id`)}
    for ${toDelete ? empty : sql`no key`} update`);
  return unit;
}

export async function insertUnit(
  transaction: Queryable,
  unit: { id: string; name: string; parentId: string | null; created: string },
): Promise<void> {
  const { id, name, parentId, created } = unit;
  await transaction.query(sql`
    insert into authentication.organizational_unit (id, name, parent_id, created)
    values (${id}, ${name}, ${parentId}, ${created})`);
  await transaction.query(sql`
    insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
    select ancestor_id, ${id}::uuid, depth + 1 from authentication.organizational_unit_path
      where descendant_id = ${parentId}
    union all select ${id}::uuid, ${id}::uuid, 0`);
}

export async function updateUnit(
  transaction: Queryable,
  id: string,
  { name, parentId, secondFactorRequired, secondFactorGraceHours }: UnitFields,
): Promise<void> {
  await transaction.query(sql`
    update authentication.organizational_unit
    set name = ${name}, parent_id = ${parentId}, second_factor_required = ${secondFactorRequired},
      second_factor_grace_hours = ${secondFactorGraceHours}, version = version + 1
    where id = ${id}`);
}

/** Stores the version of the unit that is valid from `at`. */
export async function insertUnitVersion(
  transaction: Queryable,
  unitId: string,
  at: string,
  { deleted = false } = {},
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.organizational_unit_version
      (unit_id, version, changed, name, parent_id, second_factor_required, second_factor_grace_hours, email_domains, deleted)
    select unit.id, unit.version + ${deleted ? 1 : 0}::int, ${at}::timestamptz, unit.name, unit.parent_id,
      unit.second_factor_required, unit.second_factor_grace_hours,
      array(select d.domain from authentication.email_domain d where d.unit_id = unit.id order by d.domain),
      ${deleted}::boolean
    from authentication.organizational_unit unit where unit.id = ${unitId}`);
}

export async function selectDepth(transaction: Queryable, unitId: string): Promise<number> {
  const [row] = await transaction.query<{ depth: number }>(sql`
    select max(depth) as depth from authentication.organizational_unit_path where descendant_id = ${unitId}`);
  return row?.depth ?? 0;
}

export async function selectHeight(transaction: Queryable, unitId: string): Promise<number> {
  const [row] = await transaction.query<{ height: number }>(sql`
    select max(depth) as height from authentication.organizational_unit_path where ancestor_id = ${unitId}`);
  return row?.height ?? 0;
}

/** Moves the unit and its subunits to another parent, or to none. The tree must be locked. */
export async function movePaths(
  transaction: Queryable,
  unitId: string,
  parentId: string | null,
): Promise<void> {
  await transaction.query(sql`
    delete from authentication.organizational_unit_path p
    using authentication.organizational_unit_path below
    where below.ancestor_id = ${unitId} and p.descendant_id = below.descendant_id
      and not exists (select from authentication.organizational_unit_path own
        where own.ancestor_id = ${unitId} and own.descendant_id = p.ancestor_id)`);
  await transaction.query(sql`
    insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
    select above.ancestor_id, below.descendant_id, above.depth + below.depth + 1
    from authentication.organizational_unit_path above
    cross join authentication.organizational_unit_path below
    where above.descendant_id = ${parentId} and below.ancestor_id = ${unitId}`);
}

export interface Obstacles {
  members: number;
  children: number;
  providers: number;
  applications: number;
}

/** What prevents the deletion of the unit. */
export async function countObstacles(transaction: Queryable, unitId: string): Promise<Obstacles> {
  const [found] = await transaction.query<Obstacles & object>(sql`
    select
      (select count(*) from authentication.organizational_unit_member where unit_id = ${unitId}) as members,
      (select count(*) from authentication.organizational_unit where parent_id = ${unitId}) as children,
      (select count(*) from authentication.identity_provider
        where unit_id = ${unitId} or new_user_unit_id = ${unitId}) as providers,
      (select count(*) from authentication.application where unit_id = ${unitId} and deleted is null) as applications`);
  return found ?? { members: 0, children: 0, providers: 0, applications: 0 };
}

/** The last version is kept; the roles that members held through the unit end. */
export async function deleteUnitRow(
  transaction: Queryable,
  unitId: string,
  { id, at }: Actor,
): Promise<void> {
  await transaction.query(sql`
    update authentication.organizational_unit_role_period set removed_at = ${toTimestamp(at)}, removed_by = ${id}
    where unit_id = ${unitId} and removed_at is null`);
  await insertUnitVersion(transaction, unitId, toTimestamp(at), { deleted: true });
  await transaction.query(sql`delete from authentication.organizational_unit where id = ${unitId}`);
}

/** Adds the roles that the unit does not have. */
export async function insertUnitRoles(
  transaction: Queryable,
  unitId: string,
  roles: readonly string[],
  { id, at }: Actor,
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    insert into authentication.organizational_unit_role_period (unit_id, role, granted_by, granted_at)
    select ${unitId}, role, ${id}, ${toTimestamp(at)} from unnest(${[...roles]}::text[]) as wanted(role)
    on conflict (unit_id, role) where removed_at is null do nothing
    returning role`);
  return rows.map(({ role }) => role);
}

/** Removes the roles that the unit has. */
export async function endUnitRoles(
  transaction: Queryable,
  unitId: string,
  roles: readonly string[],
  { id, at }: Actor,
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    update authentication.organizational_unit_role_period set removed_at = ${toTimestamp(at)}, removed_by = ${id}
    where unit_id = ${unitId} and role = any(${[...roles]}::text[]) and removed_at is null
    returning role`);
  return rows.map(({ role }) => role);
}
