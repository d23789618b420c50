import type { FastifyBaseLogger } from 'fastify';
import { readEventLeaves } from '@annals/authentication/audit/event-leaves';
import {
  readMemberEvents,
  readRecordingEvents,
  readSampleEvents,
  readSettingsEvents,
  readWebhookEvents,
} from '@annals/authentication/audit/partition-events';
import { verifyAuditLog } from '@annals/authentication/audit/verify-audit-log';
import { checkAccess } from '@annals/authentication/verification/check-access';
import { migrations } from '@annals/data/service';
import type { StoredEvents } from '@annals/kit/event-log';
import {
  VerificationRefused,
  verifyPartitions,
  type VerifiedTarget,
  type VerificationListener,
  type VerificationRequest,
} from '@annals/data/verification/verify-partitions';
import type { OwnReading } from '@annals/data/verification/verification-threads';
import { missingDatabase, readStored, type StoredLocation } from './embedded-copy.ts';

export {
  VerificationRefused,
  type VerificationTarget,
  type VerifiedTarget,
  type VerificationListener,
  type VerificationRequest,
} from '@annals/data/verification/verify-partitions';

/** Counting all rows of a large partition takes longer than the deadline of a call. */
const maxStatementMs = 3_600_000;

/**
 * Reads and verifies the stored database; writes nothing.
 * @throws VerificationRefused
 * @throws like readStored
 */
export async function verifyStored(
  place: StoredLocation,
  log: FastifyBaseLogger,
  request: Omit<VerificationRequest, 'events'>,
  listener: VerificationListener,
): Promise<VerifiedTarget[]> {
  const missing = missingDatabase(place);
  if (missing !== undefined) throw new VerificationRefused(missing);
  return readStored(place, { log, statementTimeoutMs: maxStatementMs }, (database) =>
    verifyPartitions(
      database,
      migrations,
      { ...request, events: storedEvents },
      listener,
      ownReadingOf(place),
    ),
  );
}

/** Behind a pooler of transactions, connections are for those who need them more. */
const ownReadingOf = ({ databaseUrl, databasePooler }: StoredLocation): OwnReading | undefined =>
  databaseUrl === undefined || databasePooler !== undefined
    ? undefined
    : { databaseUrl, statementTimeoutMs: maxStatementMs };

/** How the authentication service has stored the audit log. */
export const storedEvents: StoredEvents = {
  readLeaves: readEventLeaves,
  verifyChain: verifyAuditLog,
  readMembers: readMemberEvents,
  readRecordings: readRecordingEvents,
  readSettings: readSettingsEvents,
  readWebhooks: readWebhookEvents,
  readSamples: readSampleEvents,
  checkAccess,
};
