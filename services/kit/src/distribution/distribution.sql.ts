import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';

/** The schemas of the data service, including what its previews read; everything else stays on the coordinator. */
const schemas = ['data', 'preview'];
/** Each row, and everything that belongs to it, is on one worker. */
export const root = 'data.partition';
/** Copied to each worker, because versions are always read with the names of their authors. */
export const replicatedTable = 'data.data_user';
const column = 'partition_id';

export async function isInstalled(connection: Queryable): Promise<boolean> {
  const found = await connection.query(
    sql`select from pg_extension where extname = 'citus'`,
    'citus-installed',
  );
  return found.length > 0;
}

export interface Node {
  name: string;
  port: number;
  /** The coordinator, which the servers of Annals are connected to. */
  isCoordinator: boolean;
  /** Whether shards are placed there. */
  takesShards: boolean;
}

export function listNodes(connection: Queryable): Promise<Node[]> {
  return connection.query(
    sql`select nodename as name, nodeport as port, groupid = 0 as "isCoordinator", shouldhaveshards as "takesShards"
      from pg_dist_node where noderole = 'primary' and isactive order by groupid`,
  );
}

/** A table of the schema, as the catalogue describes it. */
export interface Table {
  name: string;
  /** Whether its rows belong to partitions. */
  ofPartition: boolean;
  /** The tables its foreign keys refer to. */
  refersTo: string[];
  state: 'local' | 'distributed' | 'replicated';
  /** For distributed tables: equal for tables whose rows of one partition are stored together. */
  colocation: number | null;
  shards: number;
  /** Local data besides shards: for a distributed table, rows from before. */
  localBytes: number;
  /** Its rows do not survive a crash. */
  isUnlogged: boolean;
}

export function listTables(connection: Queryable): Promise<Table[]> {
  return connection.query(
    sql`select t.oid::regclass::text as name, key.attname is not null as "ofPartition",
        array(select distinct confrelid::regclass::text from pg_constraint
          where conrelid = t.oid and contype = 'f' and confrelid <> t.oid) as "refersTo",
        case when d.logicalrelid is null or (d.partmethod = 'n' and d.repmodel <> 't') then 'local'
          when d.partmethod = 'n' then 'replicated' else 'distributed' end as state,
        case when d.partmethod = 'h' then d.colocationid end as colocation,
        (select count(*) from pg_dist_shard s where s.logicalrelid = t.oid) as shards,
        pg_relation_size(t.oid) as "localBytes", t.relpersistence = 'u' as "isUnlogged"
      from pg_class t
      join pg_namespace n on n.oid = t.relnamespace and n.nspname = any(${schemas})
      left join pg_attribute key on key.attrelid = t.oid and key.attname = ${column}
      left join pg_dist_partition d on d.logicalrelid = t.oid
      where t.relkind = 'r'
      order by 1`,
  );
}

/** @param shards the number for the first table; the others have the same ones */
export async function distributeTable(
  connection: Queryable,
  name: string,
  shards: number,
): Promise<void> {
  if (name === root)
    await connection.query(
      sql`select create_distributed_table(${name}, ${column}, colocate_with => 'none',
        shard_count => ${shards}::integer)`,
    );
  else
    await connection.query(
      sql`select create_distributed_table(${name}, ${column}, colocate_with => ${root})`,
    );
}

/** Shards of an unlogged table, or of one without a key, cannot be moved during writes. */
export async function makeShardsMovable(connection: Queryable, name: string): Promise<void> {
  await connection.query(raw(`alter table ${name} set logged`));
  await connection.query(raw(`alter table ${name} replica identity full`));
}

export async function replicateTable(connection: Queryable, name: string): Promise<void> {
  await connection.query(sql`select create_reference_table(${name})`);
}

/** The ids of the partitions on workers that respond. */
export async function listReachable(connection: Queryable): Promise<string[]> {
  const rows = await connection.query<{ id: string }>(
    sql`select jsonb_array_elements_text(result::jsonb) as id from run_command_on_placements(${root},
      'select coalesce(jsonb_agg(partition_id), ''[]'') from %s') where success`,
    'citus-reachable',
  );
  return rows.map(({ id }) => id);
}

/** Runs a statement that changes no rows on each worker. @returns the failures */
export function runOnWorkers(
  connection: Queryable,
  statement: string,
): Promise<{ name: string; error: string }[]> {
  return connection.query(
    sql`select nodename || ':' || nodeport as name, result as error
      from run_command_on_workers(${statement}) where not success`,
  );
}

/** Starts a transaction with one connection to each worker, which it keeps. */
export async function beginOnWorkers(transaction: Queryable): Promise<void> {
  await transaction.query(raw('set local citus.max_adaptive_executor_pool_size = 1'));
  await transaction.query(raw(`select count(*) from ${root}`));
}

/** Removes the local rows that remain after a table is distributed. They may contain values that are erased later. */
export async function truncateLocal(connection: Queryable, name: string): Promise<void> {
  await connection.query(
    sql`select truncate_local_data_after_distributing_table(${name}::regclass)`,
  );
}
