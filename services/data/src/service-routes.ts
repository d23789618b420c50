import type { FastifyInstance } from 'fastify';
import { mountOn, type Mount } from '@annals/kit/mount';
import { mountAliasUrls } from './alias-urls/alias-urls.routes.ts';
import { mountChangePolicy } from './change-policy/change-policy.routes.ts';
import { mountChangeSets } from './change-sets/change-sets.routes.ts';
import { mountChanges } from './changes/changes.routes.ts';
import { mountDataUsers } from './data-users/data-users.routes.ts';
import { mountErasure } from './erasure/erasure.routes.ts';
import { mountEvidenceJobs } from './evidence/evidence-jobs.routes.ts';
import { mountEvidence } from './evidence/evidence.routes.ts';
import { mountExport } from './transfers/export.routes.ts';
import { mountHistory } from './history/history.routes.ts';
import { mountIds } from './ids/ids.routes.ts';
import { mountImport } from './transfers/import.routes.ts';
import { mountTransfers } from './transfers/transfers.routes.ts';
import { mountLogs } from './log/log.routes.ts';
import { mountMembers } from './members/members.routes.ts';
import { mountObjectReads } from './objects/objects.routes.ts';
import { mountPreviews, withPreviews } from './previews/previews.routes.ts';
import { Previews } from './previews/previews.ts';
import { mountObjectWrites } from './objects/writes.routes.ts';
import { mountOpenWork } from './open-work/open-work.routes.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { mountAuditSamples } from './audit-samples/audit-samples.routes.ts';
import { SampleProofs } from './audit-samples/sample-proofs.ts';
import { mountPartitions } from './partitions/partitions.routes.ts';
import { mountSavedSearches } from './saved-searches/saved-searches.routes.ts';
import { mountSearch } from './search/search.routes.ts';
import { mountSubscriptions } from './subscriptions/subscriptions.routes.ts';
import { pauseOf } from './subscriptions/subscriptions.sql.ts';
import { mountReadRecords } from './read-records/read-records.routes.ts';
import { mountTransactions } from './transactions/transactions.routes.ts';
import { mountTypes } from './types/types.routes.ts';
import { mountWebhooks } from './webhooks/webhooks.routes.ts';
import { disableWebhooksOf } from './webhooks/webhooks.sql.ts';
import { mountVisits } from './visits/visits.routes.ts';
import type { Parts } from './service-parts.ts';

/** The calls below /v1/partitions. */
export function mountPartitionRoutes(app: FastifyInstance, parts: Parts): void {
  const { settings, guard, findMemberRole, watch, sequencer, schemas, checked } = parts;
  const { versionTexts, dictionaries, recorder, trail, outbox, access, mails, deliveries } = parts;
  const { checkpoints, eventsLog, logKey, vacuum, wideVersions } = parts;
  const { worker, evidenceProcesses, evidenceTurns, evidenceWorker } = parts;
  const { database, aliasHosts = [], userExists, findUserNames, searchLimits } = settings;
  const { scopeOfUser, signatureKey, findTokenIssuers, isActivePerson } = settings;
  const { findAccess, findAnnouncement } = settings;
  const mount = wakingAfterwards(mountOn(app, guard), trail);
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
  mountSearch(mountWithPreviews, searchLimits, {
    versionTexts,
    wantWords: (partitionId) => dictionaries.want(partitionId),
  });
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
