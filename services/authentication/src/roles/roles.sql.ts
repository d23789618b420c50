import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { Permission, Reach } from '@annals/contracts/permissions';

export type RoleRow = {
  name: string;
  description: string;
  permissions: Permission[];
  reach: Reach;
};

export function selectRoles(database: Queryable): Promise<RoleRow[]> {
  return database.query(
    sql`select name, description, permissions, reach from authentication.role order by name`,
    'authentication.roles',
  );
}
