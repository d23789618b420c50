import type { Database } from '@annals/kit/database/database';
import { isDistributed } from '@annals/kit/distribution/distribute';
import { noPartition } from '@annals/kit/idempotency/idempotency-table';
import { Metrics } from '@annals/kit/metrics/metrics';
import type { RefusedWrite } from '@annals/kit/stages/route-guard';
import type { FindMemberRole } from '@annals/kit/caller';
import { ChangeWatch } from './changes/change-watch.ts';
import { reportEvents, type ReportedEvent, type Reporting } from './change-sets/report-events.ts';
import { findNewestSequences } from './changes/changes.sql.ts';
import { savingUsers } from './data-users/saving-users.ts';
import { ErasureVacuum } from './erasure/vacuum.ts';
import { evidenceWork } from './evidence/evidence-work.ts';
import { EvidenceProcesses } from './evidence/evidence-process.ts';
import { EvidenceTurns } from './evidence/evidence-turns.ts';
import { scopeByMembership } from './transfers/job-rights.ts';
import { recordEnd } from './transfers/job-ends.ts';
import { jobWorker } from './transfers/job-worker.ts';
import { transferWork } from './transfers/transfer-work.ts';
import { Checkpoints } from './log/checkpoints.ts';
import { LogKey } from './log/log-key.ts';
import { EventsLog } from './log/events-log.ts';
import { VersionTextCache } from './versions/text-cache.ts';
import { WideVersionThread } from './log/wide-version.ts';
import { memberRoles, memberRoleSource } from './members/member-access.ts';
import { CheckedAppend } from './append/checked-append.ts';
import { Sequencer } from './append/sequencer.ts';
import { DataMetrics } from './metrics/data-metrics.ts';
import { AuditTrail } from './audit/audit-trail.ts';
import { Outbox } from './outbox/outbox.ts';
import type { ClaimedEvent } from './outbox/outbox.sql.ts';
import { Dictionaries } from './search/dictionaries.ts';
import { PendingWords } from './search/pending-words.ts';
import { searchLimits as defaultSearchLimits } from './search/search-limits.ts';
import { FollowerAccess } from './subscriptions/follower-access.ts';
import { FollowMails, reportErasure, reportFollowed } from './subscriptions/follow-mails.ts';
import { SubscriptionFeed } from './subscriptions/subscription-feed.ts';
import { ReadRecorder } from './read-records/read-recorder.ts';
import { Schemas } from './types/schemas.ts';
import { webhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { MessageThread } from './webhooks/message-thread.ts';
import type { DataServiceOptions } from './service-options.ts';

const minute = 60_000;

export type Parts = ReturnType<typeof createParts>;

/** What the service is made of, as long as it runs. */
export function createParts(options: DataServiceOptions) {
  const { database, log, scopeOfUser = scopeByMembership, metrics = new Metrics() } = options;
  const { userExists = async () => true, isActivePerson = async () => true } = options;
  const { findUserNames = async () => undefined, findTokenIssuers = async () => [] } = options;
  const { signatureKey = async () => undefined, searchLimits = defaultSearchLimits } = options;
  const settings = {
    ...options,
    metrics,
    scopeOfUser,
    userExists,
    isActivePerson,
    findUserNames,
    signatureKey,
    findTokenIssuers,
    searchLimits,
  };
  const writes = createWrites(database, metrics);
  const recorder = new ReadRecorder({ database, log, metrics });
  const findMemberRole = memberRoles(database, () => isDistributed(database));
  const logs = createLogs(settings);
  const reporting = createReporting({ ...settings, findMemberRole, checkpoints: logs.checkpoints });
  return {
    settings,
    ...writes,
    ...logs,
    ...reporting,
    ...createJobs(settings, { ...writes, ...logs, trail: reporting.trail }),
    recorder,
    findMemberRole,
    guard: createGuard(settings, { findMemberRole, recorder, trail: reporting.trail }),
    versionTexts: new VersionTextCache(),
    dictionaries: new Dictionaries(database, log, metrics),
    wideVersions: new WideVersionThread(),
    vacuum: new ErasureVacuum(database, log, metrics),
  };
}

/** The options that the parts need, with their defaults. */
type Settings = Omit<DataServiceOptions, Filled> & {
  [Name in Filled]: NonNullable<DataServiceOptions[Name]>;
};
type Filled = 'metrics' | 'scopeOfUser' | 'isActivePerson' | 'searchLimits';

/** Writes in the order in which they arrive, and who waits for them. */
function createWrites(database: Database, metrics: Metrics) {
  // An embedded database has no other writers.
  const watch = new ChangeWatch(
    database.kind === 'embedded'
      ? {}
      : { newestOf: (partitionIds) => findNewestSequences(database, partitionIds) },
  );
  const figures = new DataMetrics(metrics);
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
  return { watch, figures, pendingWords, sequencer, schemas, checked };
}

function createLogs({ database, logKey: options, readEventLeaves }: DataServiceOptions) {
  const logKey = new LogKey(database, options);
  const checkpoints = new Checkpoints(logKey);
  const eventsLog = readEventLeaves && new EventsLog(database, checkpoints, readEventLeaves);
  return { logKey, checkpoints, eventsLog };
}

/** What is admitted and how, and what is recorded of it. */
const createGuard = (
  { authenticate, database, limits, checkResponses = false, tracing, replicas }: DataServiceOptions,
  {
    findMemberRole,
    recorder,
    trail,
  }: { findMemberRole: FindMemberRole; recorder: ReadRecorder; trail: AuditTrail },
) => ({
  authenticate: savingUsers(authenticate, database),
  database,
  limits,
  findMemberRole,
  memberRoleSource,
  recordRefusal: async ({
    call,
    path,
    partitionId = noPartition,
    caller,
    request,
  }: RefusedWrite) => {
    await database.transaction(async (transaction) =>
      trail.record(transaction, { caller, request }, partitionId, {
        action: 'access.refused',
        after: { call, path },
      }),
    );
    trail.wake();
  },
  checkResponses,
  tracing,
  replicas,
  recordReads: recorder.recordReads,
});

/** Tells people and programs of what happens: emails, the audit log and webhooks. */
function createReporting({
  database,
  log,
  metrics,
  reports,
  mailDelayMs = minute,
  webhooks,
  subscriptions,
  scopeOfUser,
  isActivePerson,
  findMemberRole,
  checkpoints,
}: Settings & { findMemberRole: FindMemberRole; checkpoints: Checkpoints }) {
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
  const mails = new FollowMails(outbox, subscriptions);
  const feed = new SubscriptionFeed({ database, log, metrics, mails, access }, subscriptions);
  const messageThread = new MessageThread();
  const deliveries = webhookDeliveries(
    { database, log, checkpoints, thread: messageThread, outbox, findMemberRole, scopeOfUser },
    { ...webhooks, metrics },
  );
  return { access, outbox, trail, mails, feed, messageThread, deliveries };
}

/** Work that outlasts its request. */
function createJobs(
  {
    database,
    log,
    metrics,
    logKey,
    scopeOfUser,
    searchLimits: limits,
    readMemberEvents,
    findVerifier = async () => undefined,
    findAccess,
    maxEvidenceBytes,
    evidenceProgram,
    evidenceHeapMb,
  }: Settings,
  {
    checked,
    eventsLog,
    figures,
    trail,
  }: {
    checked: CheckedAppend;
    eventsLog: EventsLog | undefined;
    figures: DataMetrics;
    trail: AuditTrail;
  },
) {
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
    limits,
    findVerifier,
    logKey,
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
      limits,
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
  return { worker, evidenceProcesses, evidenceTurns, evidenceWorker };
}

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
