import sql, { raw } from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';

/** The tables that a verification compares. */
export const verifiedTables = [
  'version',
  'head',
  'head_search',
  'edge',
  'log_entry',
  'log_tile',
  'log_head',
  'erasure',
  'type_schema',
  'anchor',
  'object_type',
  'writer',
  'partition_head',
] as const;

export interface TamperedColumn {
  table: string;
  name: string;
  isNullable: boolean;
  /**
   * Changes it as little as possible, in one row of the partition.
   * @param isNull in a row where it is null
   * @returns false if there is no such row
   */
  change: (transaction: Queryable, partitionId: string, isNull: boolean) => Promise<boolean>;
}

/** All columns of these tables, according to the catalogue. */
export async function columnsOf(database: Queryable): Promise<TamperedColumn[]> {
  const columns = await database.query<{
    table: string;
    name: string;
    type: string;
    isNullable: boolean;
  }>(
    sql`select table_name as "table", column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable"
      from information_schema.columns
      where table_schema = 'data' and table_name = any(${[...verifiedTables]}::text[]) order by 1, ordinal_position`,
  );
  return columns.map(({ table, name, type, isNullable }) => ({
    table,
    name,
    isNullable,
    change: async (transaction, partitionId, isNull) => {
      const { changed, fresh } = changes(name, type);
      // The largest, so that one more is not an existing one.
      const rows = await transaction.query(
        raw(`update data.${table} set ${name} = ${isNull ? fresh : changed} where ctid = (
            select ctid from data.${table}
            where partition_id = '${partitionId}' and ${name} is ${isNull ? '' : 'not'} null
            order by ${type === 'json' ? '1' : name} desc limit 1) returning 1`),
      );
      return rows.length > 0;
    },
  }));
}

function changes(name: string, type: string): { changed: string; fresh: string } {
  switch (type) {
    case 'bytea':
      return {
        changed: `case length(${name}) when 0 then '\\x00'::bytea
          else set_byte(${name}, length(${name}) / 2, get_byte(${name}, length(${name}) / 2) # 1) end`,
        fresh: `'\\x00'::bytea`,
      };
    case 'uuid':
      return {
        changed: `(translate(left(${name}::text, 1), '0123456789abcdef', '1032547698badcfe') || substr(${name}::text, 2))::uuid`,
        fresh: `gen_random_uuid()`,
      };
    case 'text':
      return { changed: `${name} || 'x'`, fresh: `'x'` };
    case 'int2':
    case 'int4':
    case 'int8':
      return { changed: `${name} + 1`, fresh: '1' };
    case 'bool':
      return { changed: `not ${name}`, fresh: 'true' };
    case 'timestamptz':
      return { changed: `${name} + interval '1 microsecond'`, fresh: 'now()' };
    case 'jsonb':
      return {
        changed: `case jsonb_typeof(${name}) when 'object' then ${name} || '{"x": 1}' else ${name} || '[1]' end`,
        fresh: `'[]'`,
      };
    case 'json':
      return { changed: `(${name}::text || ' ')::json`, fresh: `'{}'` };
    case 'tsvector':
      return { changed: `${name} || 'x:1'::tsvector`, fresh: `''` };
    default:
      throw new Error(`No change is defined for the type ${type}.`);
  }
}

/** Makes a change, runs the check, and reverts the change; undefined if there was nothing to change. */
export type Tampered = <T>(
  change: (transaction: Queryable) => Promise<unknown>,
  check: (transaction: Queryable) => Promise<T>,
) => Promise<T | undefined>;

/**
 * Changes the database and reverts everything in the end. Attackers with write access are not stopped by constraints,
 * so they are dropped.
 */
export async function tampering(
  database: Database,
  work: (tampered: Tampered) => Promise<void>,
): Promise<void> {
  const revert = new Error('The changes are reverted.');
  await database
    .transaction(async (transaction) => {
      await transaction.query(sql`set local session_replication_role = replica`);
      await transaction.query(raw(dropConstraints));
      await work(async (change, check) => {
        await transaction.query(sql`savepoint untouched`);
        const isChanged = (await change(transaction)) !== false;
        const result = isChanged ? await check(transaction) : undefined;
        await transaction.query(sql`rollback to savepoint untouched`);
        return result;
      });
      throw revert;
    })
    .catch((error: unknown) => {
      if (error !== revert) throw error;
    });
}

const dropConstraints = `do $$ declare found record; begin
  for found in select conrelid::regclass as name, conname from pg_constraint
    where conrelid = 'data.log_entry'::regclass and contype = 'c'
  loop
    execute format('alter table %s drop constraint %I', found.name, found.conname);
  end loop;
end $$`;
