import type { FastifyInstance } from 'fastify';
import { dataEndpoints } from '@annals/contracts/data';
import { getDataHealth } from '@annals/contracts/health';
import { getDataSystem } from '@annals/contracts/system';
import { listDataMigrations } from '@annals/contracts/migrations';
import { BackgroundWorker, inTurn } from '@annals/kit/background/background-worker';
import type { Authenticate, ScopeOfUser } from '@annals/kit/caller';
import type { ChangeReports } from '@annals/kit/change-reports';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type {
  FindAnnouncement,
  ProveEvents,
  ReadEventLeaves,
  ReadMemberEvents,
} from '@annals/kit/event-log';
import type { ReadReplicas } from '@annals/kit/database/read-replicas';
import { isDistributed } from '@annals/kit/distribution/distribute';
import { mountHealth } from '@annals/kit/health';
import { noPartition } from '@annals/kit/idempotency/idempotency-table';
import type { RequestLimits } from '@annals/kit/limits/request-limits';
import { Metrics } from '@annals/kit/metrics/metrics';
import { BackfillRunner, type BackfillProgress } from '@annals/kit/migrate/backfills';
import { migrate, type MigrateOptions } from '@annals/kit/migrate/migrate';
import { migrationList } from '@annals/kit/migrate/migration-list';
import { mountOn, type Mount } from '@annals/kit/mount';
import { mountOpenApi } from '@annals/kit/openapi/document';
import { notFound } from '@annals/kit/problem';
import type { RefusedWrite } from '@annals/kit/stages/route-guard';
import type { ServerFacts } from '@annals/kit/system-facts';
import type { Tracing } from '@annals/kit/tracing';
import type { WebhookOptions } from '@annals/kit/webhooks/deliveries';
import { mountAliasUrls } from './alias-urls/alias-urls.routes.ts';
import { ChangeWatch } from './changes/change-watch.ts';
import { mountChangePolicy } from './change-policy/change-policy.routes.ts';
import { mountChangeSets } from './change-sets/change-sets.routes.ts';
import type { FindTokenIssuers } from './change-sets/token-issuers.ts';
import type { FindSignatureKey } from './change-sets/signing.ts';
import { reportEvents, type ReportedEvent, type Reporting } from './change-sets/report-events.ts';
import { mountChanges } from './changes/changes.routes.ts';
import { findNewestSequences } from './changes/changes.sql.ts';
import type { FindUserNames } from './data-users/data-users.sql.ts';
import { mountDataUsers } from './data-users/data-users.routes.ts';
import { savingUsers } from './data-users/saving-users.ts';
import { mountErasure } from './erasure/erasure.routes.ts';
import { ErasureVacuum } from './erasure/vacuum.ts';
import type { FindAccess } from './evidence/evidence-access.ts';
import { mountEvidenceJobs } from './evidence/evidence-jobs.routes.ts';
import { evidenceWork } from './evidence/evidence-work.ts';
import { EvidenceProcesses, type FindVerifier } from './evidence/evidence-process.ts';
import { EvidenceTurns } from './evidence/evidence-turns.ts';
import { sweepTurns } from './evidence/evidence-turns.sql.ts';
import { mountEvidence } from './evidence/evidence.routes.ts';
import { mountExport } from './transfers/export.routes.ts';
import { mountHistory } from './history/history.routes.ts';
import { idempotencyTable } from './idempotency/idempotency.ts';
import { mountIds } from './ids/ids.routes.ts';
import { mountImport } from './transfers/import.routes.ts';
import { scopeByMembership } from './transfers/job-rights.ts';
import { recordEnd } from './transfers/job-ends.ts';
import { jobWorker } from './transfers/job-worker.ts';
import { sweepFiles } from './transfers/job-files.sql.ts';
import { transferWork } from './transfers/transfer-work.ts';
import { mountTransferLists, mountTransfers } from './transfers/transfers.routes.ts';
import { Checkpoints } from './log/checkpoints.ts';
import { LogKey, type LogKeyOptions } from './log/log-key.ts';
import { EventsLog } from './log/events-log.ts';
import { mountLogs, mountServiceLog } from './log/log.routes.ts';
import { WideVersionThread } from './log/wide-version.ts';
import { anchorNow } from './log/service-log.ts';
import { memberRoles, memberRoleSource } from './members/member-access.ts';
import { mountMembers, type UserExists } from './members/members.routes.ts';
import {
  findMembership,
  findPartitionMembers,
  type Membership,
  type PartitionMember,
} from './members/members.sql.ts';
import { mountObjectReads } from './objects/objects.routes.ts';
import { mountPreviews, withPreviews } from './previews/previews.routes.ts';
import { Previews } from './previews/previews.ts';
import { CheckedAppend } from './append/checked-append.ts';
import { Sequencer } from './append/sequencer.ts';
import { DataMetrics } from './metrics/data-metrics.ts';
import { mountObjectWrites } from './objects/writes.routes.ts';
import { mountOpenWork } from './open-work/open-work.routes.ts';
import { AuditTrail } from './audit/audit-trail.ts';
import { mountAuditSamples } from './audit-samples/audit-samples.routes.ts';
import { SampleProofs } from './audit-samples/sample-proofs.ts';
import { Outbox } from './outbox/outbox.ts';
import type { ClaimedEvent } from './outbox/outbox.sql.ts';
import { DailyTotals } from './partitions/daily-totals.ts';
import { mountPartitions } from './partitions/partitions.routes.ts';
import { mountSavedSearches } from './saved-searches/saved-searches.routes.ts';
import { PendingWords } from './search/pending-words.ts';
import { searchLimits as defaultSearchLimits, type SearchLimits } from './search/search-limits.ts';
import { VersionTextCache } from './versions/text-cache.ts';
import { mountSearch } from './search/search.routes.ts';
import { FollowerAccess, type IsActivePerson } from './subscriptions/follower-access.ts';
import { FollowMails, reportErasure, reportFollowed } from './subscriptions/follow-mails.ts';
import { sweepMatches } from './subscriptions/matches.sql.ts';
import { SubscriptionFeed, type SubscriptionOptions } from './subscriptions/subscription-feed.ts';
import { mountOwnSubscriptions, mountSubscriptions } from './subscriptions/subscriptions.routes.ts';
import { pauseOf } from './subscriptions/subscriptions.sql.ts';
import { mountReadRecords } from './read-records/read-records.routes.ts';
import { sweepRecords } from './read-records/read-records.sql.ts';
import { ReadRecorder } from './read-records/read-recorder.ts';
import { Schemas } from './types/schemas.ts';
import { readDataSystem } from './system/data-system.ts';
import { mountTransactions } from './transactions/transactions.routes.ts';
import { mountTypes } from './types/types.routes.ts';
import { webhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { mountWebhooks } from './webhooks/webhooks.routes.ts';
import { MessageThread } from './webhooks/message-thread.ts';
import { disableWebhooksOf } from './webhooks/webhooks.sql.ts';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { mountVisits } from './visits/visits.routes.ts';

const version = '0.1.0';
const minute = 60_000;
const hour = 60 * minute;

export const migrations = {
  service: 'data',
  directory: new URL('../migrations/', import.meta.url),
} as const;

export interface DataServiceOptions {
  database: Database;
  log: DatabaseLog;
  authenticate: Authenticate;
  /** Hosts whose URLs an alias may lead to, as normalized by aliasHost; none by default. */
  aliasHosts?: readonly string[];
  /** Signs the checkpoints of the logs. */
  logKey?: LogKeyOptions;
  /** The current permissions of a user, for work that outlasts its request; undefined: only membership counts. */
  scopeOfUser?: ScopeOfUser;
  /** Finds the key of the authentication service's signatures by its id; omitted: no signature counts. */
  signatureKey?: FindSignatureKey | undefined;
  /** Undefined: nobody issued tokens of others. */
  findTokenIssuers?: FindTokenIssuers | undefined;
  /** Undefined: any id can become a member, because this service knows only users who have called it. */
  userExists?: UserExists;
  /** Undefined: everybody who is authenticated counts as one. */
  isActivePerson?: IsActivePerson;
  /** Undefined: users who have not called this service yet have no name in it. */
  findUserNames?: FindUserNames;
  /** The events of the audit log; undefined: its checkpoints are not in the log of the service. */
  readEventLeaves?: ReadEventLeaves | undefined;
  /** The events about the members of a partition; undefined: evidence does not prove them. */
  readMemberEvents?: ReadMemberEvents | undefined;
  /** The announcement of a sample in the audit log; undefined: no samples are drawn. */
  findAnnouncement?: FindAnnouncement | undefined;
  /** Undefined: there is no audit log of this service, and no emails. */
  reports?: ChangeReports | undefined;
  /** How long an email about a change set waits for further events; for tests. */
  mailDelayMs?: number | undefined;
  /** How often new checkpoints are written to the log of the service; for tests. */
  anchorEveryMs?: number | undefined;
  /** Where webhook messages may be sent, and how. */
  webhooks?: WebhookOptions | undefined;
  /** When and how often subscribers are notified. */
  subscriptions?: SubscriptionOptions | undefined;
  /** Validates every response against the contract; for tests. */
  checkResponses?: boolean;
  /** Limits of the process; omitted: any number of requests run at once. */
  limits?: RequestLimits | undefined;
  metrics?: Metrics | undefined;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
  /** Answer reads that may lag; undefined: the database answers all. */
  replicas?: ReadReplicas | undefined;
  /** Limits of one search; for tests. */
  searchLimits?: SearchLimits | undefined;
  /** Facts that the program running the service knows. */
  server?: ServerFacts | undefined;
  /** The page that verifies proofs, included in evidence. */
  findVerifier?: FindVerifier;
  /** Who could open a partition at a moment, including through roles; omitted: evidence lists only the members. */
  findAccess?: FindAccess | undefined;
  /** The maximum size of stored evidence; for tests. */
  maxEvidenceBytes?: number | undefined;
  /** A bundle of the program that creates evidence; for tests, which start it often. */
  evidenceProgram?: string | undefined;
  /** The size of the heap of the process that creates evidence, in MB; for tests. */
  evidenceHeapMb?: number | undefined;
}

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
  /** Resolves when every accepted write is answered. The database stays open. */
  close(): Promise<void>;
}

