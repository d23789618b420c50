import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { unitInScope, type Scope } from '../authority/scope.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { normalizeForSearch } from '../context/normalize.ts';

/** Grants roles directly, and returns the names of those that exist and were not held. */
export async function insertUserRoles(
  transaction: Queryable,
  userId: string,
  roles: readonly string[],
  { id, at }: Actor,
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    insert into authentication.user_role_period (user_id, role, granted_by, granted_at)
    select ${userId}, name, ${id}, ${toTimestamp(at)} from authentication.role where name = any(${roles}) for key share
    on conflict (user_id, role) where removed_at is null do nothing
    returning role`);
  return rows.map(({ role }) => role);
}

/** Removes direct roles, and returns the names of those that were held. */
export async function endUserRoles(
  transaction: Queryable,
  userId: string,
  roles: readonly string[],
  { id, at }: Actor,
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    update authentication.user_role_period set removed_by = ${id}, removed_at = ${toTimestamp(at)}
    where user_id = ${userId} and role = any(${roles}) and removed_at is null returning role`);
  return rows.map(({ role }) => role);
}

/** Adds the user to the unit; false when the user is already a member. */
export async function insertMembership(
  transaction: Queryable,
  userId: string,
  unitId: string,
  { id, at }: Actor,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_by, assigned_at)
    values (${unitId}, ${userId}, ${id}, ${toTimestamp(at)})
    on conflict (user_id, unit_id) where removed_at is null do nothing returning 1 as done`);
  return rows.length === 1;
}

/** Ends memberships, and returns the units. */
export async function endMemberships(
  transaction: Queryable,
  userId: string,
  unitIds: readonly string[],
  { id, at }: Actor,
): Promise<string[]> {
  const rows = await transaction.query<{ unitId: string }>(sql`
    update authentication.organizational_unit_member_period set removed_by = ${id}, removed_at = ${toTimestamp(at)}
    where user_id = ${userId} and unit_id = any(${unitIds}::uuid[]) and removed_at is null
    returning unit_id as "unitId"`);
  return rows.map(({ unitId }) => unitId);
}

export function selectUnitsOf(
  database: Queryable,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  return database.query(sql`
    select unit.id, unit.name
    from authentication.organizational_unit_member m
    join authentication.organizational_unit unit on unit.id = m.unit_id
    where m.user_id = ${userId} order by unit.name, unit.id`);
}

export async function selectUnitName(database: Queryable, unitId: string): Promise<string> {
  const [unit] = await database.query<{ name: string }>(
    sql`select name from authentication.organizational_unit where id = ${unitId}`,
  );
  return unit?.name ?? unitId;
}

/**
 * Units in scope with this name, in any capitals unless one is written exactly so; two are enough to know that it is not
 * unique. The name may have those of the units above before it, as the console shows them: Europe › Germany.
 */
export async function selectUnitsNamed(
  database: Queryable,
  scope: Scope,
  name: string,
): Promise<string[]> {
  const found = await selectUnitsWithName(database, scope, name, 2);
  if (found.length > 0) return found.map(({ id }) => id);
  const path = name.split(/\s*[›>]\s*/).map(comparedName);
  const last = path.at(-1) ?? '';
  if (path.length < 2 || last === '') return [];
  const candidates = await selectUnitsWithName(database, scope, last, 1_000);
  return candidates
    .filter(({ names }) => {
      const end = names.slice(-path.length).map(comparedName);
      return end.length === path.length && end.every((each, at) => each === path[at]);
    })
    .map(({ id }) => id);
}

const comparedName = (name: string): string => normalizeForSearch(name.trim());

/** With the names of the units above, from the top, and their own. */
async function selectUnitsWithName(
  database: Queryable,
  scope: Scope,
  name: string,
  most: number,
): Promise<{ id: string; names: string[] }[]> {
  const matching = (condition: Sql) =>
    database.query<{ id: string; names: string[] }>(sql`
      select unit.id, array(
        select above.name from authentication.organizational_unit_path p
        join authentication.organizational_unit above on above.id = p.ancestor_id
        where p.descendant_id = unit.id and ${unitInScope(scope, sql`above.id`)} order by p.depth desc) as names
      from authentication.organizational_unit unit
      where ${condition} and ${unitInScope(scope, sql`unit.id`)} order by unit.id limit ${most}`);
  const exact = await matching(sql`unit.name = ${name}`);
  if (exact.length > 0) return exact;
  return matching(sql`lower(normalize(unit.name, nfkc)) = lower(normalize(${name}, nfkc))`);
}
