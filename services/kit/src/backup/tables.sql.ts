import sql, { raw, type Sql } from 'sql-template-tag';
import type { ExclusiveConnection, Queryable } from '../database/database.ts';
import { serverTableName } from '../migrate/running-servers.ts';

export const schemas = ['authentication', 'data'] as const;
/** A schema that migrations create beside them, in which nothing is stored permanently. */
export const withoutState = 'preview';

/** A quoted identifier. */
export const quoteName = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');

export interface TableShape {
  /** Including its schema. */
  name: string;
  columns: string[];
}

/**
 * The tables of both services with their columns, in the order of a row's text form; without that of the running
 * servers, which is about this moment.
 */
export function listTables(connection: Queryable): Promise<TableShape[]> {
  return connection.query(sql`
    select schema.nspname || '.' || class.relname as name,
      array_agg(attribute.attname::text order by attribute.attnum) as columns
    from pg_class class
      join pg_namespace schema on schema.oid = class.relnamespace
      join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    where schema.nspname = any(${[...schemas]}) and class.relkind = 'r'
      and class.relname <> ${serverTableName}
    group by schema.nspname, class.relname order by schema.nspname, class.relname`);
}

/** Objects with their own state beside the tables, which a backup would miss. */
export function listOtherState(connection: Queryable): Promise<{ name: string }[]> {
  return connection.query(sql`
    select schema.nspname || '.' || class.relname as name
    from pg_class class join pg_namespace schema on schema.oid = class.relnamespace
    where schema.nspname = any(${[...schemas]}) and class.relkind in ('S', 'm', 'p', 'f')
    order by 1`);
}

/** Other servers and commands that are connected to this database. */
export async function countOthers(connection: Queryable): Promise<number> {
  const [row] = await connection.query<{ others: number }>(sql`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and application_name = 'annals' and pid <> pg_backend_pid()`);
  return row?.others ?? 0;
}

interface Definition {
  name: string;
  table: string;
  definition: string;
}

export const listForeignKeys = (connection: Queryable): Promise<Definition[]> =>
  connection.query(sql`
    select con.conname as name, schema.nspname || '.' || class.relname as table, pg_get_constraintdef(con.oid) as definition
    from pg_constraint con
      join pg_class class on class.oid = con.conrelid join pg_namespace schema on schema.oid = class.relnamespace
    where con.contype = 'f' and schema.nspname = any(${[...schemas]}) order by 2, 1`);

/** Indexes that do not belong to a constraint. */
export const listPlainIndexes = (connection: Queryable): Promise<Definition[]> =>
  connection.query(sql`
    select schema.nspname || '.' || class.relname as name, '' as table, pg_get_indexdef(class.oid) as definition
    from pg_index index join pg_class class on class.oid = index.indexrelid
      join pg_namespace schema on schema.oid = class.relnamespace
    where schema.nspname = any(${[...schemas]})
      and not exists (select from pg_constraint con where con.conindid = class.oid) order by 1`);

/** Generated columns. */
export const listGeneratedColumns = (
  connection: Queryable,
): Promise<{ table: string; column: string }[]> =>
  connection.query(sql`
    select schema.nspname || '.' || class.relname as table, attribute.attname::text as column
    from pg_attribute attribute join pg_class class on class.oid = attribute.attrelid
      join pg_namespace schema on schema.oid = class.relnamespace
    where schema.nspname = any(${[...schemas]}) and class.relkind = 'r' and attribute.attgenerated <> ''`);

export type AddRows = (
  connection: ExclusiveConnection,
  table: TableShape,
  rows: readonly string[],
) => Promise<unknown>;

/** Inserts rows in PostgreSQL's text format into the table with these columns. */
export const insertRows: AddRows = (connection, { name, columns }, rows) => {
  const names = columns.map(quoteName).join(', ');
  const statement: Sql = sql`insert into ${raw(quoteName(name))} (${raw(names)})
    select ${raw(names)} from unnest(${[...rows]}::text[]::${raw(quoteName(name))}[]) as restored`;
  return connection.query(statement);
};

/** PostgreSQL before 18 takes it for the end of the data, also within quotes. */
const endOfData = /^\\\.\r?$/m;

/**
 * The same with COPY, in half the time. The text of a row is CSV in parentheses, but for backslashes, which it doubles
 * (PostgreSQL, 8.16.6).
 */
export const copyRows: AddRows = (connection, table, rows) => {
  const lines = rows.map((row) => `${row.slice(1, -1).replaceAll('\\\\', '\\')}\n`).join('');
  if (endOfData.test(lines)) return insertRows(connection, table, rows);
  const names = table.columns.map(quoteName).join(', ');
  const into = raw(`${quoteName(table.name)} (${names})`);
  return connection.copyIn(sql`copy ${into} from stdin (format csv)`, lines);
};
