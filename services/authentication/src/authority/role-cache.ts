import sql from 'sql-template-tag';
import type { Permission, RoleScope } from '@annals/contracts/permissions';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Caller } from '@annals/kit/caller';
import { toTimestamp, type Clock } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import type { RoleRow, RolesByName, ServiceContext } from '../context/service-context.ts';

/** What each role allows, read from the database every other second. */
export class RoleCache {
  readonly #database: Database;
  readonly #roles;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#roles = new ReadThroughCache<'all', RolesByName>({ max: 1, maxAgeMs: 2_000, clock });
  }

  current(): Promise<RolesByName> {
    return this.#roles.get('all', () => selectRolesByName(this.#database));
  }

  invalidate(): void {
    this.#roles.invalidateAll();
  }
}

/**
 * The current permissions of each role. Transactions call this, passing themselves, instead of the cache.
 */
export async function selectRolesByName(database: Queryable): Promise<RolesByName> {
  const rows = await database.query<RoleRow>(
    sql`select name, description, permissions, scope from authentication.role order by name`,
    'authentication.roles',
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** The scope of a permission for someone with these roles: the widest wins. */
export function scopeOfRoles(
  rolesByName: RolesByName,
  held: readonly string[],
  permission: Permission,
): RoleScope | undefined {
  let scope: RoleScope | undefined;
  for (const name of held) {
    const role = rolesByName.get(name);
    if (role?.permissions.includes(permission) !== true) continue;
    if (role.scope === 'all') return 'all';
    scope = role.scope;
  }
  return scope;
}

/**
 * The current permissions of a user or an application, for work that outlives its request. None if the account can no
 * longer sign in.
 */
export async function currentScope(
  { clock, database, roleCache }: Pick<ServiceContext, 'clock' | 'database' | 'roleCache'>,
  userId: string,
): Promise<Caller['scope']> {
  const [holder] = await database.query<{ roles: string[] }>(
    sql`
    select array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles
    from authentication.user_account u where u.id = ${userId} and u.status = 'ACTIVE'
      and (u.access_ends is null or u.access_ends > ${toTimestamp(clock())})
    union all
    select roles from authentication.application where id = ${userId} and deleted is null`,
    'authentication.presentRoles',
  );
  const rolesByName = await roleCache.current();
  return (permission) => scopeOfRoles(rolesByName, holder?.roles ?? [], permission);
}
