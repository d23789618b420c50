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
  /** The tables that were distributed now; none where all was done before. */
  done: string[];
  /** All tables whose rows lie on the workers. */
  distributed: string[];
}

export interface DistributeOptions {
  /** Over which the rows of the partitions are spread; by default as many as the server is set to (citus.shard_count). */
  shards?: number | undefined;
  readonly onProgress?: (table: string) => void;
}

/** Over how many shards the tables are spread; 0 where they lie on one machine. */
export async function countShards(database: Queryable): Promise<number> {
  if (!(await citus.isInstalled(database))) return 0;
  const tables = await citus.listTables(database);
  return (
    tables.find(({ name, state }) => name === citus.root && state === 'distributed')?.shards ?? 0
  );
}

const answers = new WeakMap<Database, Promise<boolean>>();

/** Whether the rows of partitions lie on several servers. It changes while no server runs only, so it is asked once. */
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

/** The ids of the partitions whose worker answers; undefined where there are no workers. */
export async function listReachable(database: Database): Promise<string[] | undefined> {
  return (await isDistributed(database)) ? citus.listReachable(database) : undefined;
}

/**
 * Runs a statement on each worker, which the coordinator does not pass on.
 * @throws where one of them failed
 */
export async function runOnWorkers(database: Database, statement: string): Promise<void> {
  if (!(await isDistributed(database))) return;
  const [failed] = await citus.runOnWorkers(database, statement);
  if (failed) throw new Error(`${failed.name}: ${failed.error}`);
}

/**
 * Lets the transaction read all that lies on a worker at one moment, which begins now on each of them: through one connection,
 * where the coordinator would open several.
 */
export async function readAtOneMoment(transaction: Queryable): Promise<void> {
  if ((await countShards(transaction)) > 0) await citus.beginOnWorkers(transaction);
}

/**
 * Spreads the tables of the data service over the workers of a Citus cluster, and checks that all of it is so. What is
 * done already is left alone, so it can be repeated: after an interruption, and after a migration that made a table.
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
    const done = inOrder(before);
    if (done.length > 0) await refuseOthers(connection);
    for (const { name, ofPartition, isUnlogged } of done) {
      onProgress?.(name);
      if (isUnlogged) await citus.makeMovable(connection, name);
      if (ofPartition) await citus.distributeTable(connection, name, shards);
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
      `Servers or commands of Annals are connected to this database (${others} connections). Stop them first: they would wait for each table, and plan as if it lay here.`,
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

/** Those that are to be spread and are not, each after those that it refers to. */
function inOrder(tables: readonly citus.Table[]): citus.Table[] {
  const local = tables.filter(
    ({ name, ofPartition, state }) =>
      state === 'local' && (ofPartition || name === citus.replicated),
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
  // The root first, since all others lie beside it.
  return ordered.sort((a, b) => Number(b.name === citus.root) - Number(a.name === citus.root));
}

function refuseUnfinished(tables: readonly citus.Table[]): void {
  const root = tables.find(({ name }) => name === citus.root);
  const wrong = tables.filter(({ name, ofPartition, state, colocation, localBytes }) =>
    ofPartition
      ? state !== 'distributed' || colocation !== root?.colocation || localBytes > 0
      : name === citus.replicated && state !== 'replicated',
  );
  if (wrong.length > 0)
    throw new DistributionRefused(
      `These tables are not distributed as they have to be: ${wrong.map(({ name }) => name).join(', ')}. Run "annals distribute" again; if it stays so, select * from citus_tables shows how they are.`,
    );
}
