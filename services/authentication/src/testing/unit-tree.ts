import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';

/** Makes a unit, below another one when that is given, and gives its id. */
export async function insertUnit(
  database: Database,
  name: string,
  parentId: string | null = null,
): Promise<string> {
  const id = randomUUID();
  await database.query(sql`
    insert into authentication.organizational_unit (id, name, parent_id) values (${id}, ${name}, ${parentId})`);
  await database.query(sql`
    insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
    select ${id}::uuid, ${id}::uuid, 0
    union all
    select ancestor_id, ${id}::uuid, depth + 1 from authentication.organizational_unit_path
    where descendant_id = ${parentId}`);
  return id;
}

export async function assignUnit(
  database: Database,
  userId: string,
  unitId: string,
): Promise<void> {
  await database.query(sql`
    insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at)
    values (${unitId}, ${userId}, '2026-01-01T00:00:00Z')`);
}
