import sql, { type Sql } from 'sql-template-tag';
import type { Permission, RoleScope } from '@annals/contracts/permissions';
import type { Caller } from '@annals/kit/caller';

/**
 * The users and units a reader may see: all, those of the reader's units and subunits, or only themselves.
 */
export interface Scope {
  readerId: string;
  kind: RoleScope | 'self';
}

export function scopeOf(caller: Caller, permission: Permission): Scope {
  return { readerId: caller.userId, kind: caller.scope(permission) ?? 'self' };
}

/** Everything, for any reader. */
export const unlimitedScope: Scope = { readerId: '', kind: 'all' };

/** The scopes for reading and for changing one kind of thing. */
export interface AccessScopes {
  read: Scope;
  write: Scope;
}

export function accessScopesOf(
  caller: Caller,
  kind: 'applications' | 'identity-providers' | 'organizational-units',
): AccessScopes {
  return { read: scopeOf(caller, `${kind}:read`), write: scopeOf(caller, `${kind}:write`) };
}

/** The same for a single thing: callers who may change some without listing any see those. */
export function accessScopesToShow(...given: Parameters<typeof accessScopesOf>): AccessScopes {
  const { read, write } = accessScopesOf(...given);
  return { read: read.kind === 'self' ? write : read, write };
}

/** The ids of the units within the scope of somebody with unit scope: a user's units, an application's unit, and all below. */
export function unitsInScope(readerId: string): Sql {
  return sql`(select p.descendant_id from authentication.organizational_unit_path p
    where p.ancestor_id in (
      select m.unit_id from authentication.organizational_unit_member m where m.user_id = ${readerId}
      union select a.unit_id from authentication.application a
        where a.id = ${readerId} and a.deleted is null and a.unit_id is not null))`;
}

/** Whether the unit with this id (a column, say) is in scope. A thing without a unit is only in the scope `all`. */
export function unitInScope({ readerId, kind }: Scope, unitId: Sql): Sql {
  if (kind === 'all') return sql`true`;
  if (kind === 'self') return sql`false`;
  return sql`(${unitId} in ${unitsInScope(readerId)})`;
}

/** Whether the user with this id (a column, say) is in scope: through any one of the user's units. */
export function userInScope({ readerId, kind }: Scope, userId: Sql): Sql {
  if (kind === 'all') return sql`true`;
  if (kind === 'self') return sql`(${userId} = ${readerId})`;
  return sql`(${userId} = ${readerId} or exists (
    select from authentication.organizational_unit_member sm
    where sm.user_id = ${userId} and sm.unit_id in ${unitsInScope(readerId)}))`;
}

/** The same as a set to start from, for a search with few matching users. */
export function usersInScopeSet({ readerId, kind }: Scope, userId: Sql): Sql {
  if (kind !== 'unit') return userInScope({ readerId, kind }, userId);
  return sql`(${userId} in (
    select ${readerId}::uuid
    union all select sm.user_id from authentication.organizational_unit_member sm
      where sm.unit_id in ${unitsInScope(readerId)}))`;
}

/** Whether the user with this id is also in a unit outside the scope. */
export function userExceedsScope({ readerId, kind }: Scope, userId: Sql): Sql {
  if (kind !== 'unit') return sql`false`;
  return sql`exists (
    select from authentication.organizational_unit_member bm
    where bm.user_id = ${userId} and bm.unit_id not in ${unitsInScope(readerId)})`;
}
