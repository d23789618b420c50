import type { FastifyInstance } from 'fastify';
import { dataEndpoints } from '@annals/contracts/data';
import { getDataHealth } from '@annals/contracts/health';
import { getDataSystem } from '@annals/contracts/system';
import { listDataMigrations } from '@annals/contracts/migrations';
import { BackgroundWorker, inTurn } from '@annals/kit/background/background-worker';
import type { Caller } from '@annals/kit/caller';
import type { Database } from '@annals/kit/database/database';
import type { ProveEvents } from '@annals/kit/event-log';
import { mountHealth } from '@annals/kit/health';
import { BackfillRunner, type BackfillProgress } from '@annals/kit/migrate/backfills';
import { migrate, type MigrateOptions } from '@annals/kit/migrate/migrate';
import { migrationList } from '@annals/kit/migrate/migration-list';
import { mountOn } from '@annals/kit/mount';
import { mountOpenApi } from '@annals/kit/openapi/document';
import { notFound } from '@annals/kit/problem';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { findVisibleActors, type PartitionActor } from './data-users/data-users.sql.ts';
import { sweepTurns } from './evidence/evidence-turns.sql.ts';
import { idempotencyTable } from './idempotency/idempotency.ts';
import { sweepFiles } from './transfers/job-files.sql.ts';
import { mountTransferLists } from './transfers/transfers.routes.ts';
import { mountServiceLog } from './log/log.routes.ts';
import { anchorNow } from './log/service-log.ts';
import {
  findMembership,
  findPartitionMembers,
  type Membership,
  type PartitionMember,
} from './members/members.sql.ts';
import { DailyTotals } from './partitions/daily-totals.ts';
import { sweepMatches } from './subscriptions/matches.sql.ts';
import { mountOwnSubscriptions } from './subscriptions/subscriptions.routes.ts';
import { sweepRecords } from './read-records/read-records.sql.ts';
import { extendReadsLog } from './read-records/reads-log.ts';
import { readDataSystem } from './system/data-system.ts';
import type { webhookDeliveries } from './webhooks/webhook-deliveries.ts';
import type { DataServiceOptions } from './service-options.ts';
import { createParts } from './service-parts.ts';
import { mountPartitionRoutes } from './service-routes.ts';

const version = '0.1.0';
const minute = 60_000;
const hour = 60 * minute;

export const migrations = {
  service: 'data',
  directory: new URL('../migrations/', import.meta.url),
} as const;

export interface DataService {
  /** Answers the requests that wait for changes; later ones do not wait. */
  endWaits(): void;
  /** The calls below /v1/partitions, which the authentication listener serves too. */
  mountPartitionRoutes(app: FastifyInstance): void;
  /**
   * Health and the OpenAPI document.
   * @param readiness why this server cannot work with the schema; undefined if it can
   */
  mountOwnRoutes(app: FastifyInstance, readiness?: { refusal?: () => string | undefined }): void;
  /** Applies the pending migrations, and returns their names. */
  migrate(options?: MigrateOptions): Promise<string[]>;
  /** Loads the key of the log, and starts the workers; the schema is up to date. */
  start(): Promise<void>;
  migrated(): boolean;
  /** Resolves when the backfills of the migrations have finished. */
  backfilled(onProgress: (progress: BackfillProgress) => void): Promise<void>;
  /**
   * Creates a new key for the checkpoints; `compromised`: earlier keys no longer sign.
   * @throws LogKeyRefused if the key is stored outside the database
   */
  rotateLogKey(compromised: boolean): Promise<{ verifierKey: string; compromised: boolean }>;
  /** Proves parts of the audit log. */
  readonly proveEvents: ProveEvents;
  /** The role of a user in a partition, now or as of a moment; undefined if the partition does not exist. */
  membershipOf(
    userId: string,
    partitionId: string,
    asOf: string | undefined,
  ): Promise<Membership | undefined>;
  /** The members of a partition, now or as of a moment, in the order of their ids. */
  membersOf(
    partitionId: string,
    asOf: string | undefined,
    range: { after: string | undefined; limit: number },
  ): Promise<PartitionMember[]>;
  /** Those of the actors whom the caller may see, in partitions that the caller may open. */
  visibleActors(caller: Caller, actors: readonly PartitionActor[]): Promise<PartitionActor[]>;
  /** Resolves when every accepted write is answered. The database stays open. */
  close(): Promise<void>;
}

