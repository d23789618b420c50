import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  findClusterPostgresql,
  startCluster,
} from '@annals/kit/distribution/testing/cluster-servers';
import {
  findPostgresql,
  startPostgresql,
  type PostgresqlServer,
} from '@annals/kit/testing/postgresql-server';
import { runCommand } from './server-process.ts';

const databases = ['embedded', 'postgresql'] as const;
export type DatabaseKind = (typeof databases)[number];

/** The named database, or all of them. */
export const selectDatabases = (name: string | undefined): DatabaseKind[] =>
  databases.filter((database) => name === undefined || name === database);

/** The data that outlives a server. */
export interface Store {
  variables: Record<string, string>;
  /** Undefined for the embedded database, which runs in the server's process. */
  postgresql: PostgresqlServer | undefined;
  remove: () => Promise<void>;
}

/**
 * Creates an empty store with the durability of production.
 * @param disk the directory for its data
 */
export async function openStore(database: DatabaseKind, disk?: string): Promise<Store> {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-faults-'));
  const postgresql = database === 'embedded' ? undefined : await startDurable(disk);
  return {
    variables: postgresql
      ? { DATA_DIR: directory, DATABASE_URL: postgresql.url }
      : { DATA_DIR: path.join(disk ?? directory, 'data') },
    postgresql,
    remove: async () => {
      await postgresql?.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startDurable(disk: string | undefined): Promise<PostgresqlServer> {
  const bin = await findPostgresql();
  if (bin === undefined) throw new Error('PostgreSQL is not installed here.');
  return startPostgresql(bin, { fsync: true, ...(disk === undefined ? {} : { disk }) });
}

/** The same on a cluster with two workers. One of the workers is killed instead of PostgreSQL. */
export async function openCluster(): Promise<Store> {
  const bin = await findClusterPostgresql();
  if (bin === undefined) throw new Error('PostgreSQL has no extension for clusters here.');
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-faults-'));
  const { coordinator, workers, remove } = await startCluster(bin, { fsync: true });
  const variables = { DATA_DIR: directory, DATABASE_URL: coordinator.url };
  const store = {
    variables,
    postgresql: workers[0],
    remove: async () => {
      await remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
  const { code, output } = await runCommand(['distribute', '--shards', '8'], variables);
  if (code === 0) return store;
  await store.remove();
  throw new Error(output);
}
