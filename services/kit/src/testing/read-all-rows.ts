import sql, { raw } from 'sql-template-tag';
import type { Database } from '../database/database.ts';

/** Every row of every table as text, by the name of the table. */
export async function readAllRows(database: Database): Promise<Map<string, string>> {
  const tables = await database.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const rows = new Map<string, string>();
  for (const { name } of tables) {
    const found = await database.query<{ row: string }>(
      sql`select row_to_json(t)::text as row from ${raw(name)} t`,
    );
    rows.set(name, found.map(({ row }) => row).join('\n'));
  }
  return rows;
}
