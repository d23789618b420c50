import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { migrations as authenticationMigrations } from '@annals/authentication/migrations';
import { migrations as dataMigrations } from '@annals/data/service';
import { BackupRefused, type BackupReader } from '@annals/kit/backup/backup-file';
import { dumpDatabase, type Dumped, type DumpOptions } from '@annals/kit/backup/dump';
import { loadDatabase, type LoadOptions } from '@annals/kit/backup/load';
import { openDatabase } from '@annals/kit/database/database';
import type { Config } from './config.ts';
import { templateFile, version } from './locations.ts';
import { askServer } from './operator/ask-server.ts';

export { BackupReader, BackupRefused } from '@annals/kit/backup/backup-file';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

const sources = [authenticationMigrations, dataMigrations] as const;

/**
 * Writes down all that both services keep in the database, as it is at one moment, while servers go on. The one that holds
 * an embedded database is asked for a copy of its files, from which the backup is then made.
 * @throws BackupRefused when there is no database, or nothing in it
 * @throws DatabaseHeld when another command, or a server that cannot be asked, has the embedded database open
 * @throws OperatorRefused
 */
export async function backUp(
  { databaseUrl, dataDir }: Place,
  log: FastifyBaseLogger,
  options: Pick<DumpOptions, 'write' | 'onProgress'>,
): Promise<Dumped> {
  const dump = async (location: { databaseUrl?: string | undefined; dataDir?: string }) => {
    const database = await openDatabase({ ...location, templateFile, log });
    try {
      return await dumpDatabase(database, { program: version, sources, ...options });
    } finally {
      await database.close();
    }
  };
  if (databaseUrl !== undefined) return dump({ databaseUrl });
  // Opening would make one.
  if (!existsSync(path.join(dataDir, 'cluster')))
    throw new BackupRefused(
      `There is no database in ${dataDir}. Name its directory in DATA_DIR, or its address in DATABASE_URL.`,
    );
  const reply = await askServer(dataDir, { ask: 'copy' });
  if (!reply) return dump({ dataDir });
  try {
    return await Promise.race([dump({ dataDir: reply.done }), reply.lost]);
  } finally {
    reply.close();
  }
}

/** Puts a backup into the database, whole or not at all. @throws as loadDatabase does, and DatabaseHeld */
export async function restore(
  { databaseUrl, dataDir }: Place,
  log: FastifyBaseLogger,
  backup: BackupReader,
  options: Omit<LoadOptions, 'sources'>,
): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir, templateFile, log });
  try {
    await loadDatabase(database, backup, { sources, ...options });
  } finally {
    await database.close();
  }
}