export function dataService({
  database,
  log,
  authenticate,
  aliasHosts = [],
  logKey: logKeyOptions,
  scopeOfUser = scopeByMembership,
  userExists = async () => true,
  isActivePerson = async () => true,
  findUserNames = async () => undefined,
  signatureKey = async () => undefined,
  findTokenIssuers = async () => [],
  readEventLeaves,
  readMemberEvents,
  findAnnouncement,
  reports,
  mailDelayMs = minute,
  anchorEveryMs = minute,
  webhooks,
  subscriptions,
  checkResponses = false,
  limits,
  metrics = new Metrics(),
  tracing,
  replicas,
  searchLimits = defaultSearchLimits,
  server,
  findVerifier = async () => undefined,
  findAccess,
  maxEvidenceBytes,
  evidenceProgram,
  evidenceHeapMb,
}: DataServiceOptions): DataService {
  // An embedded database has no other writers.
  const watch = new ChangeWatch(
    database.kind === 'embedded'
      ? {}
      : { newestOf: (partitionIds) => findNewestSequences(database, partitionIds) },
  );
  const figures = new DataMetrics(metrics);
  const versionTexts = new VersionTextCache();
  const pendingWords = new PendingWords(database);
  const sequencer = new Sequencer(database, {
    notifyChange: (partitionId) => watch.notifyChange(partitionId),
    observeBatch: (commands) => {
      figures.observeBatch(commands);
      // Nobody waits for batches of many versions: an import merges its own entries at once, which takes less time.
      for (const { command } of commands)
        if (command.versions === 1) pendingWords.add(command.bytes);
    },
  });
  const schemas = new Schemas(database);
  const checked = new CheckedAppend(sequencer, schemas, database);
  const recorder = new ReadRecorder({ database, log, metrics });
  const guard = {
    authenticate: savingUsers(authenticate, database),
    database,
    limits,
    findMemberRole: memberRoles(database, () => isDistributed(database)),
    memberRoleSource,
    recordRefusal: async ({ call, partitionId = noPartition, caller, request }: RefusedWrite) => {
      await database.transaction(async (transaction) =>
        trail.record(transaction, { caller, request }, partitionId, {
          action: 'access.refused',
          after: { call },
        }),
      );
      trail.wake();
    },
    checkResponses,
    tracing,
    replicas,
    recordReads: recorder.recordReads,
  };
  const logKey = new LogKey(database, logKeyOptions);
  const checkpoints = new Checkpoints(logKey);
  const eventsLog = readEventLeaves && new EventsLog(database, checkpoints, readEventLeaves);
  const wideVersions = new WideVersionThread();
  const vacuum = new ErasureVacuum(database, log, metrics);
  const { findMemberRole } = guard;
  const access = new FollowerAccess({ database, findMemberRole, scopeOfUser, isActivePerson });
  const outbox = new Outbox({
    database,
    log,
    metrics,
    report:
      reports &&
      ((events) => report({ database, reports, access, findMemberRole, scopeOfUser }, events)),
    mailDelayMs,
  });
  const trail = new AuditTrail(outbox);
  const ended = recordEnd(trail);
  const worker = jobWorker({
    database,
    log,
    metrics,
    name: 'transfers',
    kinds: ['COPY', 'REINDEX'],
    page: transferWork({ database, checked, scopeOfUser, ended }),
    ended,
    failed: (kind) => figures.jobFailed(kind),
  });
  const evidenceProcesses = new EvidenceProcesses({
    limits: searchLimits,
    findVerifier,
    logKey: logKeyOptions,
    proveMembers:
      eventsLog && readMemberEvents
        ? async (partitionId, moment) =>
            eventsLog.proveMembers(readMemberEvents, partitionId, moment)
        : async () => undefined,
    program: evidenceProgram,
    heapMb: evidenceHeapMb,
  });
  const evidenceTurns = new EvidenceTurns(database);
  // Separate from the others, which would wait for slow jobs.
  const evidenceWorker = jobWorker({
    database,
    log,
    metrics,
    name: 'evidence',
    kinds: ['EVIDENCE'],
    claim: async (holder) => evidenceTurns.claimJob(holder),
    page: evidenceWork({
      database,
      limits: searchLimits,
      scopeOfUser,
      processes: evidenceProcesses,
      turns: evidenceTurns,
      findAccess,
      ended,
      maxBytes: maxEvidenceBytes,
    }),
    ended,
    failed: (kind) => figures.jobFailed(kind),
  });
  const mails = new FollowMails(outbox, subscriptions);
  const feed = new SubscriptionFeed({ database, log, metrics, mails, access }, subscriptions);
  const messageThread = new MessageThread();
  const deliveries = webhookDeliveries(
    { database, log, checkpoints, thread: messageThread, outbox, findMemberRole, scopeOfUser },
    { ...webhooks, metrics },
  );
  const backfilling = new BackfillRunner(database, migrations, log);
  const dailyTotals = new DailyTotals(database, log, metrics);
  let migrated = false;
  backfilling.watch(metrics, () => migrated);
  figures.watch(database, () => migrated, { changes: watch, waiting: () => sequencer.waiting });
  const anchoring = new BackgroundWorker({
    name: 'anchors',
    run: async () => {
      await eventsLog?.extend();
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
    mountPartitionRoutes(app) {
      const mount = wakingAfterwards(mountOn(app, guard), trail);
      // Before waiting for requests, because long polls would delay the shutdown.
      app.addHook('preClose', async () => watch.close());
      mountAliasUrls(mount, database, { hosts: aliasHosts, trail });
      mountDataUsers(mount, database);
      mountVisits(mount, database);
      mountPartitions(mount, database, trail);
      mountMembers(
        mount,
        database,
        { userExists, findUserNames, trail },
        async (transaction, partitionId, userId) => {
          await disableWebhooksOf(transaction, partitionId, userId);
          await pauseOf(transaction, userId, partitionId, 'NO_ACCESS');
        },
      );
      const previews = new Previews({ database, check: schemas, findMemberRole });
      const mountWithPreviews = withPreviews(mount, previews);
      mountPreviews(mount, previews);
      mountObjectReads(mountWithPreviews, searchLimits, versionTexts);
      mountIds(mount);
      mountHistory(mount);
      mountChanges(mount, watch, guard);
      mountExport(mount, { database, admission: guard, trail });
      mountObjectWrites(mount, database, sequencer, checked);
      mountTransactions(mount, database, checked);
      mountChangePolicy(mount, database, trail);
      mountChangeSets(mount, {
        database,
        checked,
        check: schemas,
        findMemberRole,
        signatureKey,
        findTokenIssuers,
        isActivePerson,
        outbox,
        trail,
      });
      mountSearch(mountWithPreviews, searchLimits, versionTexts);
      mountSavedSearches(mount, database, trail);
      mountReadRecords(mount, database, { recorder, trail });
      mountSubscriptions(mount, database, { access, mails });
      mountOpenWork(mount, database, {
        userExists,
        findUserNames,
        scopeOfUser,
        wakeJobs: () => worker.wake(),
        trail,
      });
      mountWebhooks(mount, database, { deliveries, trail });
      mountTypes(mountWithPreviews, database, { checks: schemas.checks, trail });
      mountLogs(mount, checkpoints, wideVersions);
      mountEvidence(mount, {
        database,
        limits: searchLimits,
        admission: guard,
        processes: evidenceProcesses,
        turns: evidenceTurns,
        findAccess,
        trail,
      });
      mountEvidenceJobs(mount, {
        database,
        limits: searchLimits,
        admission: guard,
        worker: evidenceWorker,
        trail,
        namesHolders: findAccess !== undefined,
      });
      mountAuditSamples(mount, database, {
        proofs:
          eventsLog && findAnnouncement
            ? new SampleProofs(database, { checkpoints, eventsLog }, findAnnouncement)
            : undefined,
        signatureKey,
        trail,
      });
      mountErasure(mount, database, logKey, { vacuum, outbox, trail });
      mountImport(mount, checked, findMemberRole);
      mountTransfers(mount, database, { worker, scopeOfUser, trail });
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
    async close() {
      watch.close();
      await Promise.all([sweeping.close(), reloadingKeys.close()]);
      await Promise.all([worker.close(), evidenceWorker.close()]);
      await evidenceTurns.close();
      await dailyTotals.close();
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

/** What a call has recorded is reported at once. */
const wakingAfterwards =
  (mount: Mount, trail: AuditTrail): Mount =>
  (endpoint, handler) => {
    const { records } = endpoint;
    mount(
      endpoint,
      Array.isArray(records) ? async (call) => handler(call).finally(() => trail.wake()) : handler,
    );
  };

/** Sends the events of the outbox to those who follow the objects, or take part in the change sets. */
async function report(
  { access, ...services }: Reporting & { database: Database; access: FollowerAccess },
  events: ClaimedEvent[],
): Promise<void> {
  const { database, reports } = services;
  const others: ReportedEvent[] = [];
  for (const event of events)
    if (event.kind === 'FOLLOWED') await reportFollowed({ database, reports, access }, event);
    else if (event.kind === 'ERASED') await reportErasure(reports, event);
    else others.push(event);
  await reportEvents(services, others);
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
