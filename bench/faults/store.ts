import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  findPostgresql,
  startPostgresql,
  type PostgresqlServer,
} from '@annals/kit/testing/postgresql-server';

/** What outlives a server. */
export interface Store {
  variables: Record<string, string>;
  /** Undefined for the embedded database, which is in the server's process. */
  postgresql: PostgresqlServer | undefined;
  remove: () => Promise<void>;
}

/** An empty store of its own, as durable as in production. */
export async function openStore(database: 'embedded' | 'postgresql'): Promise<Store> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'annals-faults-'));
  const postgresql = database === 'embedded' ? undefined : await startDurable();
  return {
    variables: {
      DATA_DIR: dataDir,
      ...(postgresql ? { DATABASE_URL: postgresql.url } : {}),
    },
    postgresql,
    remove: async () => {
      await postgresql?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startDurable(): Promise<PostgresqlServer> {
  const bin = await findPostgresql();
  if (bin === undefined) throw new Error('PostgreSQL is not installed here.');
  return startPostgresql(bin, { fsync: true });
}
