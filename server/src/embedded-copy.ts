import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, openDatabase } from '@annals/kit/database/database';
import type { Config } from './config.ts';
import { templateFile } from './locations.ts';
import { askServer } from './operator/operator-client.ts';

export type StoredLocation = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databasePooler'>>;

/** Why there is nothing to read; otherwise undefined. Opening an embedded database would create one. */
export function missingDatabase({ databaseUrl, dataDir }: StoredLocation): string | undefined {
  return databaseUrl !== undefined || existsSync(path.join(dataDir, 'cluster'))
    ? undefined
    : `There is no database in ${dataDir}. Name its directory in DATA_DIR, or its address in DATABASE_URL.`;
}

interface ReadOptions {
  log: FastifyBaseLogger;
  statementTimeoutMs?: number;
}

/**
 * Opens the database without the services and reads it while servers run. A server that holds an embedded database is
 * asked for a copy of its files, which is read instead.
 * @throws DatabaseInUse if another command, or a server that cannot be asked, has the embedded database open
 * @throws OperatorRefused
 */
export async function readStored<T>(
  { databaseUrl, databasePooler: pooler, dataDir }: StoredLocation,
  options: ReadOptions,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  const open = async (location: { databaseUrl?: string | undefined; dataDir?: string }) => {
    const database = await openDatabase({ ...location, pooler, templateFile, ...options });
    try {
      return await read(database);
    } finally {
      await database.close();
    }
  };
  if (databaseUrl !== undefined) return open({ databaseUrl });
  const reply = await askServer(dataDir, { ask: 'copy' });
  if (!reply) return open({ dataDir });
  try {
    return await Promise.race([open({ dataDir: reply.done }), reply.lost]);
  } finally {
    reply.close();
  }
}
