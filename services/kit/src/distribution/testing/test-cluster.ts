import pg from 'pg';
import { openDatabase } from '../../database/database.ts';
import { distribute } from '../distribute.ts';

/** Addresses of the cluster's workers for the tests, separated by spaces; empty without a cluster. */
const workersName = 'ANNALS_TEST_WORKERS';
/** Few, because every test file creates them; more than workers, so that a worker has several. */
const shards = 4;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const workerUrls = (): string[] =>
  (process.env[workersName] ?? '').split(' ').filter((url) => url !== '');

/** Stores the workers of a coordinator for all processes of the test run; a plain server has none. */
export async function findCluster(serverUrl: string): Promise<void> {
  const [extension] = await runOn(serverUrl, `select from pg_extension where extname = 'citus'`);
  const nodes = extension
    ? await runOn<{ name: string; port: number }>(
        serverUrl,
        `select nodename as name, nodeport as port from pg_dist_node where shouldhaveshards order by groupid`,
      )
    : [];
  const urls = nodes.map(({ name, port }) => {
    const url = new URL(serverUrl);
    url.hostname = name;
    url.port = String(port);
    return url.href;
  });
  process.env[workersName] = urls.join(' ');
}

export function databaseUrlOn(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Connects the databases of one name on all servers to a cluster.
 * @param servers the workers; by default those of the test run
 */
export async function joinCluster(
  coordinatorUrl: string,
  database: string,
  servers = workerUrls(),
): Promise<void> {
  const [coordinator, ...workers] = [coordinatorUrl, ...servers].map((server) =>
    databaseUrlOn(server, database),
  );
  if (coordinator === undefined) return;
  for (const url of [coordinator, ...workers]) await runOn(url, 'create extension citus');
  const { hostname, port } = new URL(coordinator);
  await runOn(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const url of workers.map((worker) => new URL(worker)))
    await runOn(coordinator, `select citus_add_node('${url.hostname}', ${url.port})`);
}

/** Distributes a database of the cluster, and ends all connections to it, so that it can be copied. */
export async function distributeAndDetach(url: string): Promise<void> {
  if (workerUrls().length === 0) return;
  const database = await openDatabase({ databaseUrl: url, log: quiet });
  try {
    await distribute(database, { shards });
  } finally {
    await database.close();
  }
  const name = new URL(url).pathname.slice(1);
  for (const server of [databaseUrlOn(url, 'postgres'), ...workerUrls()])
    await endConnections(server, name);
}

/**
 * Refuses new connections to a database on one server, and waits for the end of the others. A coordinator needs this
 * before it drops the database: its maintenance daemon connects to its own database, and `drop database` would wait for
 * the daemon, which waits for the lock of `drop database`.
 */
export async function endConnections(serverUrl: string, name: string): Promise<void> {
  await runOn(serverUrl, `alter database ${name} with allow_connections false`);
  await runOn(
    serverUrl,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
}

export async function runOn<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
