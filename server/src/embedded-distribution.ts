import type { FastifyBaseLogger } from 'fastify';
import { recordCommand } from '@annals/authentication/audit/record-command';
import { migrations as authenticationMigrations } from '@annals/authentication/migrations';
import { migrations as dataMigrations } from '@annals/data/service';
import { openDatabase } from '@annals/kit/database/database';
import { distribute, type DistributeOptions } from '@annals/kit/distribution/distribute';
import { migrate } from '@annals/kit/migrate/migrate';

export { DistributionRefused } from '@annals/kit/distribution/distribute';

/**
 * Updates the schema, and distributes the tables over the machines of the cluster.
 * @throws DistributionRefused, MigrationRefused, MigrationFailed
 */
export async function distributeServices(
  databaseUrl: string,
  log: FastifyBaseLogger,
  options: DistributeOptions,
) {
  const database = await openDatabase({ databaseUrl, poolSize: 1, log });
  try {
    for (const source of [authenticationMigrations, dataMigrations])
      await migrate(database, source);
    const distributed = await distribute(database, options);
    if (distributed.done.length > 0)
      await recordCommand(database, 'distribute', 'tables.distributed', {
        tables: distributed.done.length,
        shards: distributed.shards,
        workers: distributed.workers,
      });
    return distributed;
  } finally {
    await database.close();
  }
}
