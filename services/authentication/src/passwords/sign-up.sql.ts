import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** The organizational unit that the domain is verified for: people with such an email belong to it. */
export async function selectUnitOfDomain(
  database: Queryable,
  domain: string,
): Promise<string | undefined> {
  const [unit] = await database.query<{ id: string }>(sql`
    select unit_id as id from authentication.email_domain
    where domain = ${domain} and unit_id is not null and verified is not null
    for key share`);
  return unit?.id;
}

/** Whether somebody signs in with this normalized name. */
export async function someoneHasName(database: Queryable, key: string): Promise<boolean> {
  const rows = await database.query(
    sql`select 1 as found from authentication.sign_in_name where key = ${key}`,
  );
  return rows.length === 1;
}
