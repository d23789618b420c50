import type { FastifyInstance } from 'fastify';
import { dataEndpoints } from '@annals/contracts/data';
import type { Authenticate } from '@annals/kit/caller';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import { mountHealth } from '@annals/kit/health';
import { migrate } from '@annals/kit/migrate/migrate';
import { mountOn } from '@annals/kit/mount';
import { mountOpenApi } from '@annals/kit/openapi';
import { mountDataUsers } from './data-users/data-users.routes.ts';
import { keepingUsers } from './data-users/known-users.ts';
import { sweepAnswers } from './idempotency/idempotency.sql.ts';
import { mountImport } from './import/import.routes.ts';
import { memberRoles } from './members/member-access.ts';
import { mountMembers } from './members/members.routes.ts';
import { findMembership, type Membership } from './members/members.sql.ts';
import { mountObjectReads } from './objects/objects.routes.ts';
import { Sequencer } from './objects/sequencer.ts';
import { mountObjectWrites } from './objects/writes.routes.ts';
import { mountPartitions } from './partitions/partitions.routes.ts';
import { mountSearch } from './search/search.routes.ts';
import { databaseMoment } from '@annals/kit/database/database-moment';

const version = '0.1.0';
const hour = 3_600_000;

export const migrations = {
  service: 'data',
  directory: new URL('../migrations/', import.meta.url),
} as const;

export interface DataServiceOptions {
  database: Database;
  log: DatabaseLog;
  authenticate: Authenticate;
  /** Check every answer against the contract; for tests. */
  checkResponses?: boolean;
}

export interface DataService {
  /** The calls below /v1/partitions, which the authentication listener serves too. */
  mountPartitionRoutes(app: FastifyInstance): void;
  /** Health and the OpenAPI document. */
  mountOwnRoutes(app: FastifyInstance): void;
  migrate(): Promise<void>;
  migrated(): boolean;
  /** What a user is in a partition, now or as of a moment; undefined when there is no such partition. */
  membershipOf(
    userId: string,
    partitionId: string,
    asOf: string | undefined,
  ): Promise<Membership | undefined>;
  /** Resolves when every write that was taken is answered. The database stays open. */
  close(): Promise<void>;
}

export function dataService({
  database,
  log,
  authenticate,
  checkResponses = false,
}: DataServiceOptions): DataService {
  const sequencer = new Sequencer(database);
  const gate = {
    authenticate: keepingUsers(authenticate, database),
    findMemberRole: memberRoles(database),
    checkResponses,
  };
  let migrated = false;
  const sweep = async () => {
    if (!migrated) return;
    await sweepAnswers(database).catch((error: unknown) =>
      log.warn(
        { err: error },
        'Old answers to repeated requests could not be deleted; it is tried again in an hour.',
      ),
    );
  };
  const sweeping = setInterval(() => void sweep(), hour).unref();

  return {
    mountPartitionRoutes(app) {
      const mount = mountOn(app, gate);
      mountDataUsers(mount, database);
      mountPartitions(mount, database);
      mountMembers(mount, database);
      mountObjectReads(mount, database);
      mountObjectWrites(mount, database, sequencer);
      mountSearch(mount, database);
      mountImport(mount, sequencer);
    },
    mountOwnRoutes(app) {
      mountHealth(app, { name: 'data', version, database, migrated: () => migrated });
      mountOpenApi(app, 'Annals data service', version, dataEndpoints);
    },
    async migrate() {
      await migrate(database, migrations);
      migrated = true;
    },
    migrated: () => migrated,
    membershipOf: (userId, partitionId, asOf) =>
      findMembership(database, userId, partitionId, databaseMoment(asOf)),
    async close() {
      clearInterval(sweeping);
      await sequencer.idle();
    },
  };
}
