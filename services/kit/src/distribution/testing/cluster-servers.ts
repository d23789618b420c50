import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { joinCluster } from './test-cluster.ts';
import {
  findPostgresql,
  startPostgresql,
  type PostgresqlServer,
} from '../../testing/postgresql-server.ts';

const run = promisify(execFile);

/** A separate Citus cluster on this machine whose servers can be killed. */
export interface ClusterServers {
  coordinator: PostgresqlServer;
  workers: PostgresqlServer[];
  remove: () => Promise<void>;
}

/** The folder of a PostgreSQL with Citus; undefined if there is none. */
export async function findClusterPostgresql(): Promise<string | undefined> {
  const bin = await findPostgresql();
  if (bin === undefined) return undefined;
  try {
    const { stdout } = await run(path.join(bin, 'pg_config'), ['--pkglibdir']);
    await access(path.join(stdout.trim(), 'citus.so'));
    return bin;
  } catch {
    return undefined;
  }
}

/** A coordinator and workers with the database `postgres` on each, without distributed tables. */
export async function startCluster(
  bin: string,
  { fsync = false, workers: count = 2 }: { fsync?: boolean; workers?: number } = {},
): Promise<ClusterServers> {
  const settings = {
    shared_preload_libraries: 'citus',
    wal_level: 'logical',
    max_connections: '400',
    max_prepared_transactions: '800',
    max_worker_processes: '40',
    // All servers are on one machine.
    'citus.node_conninfo': 'sslmode=disable',
  };
  const servers: PostgresqlServer[] = [];
  const remove = async () => {
    await Promise.all(servers.map((server) => server.remove()));
  };
  try {
    for (let number = 0; number <= count; number += 1)
      servers.push(await startPostgresql(bin, { fsync, settings }));
    const [coordinator, ...workers] = servers;
    if (!coordinator) throw new Error('There is no coordinator.');
    await joinCluster(
      coordinator.url,
      'postgres',
      workers.map(({ url }) => url),
    );
    return { coordinator, workers, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
