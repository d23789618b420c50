import type { Permission, Reach } from '@annals/contracts/permissions';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Clock } from '../context/clock.ts';
import { selectRoles, type RoleRow } from './roles.sql.ts';

const readAgainAfterMs = 2_000;

export type Roles = ReadonlyMap<string, RoleRow>;

/** What each role allows now; inside a transaction this, with the transaction, in place of the role book. */
export async function readRoles(database: Queryable): Promise<Roles> {
  return new Map((await selectRoles(database)).map((row) => [row.name, row]));
}

/** What each role allows, read from the database every other second. */
export class RoleBook {
  readonly #database: Database;
  readonly #clock: Clock;
  #roles: Promise<Roles> | undefined;
  #readAt = 0;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  current(): Promise<Roles> {
    const now = this.#clock();
    if (this.#roles === undefined || Math.abs(now - this.#readAt) > readAgainAfterMs) {
      this.#readAt = now;
      const reading = readRoles(this.#database);
      this.#roles = reading;
      reading.catch(() => {
        if (this.#roles === reading) this.#roles = undefined;
      });
    }
    return this.#roles;
  }

  /** To be called when a role was changed here. */
  forget(): void {
    this.#roles = undefined;
  }
}

/** How far a permission reaches for someone with these roles: the widest reach wins. */
export function reachOf(
  roles: Roles,
  held: readonly string[],
  permission: Permission,
): Reach | undefined {
  let reach: Reach | undefined;
  for (const name of held) {
    const role = roles.get(name);
    if (role?.permissions.includes(permission) !== true) continue;
    if (role.reach === 'all') return 'all';
    reach = role.reach;
  }
  return reach;
}
