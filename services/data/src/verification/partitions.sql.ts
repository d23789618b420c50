import sql, { empty, join, raw } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { namedLogs, serviceLog } from '../log/log.sql.ts';

export interface NamedPartition {
  id: string;
  partitionName: string;
}

export async function listPartitions(database: Queryable): Promise<NamedPartition[]> {
  return database.query<NamedPartition>(
    sql`select partition_id as id, partition_name as "partitionName" from data.partition
      order by partition_name, partition_id`,
    'verify-partitions',
  );
}

/** The partitions with this name or id. */
export async function findPartitions(
  database: Queryable,
  named: string,
): Promise<NamedPartition[]> {
  return database.query<NamedPartition>(
    sql`select partition_id as id, partition_name as "partitionName" from data.partition
      where partition_name = ${named} or partition_id::text = ${named.toLowerCase()} order by partition_id`,
    'verify-partition',
  );
}

export interface NamedKey {
  name: string;
  publicKey: Uint8Array;
}

/** The keys that signed, newest last. */
export async function listKeys(database: Queryable): Promise<NamedKey[]> {
  return database.query<NamedKey>(
    sql`select name, public_key as "publicKey" from data.log_key order by position`,
    'verify-keys',
  );
}

/** The tables that are compared; each has an index that starts with partition_id. */
const tables = [
  'version',
  'head',
  'head_search',
  'edge',
  'object_type',
  'writer',
  'type_schema',
  'log_head',
  'log_tile',
  'log_entry',
  'erasure',
  'anchor',
] as const;

/** Tables with rows of partitions that do not exist. */
export async function listStray(
  database: Queryable,
): Promise<{ tableName: string; partitionId: string }[]> {
  const strays = tables.map((name) => {
    const from = raw(`data.${name}`);
    return sql`select distinct ${name}::text as "tableName", t.partition_id as "partitionId"
      from ${from} t left join data.partition p on p.partition_id = t.partition_id
      where p.partition_id is null ${name.startsWith('log_') || name === 'anchor' ? sql`and t.partition_id <> all(${[serviceLog, ...Object.keys(namedLogs)]}::uuid[])` : empty}`;
  });
  return database.query(sql`${join(strays, ' union all ')}`, 'verify-stray');
}
