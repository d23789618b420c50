import sql, { type Sql } from 'sql-template-tag';
import type { Permission, Reach } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';

/** What a reader may see: everything, what belongs to the reader's units and the units below, or themselves alone. */
export interface Sight {
  readerId: string;
  reach: Reach | 'self';
}

export function sightOf(caller: Caller, permission: Permission): Sight {
  return { readerId: caller.userId, reach: caller.reach(permission) ?? 'self' };
}

/** The ids of the units within reach of somebody with unit reach: a user's units, an application's unit, and all below. */
export function unitsWithinReach(readerId: string): Sql {
  return sql`(select p.descendant_id from authentication.organizational_unit_path p
    where p.ancestor_id in (
      select m.unit_id from authentication.organizational_unit_member m where m.user_id = ${readerId}
      union select a.unit_id from authentication.application a
        where a.id = ${readerId} and a.deleted is null and a.unit_id is not null))`;
}

/** Whether the unit with this id (a column, say) is in sight. A thing without a unit is in sight of `all` alone. */
export function unitInSight({ readerId, reach }: Sight, unitId: Sql): Sql {
  if (reach === 'all') return sql`true`;
  if (reach === 'self') return sql`false`;
  return sql`(${unitId} in ${unitsWithinReach(readerId)})`;
}

/** Whether the user with this id (a column, say) is in sight: through any one of the user's units. */
export function userInSight({ readerId, reach }: Sight, userId: Sql): Sql {
  if (reach === 'all') return sql`true`;
  if (reach === 'self') return sql`(${userId} = ${readerId})`;
  return sql`(${userId} = ${readerId} or exists (
    select from authentication.organizational_unit_member sm
    where sm.user_id = ${userId} and sm.unit_id in ${unitsWithinReach(readerId)}))`;
}

/** The same as a set to start from, for a search that few users match. */
export function amongUsersInSight({ readerId, reach }: Sight, userId: Sql): Sql {
  if (reach !== 'unit') return userInSight({ readerId, reach }, userId);
  return sql`(${userId} in (
    select ${readerId}::uuid
    union all select sm.user_id from authentication.organizational_unit_member sm
      where sm.unit_id in ${unitsWithinReach(readerId)}))`;
}

/** Whether the user with this id is also in a unit beyond the reach. */
export function userReachesBeyond({ readerId, reach }: Sight, userId: Sql): Sql {
  if (reach !== 'unit') return sql`false`;
  return sql`exists (
    select from authentication.organizational_unit_member bm
    where bm.user_id = ${userId} and bm.unit_id not in ${unitsWithinReach(readerId)})`;
}
