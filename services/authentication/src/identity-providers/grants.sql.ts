import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';

export async function selectDirectRoles(transaction: Queryable, userId: string): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    select role from authentication.user_role where user_id = ${userId} order by role`);
  return rows.map(({ role }) => role);
}

/** Grants the roles that exist and that the user does not hold, and returns them. */
export async function grantRoles(
  transaction: Queryable,
  userId: string,
  roles: readonly string[],
  at: string,
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    insert into authentication.user_role_period (user_id, role, granted_at)
    select ${userId}::uuid, r.name, ${at}::timestamptz from authentication.role r
    where r.name = any(${[...roles]}) and r.name <> 'GLOBAL_MASTER' and not exists (
      select from authentication.user_role held where held.user_id = ${userId} and held.role = r.name)
    order by r.name
    returning role`);
  return rows.map(({ role }) => role);
}

/**
 * Stores which roles came from the identity's groups: those just granted, and those that another identity of the user
 * grants too.
 */
export async function recordGroupRoles(
  transaction: Queryable,
  { identityId, userId }: { identityId: string; userId: string },
  given: { granted: readonly string[]; wanted: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.user_identity_role (identity_id, role)
    select ${identityId}::uuid, role from unnest(${[...given.granted]}::text[]) as granted(role)
    union
    select ${identityId}::uuid, r.role from authentication.user_identity_role r
    join authentication.user_identity i on i.id = r.identity_id
    where i.user_id = ${userId} and r.role = any(${[...given.wanted]})
    on conflict do nothing`);
}

/** Deletes the roles that came from the identity's groups and are not wanted now. */
export async function deleteGroupRoles(
  transaction: Queryable,
  identityId: string,
  wanted: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    delete from authentication.user_identity_role
    where identity_id = ${identityId} and role <> all(${[...wanted]}) returning role`);
  return rows.map(({ role }) => role).toSorted();
}

/** Removes the roles that were not granted directly since and that no other identity grants. */
export async function removeGroupRoles(
  transaction: Queryable,
  userId: string,
  roles: readonly string[],
  { id, at }: Actor,
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    update authentication.user_role_period p set removed_at = ${toTimestamp(at)}, removed_by = ${id}
    where p.user_id = ${userId} and p.role = any(${[...roles]}) and p.removed_at is null and p.granted_by is null
      and not exists (
        select from authentication.user_identity_role r join authentication.user_identity i on i.id = r.identity_id
        where i.user_id = p.user_id and r.role = p.role)
    returning role`);
  return rows.map(({ role }) => role).toSorted();
}

/** Stores which units came from the identity: those just assigned, and those that another identity of the user gives. */
export async function recordUnits(
  transaction: Queryable,
  { identityId, userId }: { identityId: string; userId: string },
  given: { assigned: readonly string[]; wanted: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.user_identity_unit (identity_id, unit_id)
    select ${identityId}::uuid, unit_id from unnest(${[...given.assigned]}::uuid[]) as assigned(unit_id)
    union
    select ${identityId}::uuid, n.unit_id from authentication.user_identity_unit n
    join authentication.user_identity i on i.id = n.identity_id
    where i.user_id = ${userId} and n.unit_id = any(${[...given.wanted]}::uuid[])
    on conflict do nothing`);
}

/** Deletes the units that came from the identity and are not wanted now. */
export async function deleteUnits(
  transaction: Queryable,
  identityId: string,
  wanted: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ unitId: string }>(sql`
    delete from authentication.user_identity_unit
    where identity_id = ${identityId} and unit_id <> all(${[...wanted]}::uuid[]) returning unit_id as "unitId"`);
  return rows.map(({ unitId }) => unitId);
}

/** Of these units, those that nobody assigned since and that no other identity gives. */
export async function unitsToLeave(
  transaction: Queryable,
  userId: string,
  unitIds: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ unitId: string }>(sql`
    select m.unit_id as "unitId" from authentication.organizational_unit_member m
    where m.user_id = ${userId} and m.unit_id = any(${[...unitIds]}::uuid[]) and m.assigned_by is null
      and not exists (
        select from authentication.user_identity_unit n join authentication.user_identity i on i.id = n.identity_id
        where i.user_id = m.user_id and n.unit_id = m.unit_id)
    order by m.unit_id`);
  return rows.map(({ unitId }) => unitId);
}

/** The identities of a provider, or the given one, with the roles and units that they gave. */
export function selectGrants(
  transaction: Queryable,
  of: { providerId: string } | { identityId: string },
): Promise<{ userId: string; identityProviderId: string; roles: string[]; unitIds: string[] }[]> {
  const which: Sql =
    'providerId' in of ? sql`i.provider_id = ${of.providerId}` : sql`i.id = ${of.identityId}`;
  return transaction.query(sql`
    select i.user_id as "userId", i.provider_id as "identityProviderId",
      array(select r.role from authentication.user_identity_role r where r.identity_id = i.id) as roles,
      array(select n.unit_id from authentication.user_identity_unit n where n.identity_id = i.id) as "unitIds"
    from authentication.user_identity i where ${which} order by i.user_id, i.id`);
}
