import { raw } from 'sql-template-tag';
import { countOthers } from '../backup/tables.sql.ts';
import type { Database, Queryable } from '../database/database.ts';
import * as citus from './distribution.sql.ts';

/** The database cannot be distributed as it is; the message says what to do. */
export class DistributionRefused extends Error {
  override readonly name = 'DistributionRefused';
}

export interface Distribution {
  workers: number;
  shards: number;
  /** The tables that were distributed now; empty if nothing was left to do. */
  done: string[];
  /** All tables whose rows are on the workers. */
  distributed: string[];
}

export interface DistributeOptions {
  /**
   * The number of shards for the rows of partitions; by default one for each worker, because a list of several partitions
   * asks each shard.
   */
  shards?: number | undefined;
  readonly onProgress?: (table: string) => void;
}

/** The number of shards of the distributed tables; 0 without distribution. */
export async function countShards(database: Queryable): Promise<number> {
  if (!(await citus.isInstalled(database))) return 0;
  const tables = await citus.listTables(database);
  return (
    tables.find(({ name, state }) => name === citus.root && state === 'distributed')?.shards ?? 0
  );
}

const answers = new WeakMap<Database, Promise<boolean>>();

/**
 * Whether the rows of partitions are spread over several servers. This only changes while no server runs, so checking
 * once is enough.
 */
export async function isDistributed(database: Database): Promise<boolean> {
  if (database.kind === 'embedded') return false;
  let answer = answers.get(database);
  if (answer === undefined) {
    answer = countShards(database).then((shards) => shards > 0);
    answers.set(database, answer);
    answer.catch(() => answers.delete(database));
  }
  return answer;
}

/** The ids of the partitions whose worker responds; undefined without workers. */
export async function listReachable(database: Database): Promise<string[] | undefined> {
  return (await isDistributed(database)) ? citus.listReachable(database) : undefined;
}

/**
 * Runs a statement on each worker that the coordinator does not pass on.
 * @throws if one of them fails
 */
export async function runOnWorkers(database: Database, statement: string): Promise<void> {
  if (!(await isDistributed(database))) return;
  const [failed] = await citus.runOnWorkers(database, statement);
  if (failed) throw new Error(`${failed.name}: ${failed.error}`);
}

/**
 * Makes a transaction read everything on a worker from one snapshot, which starts now on each of them: through one
 * connection, where the coordinator would open several.
 */
export async function readAtOneMoment(transaction: Queryable): Promise<void> {
  if ((await countShards(transaction)) > 0) await citus.beginOnWorkers(transaction);
}

/**
 * Distributes the tables of the data service over the workers of a Citus cluster, and verifies the result. It is
 * idempotent, so it can be repeated after an interruption, and after a migration that created a table.
 *
 * @throws DistributionRefused
 */
export async function distribute(
  database: Database,
  { shards, onProgress }: DistributeOptions = {},
): Promise<Distribution> {
  return database.exclusively('annals distribute', async (connection) => {
    const workers = await findWorkers(connection);
    const before = await citus.listTables(connection);
    const done = byDependency(before);
    if (done.length > 0) await refuseOthers(connection);
    for (const { name, ofPartition, isUnlogged } of done) {
      onProgress?.(name);
      if (isUnlogged) await citus.makeShardsMovable(connection, name);
      if (ofPartition) await citus.distributeTable(connection, name, shards ?? workers);
      else await citus.replicateTable(connection, name);
    }
    const after = await citus.listTables(connection);
    for (const { name, state, localBytes } of after)
      if (state === 'distributed' && localBytes > 0) await citus.truncateLocal(connection, name);
    const tables = await citus.listTables(connection);
    refuseUnfinished(tables);
    for (const { name } of done) await connection.query(raw(`analyze ${name}`));
    return {
      workers,
      shards: tables.find(({ name }) => name === citus.root)?.shards ?? 0,
      done: done.map(({ name }) => name),
      distributed: tables.filter(({ state }) => state === 'distributed').map(({ name }) => name),
    };
  });
}

async function refuseOthers(connection: Queryable): Promise<void> {
  const others = await countOthers(connection);
  if (others > 0)
    throw new DistributionRefused(
      `Servers or commands of Annals are connected to this database (${others} connections). Stop them first: they would wait for each table, and plan as if it were local.`,
    );
}

async function findWorkers(connection: Queryable): Promise<number> {
  if (!(await citus.isInstalled(connection)))
    throw new DistributionRefused(
      'The database has no extension citus. Install Citus on all machines, and as a superuser run "create extension citus" in this database on each.',
    );
  const nodes = await citus.listNodes(connection);
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    throw new DistributionRefused(
      `The workers do not know the address of this machine. As a superuser run "select citus_set_coordinator_host('NAME', PORT)".`,
    );
  const workers = nodes.filter(({ takesShards }) => takesShards).length;
  if (workers === 0)
    throw new DistributionRefused(
      `There are no workers. As a superuser run "select citus_add_node('NAME', PORT)" for each.`,
    );
  return workers;
}

/** The tables still to be distributed, each after those it refers to. */
function byDependency(tables: readonly citus.Table[]): citus.Table[] {
  const local = tables.filter(
    ({ name, ofPartition, state }) =>
      state === 'local' && (ofPartition || name === citus.replicatedTable),
  );
  const ordered: citus.Table[] = [];
  while (ordered.length < local.length) {
    const next = local.find(
      (table) =>
        !ordered.includes(table) &&
        local.every((other) => !table.refersTo.includes(other.name) || ordered.includes(other)),
    );
    if (!next) throw new Error('Tables refer to each other in a circle.');
    ordered.push(next);
  }
  // The root first, because all others are colocated with it.
  return ordered.sort((a, b) => Number(b.name === citus.root) - Number(a.name === citus.root));
}

function refuseUnfinished(tables: readonly citus.Table[]): void {
  const root = tables.find(({ name }) => name === citus.root);
  const wrong = tables.filter(({ name, ofPartition, state, colocation, localBytes }) =>
    ofPartition
      ? state !== 'distributed' || colocation !== root?.colocation || localBytes > 0
      : name === citus.replicatedTable && state !== 'replicated',
  );
  if (wrong.length > 0)
    throw new DistributionRefused(
      `These tables are not distributed as they have to be: ${wrong.map(({ name }) => name).join(', ')}. Run "annals distribute" again; if that does not help, "select * from citus_tables" shows their state.`,
    );
}
