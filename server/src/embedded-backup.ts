import type { FastifyBaseLogger } from 'fastify';
import { recordCommand } from '@annals/authentication/audit/record-command';
import { migrations as authenticationMigrations } from '@annals/authentication/migrations';
import { migrations as dataMigrations } from '@annals/data/service';
import { BackupRefused, type BackupReader } from '@annals/kit/backup/backup-file';
import { dumpDatabase, type Dumped, type DumpOptions } from '@annals/kit/backup/dump';
import { loadDatabase, type LoadOptions } from '@annals/kit/backup/load';
import { openDatabase } from '@annals/kit/database/database';
import { countShards, distribute, readAtOneMoment } from '@annals/kit/distribution/distribute';
import { migrationStatus } from '@annals/kit/migrate/migrate';
import { missingDatabase, readStored, type StoredLocation } from './embedded-copy.ts';
import { templateFile, version } from './locations.ts';

export { BackupReader, BackupRefused } from '@annals/kit/backup/backup-file';

const sources = [authenticationMigrations, dataMigrations] as const;

/**
 * Writes everything that both services store, as of one moment, while servers run.
 * @throws BackupRefused if there is no database, or it is empty
 * @throws like readStored
 */
export async function backUp(
  place: StoredLocation,
  log: FastifyBaseLogger,
  options: Pick<DumpOptions, 'write' | 'onProgress'>,
): Promise<Dumped> {
  const missing = missingDatabase(place);
  if (missing !== undefined) throw new BackupRefused(missing);
  return readStored(place, { log }, (database) =>
    dumpDatabase(database, {
      program: version,
      sources,
      begin: readAtOneMoment,
      ...options,
    }),
  );
}

/** Restores a backup into the database, completely or not at all. @throws like loadDatabase, and DatabaseInUse */
export async function restore(
  { databaseUrl, dataDir }: StoredLocation,
  log: FastifyBaseLogger,
  backup: BackupReader,
  options: Omit<LoadOptions, 'sources'>,
): Promise<void> {
  // Never through a pooler: nobody else may be connected, and its connections are shared.
  const database = await openDatabase({ databaseUrl, dataDir, templateFile, log });
  try {
    // The replaced database may be distributed; what is loaded is on one machine at first.
    const shards = databaseUrl === undefined ? 0 : await countShards(database);
    await loadDatabase(database, backup, { sources, ...options });
    if (shards > 0) await distribute(database, { shards });
    // The schema of an older backup is updated by the next start, which could not record it any more.
    if ((await migrationStatus(database, authenticationMigrations)).compatible)
      await recordCommand(database, 'restore', 'database.restored', {
        taken: backup.head.taken,
        program: backup.head.program,
        rows: backup.rows,
      });
  } finally {
    await database.close();
  }
}
