import sql from 'sql-template-tag';
import type { Permission, Reach } from '@annals/contracts/permissions';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Clock } from '../context/clock.ts';
import { ReadThroughCache } from '../context/read-through-cache.ts';
import type { RoleRow, RolesByName } from '../context/service-context.ts';

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
    sql`select name, description, permissions, reach from authentication.role order by name`,
    'authentication.roles',
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** How far a permission reaches for someone with these roles: the widest reach wins. */
export function reachOf(
  rolesByName: RolesByName,
  held: readonly string[],
  permission: Permission,
): Reach | undefined {
  let reach: Reach | undefined;
  for (const name of held) {
    const role = rolesByName.get(name);
    if (role?.permissions.includes(permission) !== true) continue;
    if (role.reach === 'all') return 'all';
    reach = role.reach;
  }
  return reach;
}