export function dataService(options: DataServiceOptions): DataService {
  const { database, log, authenticate, anchorEveryMs = minute, replicas, server } = options;
  const parts = createParts(options);
  const { settings, guard, watch, figures, sequencer, pendingWords, schemas } = parts;
  const { logKey, checkpoints, eventsLog, wideVersions, vacuum, recorder } = parts;
  const { outbox, mails, feed, deliveries, messageThread } = parts;
  const { worker, evidenceWorker, evidenceTurns, dictionaries } = parts;
  const { metrics } = settings;
  const backfilling = new BackfillRunner(database, migrations, log);
  const dailyTotals = new DailyTotals(database, log, metrics);
  let migrated = false;
  backfilling.watch(metrics, () => migrated);
  figures.watch(database, () => migrated, { changes: watch, waiting: () => sequencer.waiting });
  const anchoring = new BackgroundWorker({
    name: 'anchors',
    run: async () => {
      await eventsLog?.extend();
      await extendReadsLog(database);
      await anchorNow(database, logKey);
    },
    pollEveryMs: anchorEveryMs,
    failure:
      'New checkpoints could not be written to the log of the service; retrying in a minute.',
    log,
    metrics,
  });
  const reloadingKeys = new BackgroundWorker({
    name: 'checkpoint_keys',
    run: () => logKey.load(),
    pollEveryMs: minute,
    failure: 'The keys of the checkpoints could not be reloaded; the previous ones keep signing.',
    log,
    metrics,
  });
  const sweeping = new BackgroundWorker({
    name: 'sweeps',
    run: () => sweep(database, deliveries),
    pollEveryMs: hour,
    failure: 'Some of what has expired could not be deleted; retrying in an hour.',
    log,
    metrics,
  });

  return {
    // Before waiting for requests, because long polls would delay the shutdown.
    mountPartitionRoutes(app) {
      app.addHook('preClose', async () => watch.close());
      mountPartitionRoutes(app, parts);
    },
    mountOwnRoutes(app, { refusal } = {}) {
      mountHealth(app, {
        name: 'data',
        version,
        database,
        migrated: () => migrated,
        refusal,
        call: getDataHealth,
        authenticate,
        replicas,
      });
      mountOpenApi(app, {
        title: 'Annals data service',
        version,
        endpoints: dataEndpoints,
        server: { url: '/', description: 'The data service' },
        paths: 'service',
      });
      const mount = mountOn(app, guard);
      mount(listDataMigrations, async () => migrationList(database, migrations));
      mount(getDataSystem, async () => readDataSystem({ database, replicas }, migrations, server));
      mountOwnSubscriptions(mount, database, { mails, feed });
      mountTransferLists(mount);
      mountServiceLog(mount, database, checkpoints);
    },
    async migrate(migrateOptions) {
      const applied = await migrate(database, migrations, migrateOptions);
      return applied.map(({ name }) => name);
    },
    async start() {
      await logKey.load();
      migrated = true;
      await evidenceTurns.start();
      worker.start();
      evidenceWorker.start();
      outbox.start();
      await recorder.start();
      dailyTotals.start();
      dictionaries.start();
      for (const recurring of [anchoring, reloadingKeys, sweeping]) recurring.start();
      backfilling.start();
      await deliveries.start();
      await feed.start();
    },
    migrated: () => migrated,
    backfilled: (onProgress) => backfilling.through(onProgress),
    rotateLogKey: (compromised) => logKey.rotate(compromised),
    proveEvents: eventsLog?.prove ?? (() => Promise.reject(notFound('evidence'))),
    membershipOf: (userId, partitionId, asOf) =>
      findMembership(database, userId, partitionId, databaseMoment(asOf)),
    membersOf: (partitionId, asOf, range) =>
      findPartitionMembers(database, partitionId, databaseMoment(asOf), range),
    visibleActors: (caller, actors) => findVisibleActors(database, caller, actors),
    async close() {
      watch.close();
      await Promise.all([sweeping.close(), reloadingKeys.close()]);
      await Promise.all([worker.close(), evidenceWorker.close()]);
      await evidenceTurns.close();
      await dailyTotals.close();
      await dictionaries.close();
      await backfilling.close();
      await deliveries.close();
      await messageThread.close();
      await feed.close();
      await outbox.close();
      await vacuum.close();
      await recorder.close();
      await sequencer.idle();
      await pendingWords.idle();
      anchoring.wake();
      await anchoring.idle();
      await anchoring.close();
      await schemas.close();
      await wideVersions.close();
    },
    endWaits: () => watch.close(),
  };
}

/** Deletes what has expired. */
async function sweep(
  database: Database,
  deliveries: Pick<ReturnType<typeof webhookDeliveries>, 'sweep'>,
): Promise<void> {
  // One that fails does not keep the others from deleting.
  await inTurn([
    () => idempotencyTable.sweep(database),
    () => sweepFiles(database),
    () => sweepTurns(database),
    () => sweepRecords(database),
    () => sweepMatches(database),
    () => deliveries.sweep(),
  ]);
}
