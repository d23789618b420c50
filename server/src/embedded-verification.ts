import type { FastifyBaseLogger } from 'fastify';
import { type AuditLogCheck, verifyAuditLog } from '@annals/authentication/audit/verify-audit-log';
import { migrations } from '@annals/data/service';
import {
  VerificationRefused,
  verifyPartitions,
  type VerifiedTarget,
  type VerificationListener,
  type VerificationRequest,
} from '@annals/data/verification/verify-partitions';
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
  request: VerificationRequest,
  listener: VerificationListener,
): Promise<VerifiedTarget[]> {
  refuseMissing(place);
  return readStored(place, { log, statementTimeoutMs: maxStatementMs }, (database) =>
    verifyPartitions(database, migrations, request, listener),
  );
}

/** Verifies the stored chain of the audit log. @throws like verifyStored */
export async function verifyStoredAuditLog(
  place: StoredLocation,
  log: FastifyBaseLogger,
): Promise<AuditLogCheck> {
  refuseMissing(place);
  return readStored(place, { log }, verifyAuditLog);
}

function refuseMissing(place: StoredLocation): void {
  const missing = missingDatabase(place);
  if (missing !== undefined) throw new VerificationRefused(missing);
}
