import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';

/** Inserts a unit as at its creation, without the call that needs a caller. */
export async function makeUnit(
  database: Database,
  name: string,
  parentId: string | null = null,
  at = '2020-01-01T00:00:00Z',
): Promise<string> {
  const id = randomUUID();
  await database.query(sql`
    insert into authentication.organizational_unit (id, name, parent_id, created)
    values (${id}, ${name}, ${parentId}, ${at})`);
  await database.query(sql`
    insert into authentication.organizational_unit_version
      (unit_id, version, changed, name, parent_id, second_factor_required, email_domains)
    values (${id}, 1, ${at}, ${name}, ${parentId}, false, '{}')`);
  await database.query(sql`
    insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
    select ${id}::uuid, ${id}::uuid, 0
    union all select ancestor_id, ${id}, depth + 1 from authentication.organizational_unit_path
      where descendant_id = ${parentId}::uuid`);
  return id;
}

export async function assignToUnit(
  database: Database,
  unitId: string,
  userId: string,
  at = '2020-01-01T00:00:00Z',
): Promise<void> {
  await database.query(sql`
    insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at)
    values (${unitId}, ${userId}, ${at})`);
}

/** Inserts a verified domain of a unit, without the call that needs a global master. */
export async function giveDomain(
  database: Database,
  unitId: string,
  domain: string,
): Promise<void> {
  await database.query(sql`
    insert into authentication.email_domain (domain, unit_id, token, claimed, verified, method)
    values (${domain}, ${unitId}, 'token', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z', 'APPROVAL')`);
}
